import { t } from '@lingui/core/macro';
import { Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { FilterSelect } from '../forms/filter-select.js';
import { useInfiniteList } from '../forms/infinite-list.js';
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
      title={t`Events`}
      description={t`Changes of entries and of what administrators manage, in the order in which webhooks and other receivers get them.`}
    >
      <EventFilters search={search} />
      <QueryBoundary key={path} query={query}>
        {({ pages }) => (
          <EventTable
            pages={pages.map(({ items }) => items)}
            isFiltered={Object.keys(search).length > 0}
            more={query}
          />
        )}
      </QueryBoundary>
    </Screen>
  );
}

function EventFilters({ search }: { readonly search: EventSearch }): ReactNode {
  const { data: types = [] } = useQuery(queries.eventTypes);
  // Tests of webhooks are not in the log.
  const logged = types.filter(({ category }) => category !== 'test');
  const navigate = route.useNavigate();
  const [subject, setSubject] = useState(search.subject ?? '');
  const change = (changes: { readonly [Name in keyof EventSearch]: EventSearch[Name] | undefined }): void => {
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  };
  const changeSubject = useDebouncedCallback((id: string) => {
    change({ subject: id === '' ? undefined : id, subjectType: undefined });
  }, 400);
  return (
    <Group gap="sm" align="flex-end">
      <FilterSelect
        label={t`Event`}
        choices={logged.map(({ type, sentence }) => ({ value: type, label: sentence }))}
        value={search.type}
        onChange={(type) => {
          change({ type });
        }}
      />
      <TextInput
        label={t`Id of an entry or other object`}
        placeholder={t`Any`}
        w={340}
        maw="100%"
        value={subject}
        onChange={({ currentTarget }) => {
          setSubject(currentTarget.value);
          changeSubject(currentTarget.value.trim());
        }}
      />
    </Group>
  );
}
