import { Card, EmptyState, Group, Pill, Stack, TextInput } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MoreButton } from '../forms/more-button.js';
import { usePages } from '../forms/use-pages.js';
import { Loaded } from '../frame/loaded.js';
import { Screen } from '../frame/screen.js';
import type { AuditEvent } from '../manage/shapes.js';
import { ActionFilter } from './action-filter.js';
import { AuditTable } from './audit-table.js';
import { auditQuery } from './audit-query.js';
import type { AuditSearch } from './audit-search.js';

const route = getRouteApi('/audit-log');

/** What was done here, the latest first. */
export function AuditLogScreen(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const asked = auditQuery(search);
  const query = usePages<AuditEvent>(['audit-log', asked], `/audit-log${asked}`);
  const events = query.data?.pages.flatMap(({ items }) => items) ?? [];

  function change(changes: Partial<AuditSearch>): void {
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  }

  return (
    <Screen title="Audit log" description="Who did what, when and from where.">
      <Group align="flex-end" gap="sm">
        <ActionFilter
          value={search.action ?? ''}
          known={[...new Set(events.map(({ action }) => action))]}
          onChange={(action) => {
            change({ action: action === '' ? undefined : action });
          }}
        />
        <Day
          label="From"
          value={search.since}
          onChange={(since) => {
            change({ since });
          }}
        />
        <Day
          label="To"
          value={search.until}
          onChange={(until) => {
            change({ until });
          }}
        />
      </Group>
      <Chosen search={search} onChange={change} />
      <Loaded query={query}>
        {() => (
          <Stack>
            {events.length === 0 ? (
              <EmptyState
                icon={<IconHistory />}
                title="Nothing found"
                description="Nothing was done that matches."
              />
            ) : (
              <Card withBorder p={0}>
                <AuditTable events={events} onChange={change} />
              </Card>
            )}
            <MoreButton query={query} />
          </Stack>
        )}
      </Loaded>
    </Screen>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

function Day({ label, value = '', onChange }: DayProps): ReactNode {
  return (
    <TextInput
      type="date"
      label={label}
      value={value}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value === '' ? undefined : currentTarget.value);
      }}
    />
  );
}

interface ChosenProps {
  readonly search: AuditSearch;
  readonly onChange: (changes: Partial<AuditSearch>) => void;
}

/** The filters that are set by pointing at somebody or something in the table. */
function Chosen({ search: { actor, subjectKind, subjectId }, onChange }: ChosenProps): ReactNode {
  if (actor === undefined && subjectKind === undefined) return null;
  return (
    <Group gap="xs">
      {actor !== undefined && (
        <Filter
          text={`By ${actor}`}
          onRemove={() => {
            onChange({ actor: undefined });
          }}
        />
      )}
      {subjectKind !== undefined && (
        <Filter
          text={`About ${subjectKind} ${subjectId ?? ''}`}
          onRemove={() => {
            onChange({ subjectKind: undefined, subjectId: undefined });
          }}
        />
      )}
    </Group>
  );
}

function Filter({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }): ReactNode {
  return (
    <Pill
      size="lg"
      withRemoveButton
      removeButtonProps={{ 'aria-label': `Remove filter ${text}`, 'aria-hidden': false, tabIndex: 0 }}
      onRemove={onRemove}
    >
      {text}
    </Pill>
  );
}
