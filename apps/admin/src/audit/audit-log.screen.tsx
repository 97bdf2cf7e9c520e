import { Card, EmptyState, Stack } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MoreButton, useInfiniteList } from '../forms/infinite-list.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import type { AuditEvent } from '../management-api/resources.js';
import { AuditFilters } from './audit-filters.js';
import { type AuditSearch, buildAuditQuery } from './audit-search.js';
import { AuditTable } from './audit-table.js';

const route = getRouteApi('/audit-log');

/** The events of the audit log, newest first, with filters kept in the address. */
export function AuditLogScreen(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const queryString = buildAuditQuery(search);
  const query = useInfiniteList<AuditEvent>(['audit-log', queryString], `/audit-log${queryString}`);
  const events = query.data?.pages.flatMap(({ items }) => items) ?? [];

  function change(changes: Partial<AuditSearch>): void {
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  }

  return (
    <Screen title="Audit log" description="Who did what, when and from where.">
      <AuditFilters
        search={search}
        actions={[...new Set(events.map(({ action }) => action))]}
        onChange={change}
      />
      <QueryBoundary query={query}>
        {() => (
          <Stack>
            {events.length === 0 ? (
              <EmptyState
                icon={<IconHistory />}
                title="Nothing found"
                description="No event matches the filters."
              />
            ) : (
              <Card withBorder p={0}>
                <AuditTable events={events} onChange={change} />
              </Card>
            )}
            <MoreButton query={query} />
          </Stack>
        )}
      </QueryBoundary>
    </Screen>
  );
}
