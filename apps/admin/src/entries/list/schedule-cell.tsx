import { t } from '@lingui/core/macro';
import { Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../forms/format-date-time.js';
import { RelativeTime } from '../../forms/relative-time.js';
import { managementApi } from '../../management-api/management-api.js';
import { readAllPages } from '../../management-api/queries.js';
import type { EntrySchedule } from '../../management-api/operations-resources.js';
import type { List } from '../../management-api/resources.js';
import { ACTIONS, SCHEDULES_KEY, SCHEDULES_PATH } from '../../schedules/cancel-schedule.js';

/** The label of the column with the times at which entries are published and unpublished. */
export const SCHEDULE_LABEL = t`Schedule`;

/** The most times that one request asks for. */
const LIMIT = 100;

export type SchedulesByEntry = ReadonlyMap<string, readonly EntrySchedule[]>;

/** The times to come of the entries of a page of a list, by one request for up to 100 of them. @param ids none to ask for nothing */
export function useSchedulesOf(ids: readonly string[]): SchedulesByEntry {
  const { data = [] } = useQuery({
    queryKey: [...SCHEDULES_KEY, 'list', ids],
    queryFn: () => {
      const query = new URLSearchParams(ids.map((id) => ['entry', id]));
      query.set('limit', String(LIMIT));
      return readAllPages<EntrySchedule>(`${SCHEDULES_PATH}?${query.toString()}`);
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  return new Map(ids.map((id) => [id, data.filter(({ entry }) => entry.id === id)]));
}

/**
 * The ids of the entries of a type that have one of the next times of the site.
 *
 * @returns `isPartial`: there are more times than were looked at
 */
export async function findScheduledIds(
  type: string,
): Promise<{ readonly ids: readonly string[]; readonly isPartial: boolean }> {
  const { body } = await managementApi.get<List<EntrySchedule>>(`${SCHEDULES_PATH}?limit=${LIMIT}`);
  const { items, next } = body;
  const ids = items.filter(({ entry }) => entry.type === type).map(({ entry }) => entry.id);
  return { ids: [...new Set(ids)], isPartial: typeof next === 'string' };
}

/** When an entry is published and unpublished. */
export function ScheduleCell({
  schedules = [],
}: {
  readonly schedules?: readonly EntrySchedule[] | undefined;
}): ReactNode {
  return (
    <Stack gap={2}>
      {schedules.map(({ action, dueAt }) => (
        <Text key={action} size="sm" component="div" title={formatDateTime(dueAt)}>
          {ACTIONS[action].label} <RelativeTime at={dueAt} />
        </Text>
      ))}
    </Stack>
  );
}
