import { t } from '@lingui/core/macro';
import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureNotice } from './failure-notice.js';

interface QueryBoundaryProps<T> {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
}

/** Renders the data of a query, a skeleton while it is pending, or its error with a button to retry. */
export function QueryBoundary<T>({ query, children }: QueryBoundaryProps<T>): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null)
    return <FailureNotice failure={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Stack aria-label={t`Loading`} aria-busy role="status">
      <Skeleton height={44} />
      <Skeleton height={44} />
      <Skeleton height={44} />
    </Stack>
  );
}
