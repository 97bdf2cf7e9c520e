import { EmptyState, Group, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconTimelineEvent } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { FilterSelect } from '../forms/filter-select.js';
import { MoreButton, useInfiniteList } from '../forms/infinite-list.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import type { LoggedEvent } from '../management-api/operations-resources.js';
import * as queries from '../management-api/queries.js';
import { buildEventsPath, type EventSearch } from './event-search.js';
import { EventTable } from './event-table.js';

const route = getRouteApi('/events');

/** The event log, newest first, with filters kept in the address. */
export function EventsScreen(): ReactNode {
  const search = route.useSearch();
  const path = buildEventsPath(search);
  const query = useInfiniteList<LoggedEvent>(['events', 'pages', path], path, { cursorParameter: 'after' });
  return (
    <Screen
      title="Events"
      description="Changes of entries, in the order in which webhooks and other receivers get them."
    >
      <EventFilters search={search} />
      <QueryBoundary key={path} query={query}>
        {({ pages }) => {
          const events = pages.flatMap(({ items }) => items);
          return (
            <Stack>
              {events.length === 0 ? (
                <NoEvents isFiltered={Object.keys(search).length > 0} />
              ) : (
                <EventTable events={events} />
              )}
              <MoreButton query={query} />
            </Stack>
          );
        }}
      </QueryBoundary>
    </Screen>
  );
}

function NoEvents({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  return (
    <EmptyState
      icon={<IconTimelineEvent />}
      title={isFiltered ? 'Nothing found' : 'No events yet'}
      description={
        isFiltered
          ? 'No event matches the filters. Clear one to see more.'
          : 'Create or change an entry to see its event here. Events are deleted after some days.'
      }
    />
  );
}

function EventFilters({ search }: { readonly search: EventSearch }): ReactNode {
  const { data: types = [] } = useQuery(queries.eventTypes);
  const navigate = route.useNavigate();
  const [entry, setEntry] = useState(search.subject ?? '');
  const change = (changes: { readonly [Name in keyof EventSearch]: EventSearch[Name] | undefined }): void => {
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  };
  const changeEntry = useDebouncedCallback((id: string) => {
    change({ subject: id === '' ? undefined : id });
  }, 400);
  return (
    <Group gap="sm" align="flex-end">
      <FilterSelect
        label="Event"
        choices={types.map(({ type }) => ({ value: type, label: type }))}
        value={search.type}
        onChange={(type) => {
          change({ type });
        }}
      />
      <TextInput
        label="Id of an entry"
        placeholder="Any"
        w={340}
        maw="100%"
        value={entry}
        onChange={({ currentTarget }) => {
          setEntry(currentTarget.value);
          changeEntry(currentTarget.value.trim().toLowerCase());
        }}
      />
    </Group>
  );
}
