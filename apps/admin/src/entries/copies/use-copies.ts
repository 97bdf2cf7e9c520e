import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { managementApi } from '../../management-api/management-api.js';
import type { EntryCopy } from '../../management-api/operations-resources.js';
import type { List } from '../../management-api/resources.js';

/** The address of the working copies, those that were saved last first. */
export const COPIES_PATH = '/entry-copies';

/** The ids of those of the entries that have a working copy, by one request. @param ids of a page of a list: at most 100 */
export function useCopiedEntries(ids: readonly string[]): ReadonlySet<string> {
  const { data } = useQuery({
    queryKey: ['entries', 'copies', ids],
    queryFn: async () => {
      const query = new URLSearchParams(ids.map((id) => ['entry', id]));
      return (await managementApi.get<List<EntryCopy>>(`${COPIES_PATH}?${query.toString()}`)).body.items;
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  return new Set(data?.map(({ entry }) => entry.id));
}
