import { plural, t } from '@lingui/core/macro';
import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { jsonApi } from '../../jsonapi/json-api.js';
import type { Filter } from '../../jsonapi/query.js';
import { STATUS } from '../resource-type.js';

/** All entries that a search finds. */
export interface Matching {
  readonly count: number;
  readonly filters: readonly Filter[];
  /** The words that they contain. */
  readonly fulltext: string | undefined;
}

/** The entries that an action is for. */
export interface BulkScope {
  readonly ids: readonly string[];
  /** The published ones among them, and others of the page. */
  readonly published: ReadonlySet<string>;
  /** Whether the action is for all matching entries instead of those with `ids`. */
  readonly isAll: boolean;
  readonly matching: Matching;
}

/** Selected entries from which on an action is asked about, as it always is for all that match. */
export const ASKED_MINIMUM = 25;

/** Entries from which on a question is answered by typing. */
export const TYPED_MINIMUM = 1000;

/** The publication that an action leads to. */
export const WANTED = { publish: true, unpublish: false } as const;

interface ConsequenceProps extends BulkScope {
  readonly action: keyof typeof WANTED;
  readonly type: string;
}

/** What publication, or its end, changes for readers: for how many entries. */
export function Consequence(props: ConsequenceProps): ReactNode {
  const { action, ids, published, isAll, matching } = props;
  const counted = useChangedCount(props);
  if (isAll && counted.isPending) return <Skeleton height={40} />;
  const count = isAll ? counted.data : ids.filter((id) => published.has(id) !== WANTED[action]).length;
  // Whether the action is performed does not depend on the numbers.
  if (count === undefined) return t`How many of them change for readers is not known at the moment.`;
  const unchanged = (isAll ? matching.count : ids.length) - count;
  return (
    <Stack gap="sm">
      <div>{CHANGED[action](count)}</div>
      {unchanged > 0 && <div>{UNCHANGED[action](unchanged)}</div>}
    </Stack>
  );
}

const CHANGED: Readonly<Record<keyof typeof WANTED, (count: number) => string>> = {
  publish: (count) =>
    plural(count, {
      one: '# draft becomes visible to readers, also if it was meant for later.',
      other: '# drafts become visible to readers, also those that were meant for later.',
    }),
  unpublish: (count) =>
    plural(count, {
      one: '# published entry disappears for readers.',
      other: '# published entries disappear for readers.',
    }),
};

const UNCHANGED: Readonly<Record<keyof typeof WANTED, (count: number) => string>> = {
  publish: (count) => plural(count, { one: '# is published already.', other: '# are published already.' }),
  unpublish: (count) =>
    plural(count, { one: '# is not published anyway.', other: '# are not published anyway.' }),
};

/** How many of the entries are published. */
export function usePublishedCount(
  type: string,
  { ids, published, isAll, matching }: BulkScope,
): { readonly count: number | undefined; readonly isPending: boolean } {
  const counted = useChangedCount({ action: 'unpublish', type, isAll, matching });
  if (!isAll) return { count: ids.filter((id) => published.has(id)).length, isPending: false };
  return { count: counted.data, isPending: counted.isPending };
}

/** How many of the matching entries an action changes. */
function useChangedCount({
  action,
  type,
  isAll,
  matching,
}: Pick<ConsequenceProps, 'action' | 'type' | 'isAll' | 'matching'>) {
  const status = { path: STATUS, operator: '=', value: WANTED[action] ? '0' : '1' };
  const { fulltext } = matching;
  const filters = [...matching.filters, status];
  return useQuery({
    queryKey: ['entries', type, 'count', filters, fulltext],
    queryFn: async () => {
      const { meta } = await jsonApi.find(type, {
        filters,
        fulltext,
        limit: 1,
        fields: { [type]: [STATUS] },
      });
      return Number(meta?.count ?? 0);
    },
    enabled: isAll,
  });
}
