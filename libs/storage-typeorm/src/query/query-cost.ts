import type { Condition, EntryQuery, EntrySelection, Filter, Sort } from '@content-service/entries';
import { hasIndex } from './joins.js';

/** Rows that an offset may skip, each of which is read: about 0.1 ms. */
const OFFSET_MAXIMUM = 1000;

/** Entries of a type that a count may read from an index, at 24 ns each: about 1 ms. */
const COUNT_MAXIMUM = 50_000;

/** The members of a query that determine the cost of a page; keyset queries have no offset. */
type PageQuery = EntrySelection & Pick<EntryQuery, 'sort'> & Partial<Pick<EntryQuery, 'offset'>>;

/**
 * Whether finding a page may read many rows, estimated from the query alone. It does not when
 * - the filter is narrow (or there is none), and
 * - the order is that of an index, or the filter left little to sort, and
 * - the offset is small.
 */
export function isHeavyPage({ filter, sort, offset = 0 }: PageQuery): boolean {
  if (offset > OFFSET_MAXIMUM || sort.some(needsSubquery)) return true;
  if (filter !== undefined) return !isNarrow(filter);
  const [first, ...others] = sort;
  return first !== undefined && (others.length > 0 || !hasIndex(first.path));
}

/**
 * Whether counting may read many rows.
 *
 * @param total how many entries the type was last seen to have; 0 when it was not counted yet
 */
export function isHeavyCount({ filter }: EntrySelection, total: number): boolean {
  return total > COUNT_MAXIMUM || (filter !== undefined && !isNarrow(filter));
}

/** Whether a filter reads the type's own table alone, from an index. */
export function isIndexLookupOfOwnValues(filter: Filter): boolean {
  const { narrow, local } = estimateFilterCost(filter);
  return narrow && local && filter.kind !== 'nothing';
}

/** The rows that a filter reads. */
interface FilterCost {
  /** An index finds the few entries that can match. */
  readonly narrow: boolean;
  /** Evaluated on the row of the type's own table alone. */
  readonly local: boolean;
}

const isNarrow = (filter: Filter): boolean => estimateFilterCost(filter).narrow;

/**
 * In an AND group one narrow member is enough, as long as every other member is narrow or local. Each member is visited
 * once: a second visit on every level would double the work with each nested group.
 */
function estimateFilterCost(filter: Filter): FilterCost {
  switch (filter.kind) {
    case 'nothing':
      return { narrow: true, local: true };
    case 'fulltext':
      return { narrow: false, local: false };
    case 'condition':
      return {
        narrow: isIndexLookup(filter),
        local: filter.path.steps.length === 0 && !hasSeparateTable(filter.path),
      };
    case 'group': {
      const members = filter.members.map(estimateFilterCost);
      const local = members.every((member) => member.local);
      const everyNarrow = members.every(({ narrow }) => narrow);
      if (filter.conjunction === 'OR') return { narrow: everyNarrow, local };
      const someNarrow = members.some(({ narrow }) => narrow);
      return { narrow: someNarrow && members.every(({ narrow, local }) => narrow || local), local };
    }
  }
}

/** `=` and IN on the entry's own indexed values, or on the ids in its linkage. */
function isIndexLookup({ operator, path }: Condition): boolean {
  if (operator !== '=' && operator !== 'IN') return false;
  const isInLinkage = path.steps.length === 1 && path.end.kind === 'id';
  return isInLinkage || (path.steps.length === 0 && hasIndex(path));
}

/** Long texts and lists of values are stored in separate tables. */
function hasSeparateTable({ end }: Condition['path']): boolean {
  return end.kind === 'property' && (end.multiple || end.property.kind === 'text');
}

/** Whether the sort key needs a subquery for every row. */
function needsSubquery({ path }: Sort): boolean {
  return path.steps.length > 0 || hasSeparateTable(path);
}
