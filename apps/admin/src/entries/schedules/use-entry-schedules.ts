import { useQuery } from '@tanstack/react-query';
import { managementApi } from '../../management-api/management-api.js';
import type { EntrySchedule } from '../../management-api/operations-resources.js';
import type { List } from '../../management-api/resources.js';
import { SCHEDULES_KEY, SCHEDULES_PATH } from '../../schedules/cancel-schedule.js';

/** As often as the service tries a publication again that has failed. */
const RETRY_MS = 60_000;

/**
 * The publications of an entry to come, the next one first; none while they are loading.
 *
 * @param etag the version of the entry that the screen shows: a save may resolve what was wrong with one
 * @param enabled whether the entry can have any
 */
export function useEntrySchedules(
  id: string,
  etag: string | undefined,
  enabled = true,
): readonly EntrySchedule[] {
  const { data = [] } = useQuery({
    queryKey: [...SCHEDULES_KEY, 'entry', id, etag],
    queryFn: async () =>
      (await managementApi.get<List<EntrySchedule>>(`${SCHEDULES_PATH}?entry=${id}`)).body.items,
    enabled,
    // The publications of the entry stay in sight while they are read again after a save.
    placeholderData: (before, query) => (query?.queryKey.includes(id) === true ? before : undefined),
    refetchInterval: ({ state }) => (state.data?.length ? RETRY_MS : false),
  });
  return data;
}
