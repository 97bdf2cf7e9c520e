import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureNotice } from './failure-notice.js';

interface LoadedProps<T> {
  readonly query: UseQueryResult<T>;
  readonly children: (found: T) => ReactNode;
}

/** What a query found; before that that it is on its way, or why it will not come. */
export function Loaded<T>({ query, children }: LoadedProps<T>): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null)
    return <FailureNotice failure={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Stack aria-label="Loading" aria-busy role="status">
      <Skeleton height={44} />
      <Skeleton height={44} />
      <Skeleton height={44} />
    </Stack>
  );
}
