import { t } from '@lingui/core/macro';
import { notifications } from '@mantine/notifications';
import type { UseMutationResult } from '@tanstack/react-query';
import { useAction } from '../../forms/use-action.js';
import { ApiError } from '../../http/api-error.js';
import { type Filter, toQueryString } from '../../jsonapi/query.js';
import { managementApi } from '../../management-api/management-api.js';
import type { Job } from '../../management-api/operations-resources.js';
import type { components } from '../../management-api/schema.js';
import type { Matching } from './bulk-consequence.js';

type NewBulkAction = components['schemas']['BulkAction.new'];

/** The entries that a bulk action is for. */
type BulkTarget = Pick<NewBulkAction, 'resourceType' | 'filter' | 'all'>;

/** All entries of a type that a search finds. */
export function toMatchingTarget(type: string, { filters, fulltext }: Matching): BulkTarget {
  return toTarget(type, filters, fulltext);
}

/** Entries with these ids. */
export function toIdsTarget(type: string, ids: readonly string[]): BulkTarget {
  return toTarget(type, [{ path: 'id', operator: 'IN', value: ids }]);
}

function toTarget(type: string, filters: readonly Filter[], fulltext?: string): BulkTarget {
  // Brackets as they are: the filter of 100 ids is short enough then.
  const filter = toQueryString({ filters, fulltext })
    .slice(1)
    .replace(/%5B|%5D/g, (code) => (code === '%5B' ? '[' : ']'));
  return filter === '' ? { resourceType: type, all: true } : { resourceType: type, filter };
}

/**
 * Performs a bulk action by a job. A job that runs for the type already is shown instead.
 *
 * @param onJob called with the id of the job
 */
export function useBulkJob(
  onJob: (id: string) => void,
  options: { readonly toastErrors?: boolean } = {},
): UseMutationResult<string, Error, () => NewBulkAction> {
  return useAction({
    mutationFn: async (create: () => NewBulkAction): Promise<string> => {
      try {
        return (await managementApi.post<Job>('/bulk-actions', create())).body.id;
      } catch (error) {
        const running = error instanceof ApiError ? error.more['job'] : undefined;
        if (typeof running !== 'string') throw error;
        notifications.show({ message: t`Another bulk action runs for these entries`, color: 'orange' });
        return running;
      }
    },
    invalidates: [['jobs']],
    onSuccess: onJob,
    ...options,
  });
}
