import { t } from '@lingui/core/macro';
import { Button, Center } from '@mantine/core';
import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { managementApi } from '../management-api/management-api.js';
import type { List } from '../management-api/resources.js';

interface InfiniteListOptions<T> {
  /** The query parameter for `next` of the page before. */
  readonly cursorParameter?: 'cursor' | 'after';
  /** Milliseconds until all pages are fetched again while the page is visible; `false` for never. */
  readonly getRefetchInterval?: (pages: readonly List<T>[]) => number | false;
}

/**
 * An infinite query (TanStack Query) over the cursor pages of a list of the management API.
 *
 * @param path such as `/audit-log?action=setting.changed`
 */
export function useInfiniteList<T>(
  key: readonly unknown[],
  path: string,
  { cursorParameter = 'cursor', getRefetchInterval = () => false }: InfiniteListOptions<T> = {},
): UseInfiniteQueryResult<InfiniteData<List<T>>> {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: async ({ pageParam }) => {
      const separator = path.includes('?') ? '&' : '?';
      const query = pageParam === '' ? '' : `${separator}${cursorParameter}=${encodeURIComponent(pageParam)}`;
      return (await managementApi.get<List<T>>(path + query)).body;
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state: { data } }) => getRefetchInterval(data?.pages ?? []),
  });
}

export interface MoreButtonProps {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** The button that loads the next page of an infinite query; absent on the last page. */
export function MoreButton({ query }: MoreButtonProps): ReactNode {
  if (!query.hasNextPage) return null;
  return (
    <Center>
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t`Show more`}
      </Button>
    </Center>
  );
}
