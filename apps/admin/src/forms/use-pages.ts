import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { manage } from '../manage/manage.js';
import type { List } from '../manage/shapes.js';

/**
 * A list that comes page by page.
 *
 * @param path with its own parameters, beginning with `?`, or without
 */
export function usePages<T>(
  key: readonly unknown[],
  path: string,
): UseInfiniteQueryResult<InfiniteData<List<T>>> {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: async ({ pageParam }) => {
      const separator = path.includes('?') ? '&' : '?';
      const query = pageParam === '' ? '' : `${separator}cursor=${encodeURIComponent(pageParam)}`;
      return (await manage.get<List<T>>(path + query)).body;
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}
