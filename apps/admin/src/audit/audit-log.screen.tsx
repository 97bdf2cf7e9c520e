import { t } from '@lingui/core/macro';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useInfiniteList } from '../forms/infinite-list.js';
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
  const actions = useActions(events);

  function change(changes: Partial<AuditSearch>): void {
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  }

  return (
    <Screen title={t`Audit log`} description={t`Who did what, when and from where.`}>
      <AuditFilters search={search} actions={actions} onChange={change} />
      <QueryBoundary query={query}>
        {() => <AuditTable events={events} more={query} onChange={change} />}
      </QueryBoundary>
    </Screen>
  );
}

/** The words of every action that was shown since the screen was opened: filters leave fewer of them in the table. */
function useActions(events: readonly AuditEvent[]): ReadonlyMap<string, string> {
  const [actions, setActions] = useState<ReadonlyMap<string, string>>(new Map());
  const added = events.filter(({ action }) => !actions.has(action));
  if (added.length > 0)
    setActions(new Map([...actions, ...added.map(({ action, says }) => [action, says] as const)]));
  return actions;
}
