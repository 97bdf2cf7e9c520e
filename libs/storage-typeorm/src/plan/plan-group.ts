import type { IndexValue } from '@content-service/entries';
import type { TypeIndexSchema } from '../index-tables/index-schema.js';
import type { Catalog } from './catalog.js';
import { ROW_COSTS, THRESHOLDS } from './costs.js';
import { isIndexLookupOfOwnValues } from './filter-cost.js';
import { isListOfIds } from './filter-plan.js';
import {
  countNeededRows,
  type GroupComparison,
  type GroupMembers,
  type PageQuery,
  type SortKeyPlan,
} from './plan.js';
import { planFilter } from './plan-filter.js';
import { hidesUnpublished, hasValues, isOwnIndexedValue, planSortKey } from './plan-order.js';
import type { TableStatistics } from './statistics.js';

/** Entries with a value in common, all of which an engine would sort for a page. */
export type RowGroup =
  /** Entries that a filter by linkage, multi-valued properties or values with an index selects. */
  | Extract<GroupMembers, { kind: 'filter' }>
  /** Entries that have a value of the first sort key of the page. */
  | { readonly kind: 'key'; readonly key: SortKeyPlan };

/** The group of a page; `undefined` where the engine chooses the better index by itself, or the type has few entries. */
export function planGroup(
  query: PageQuery,
  type: TypeIndexSchema,
  { catalog, total, largeType }: TableStatistics,
  choosesIndexByLimit: boolean,
): RowGroup | undefined {
  if (total < largeType || countNeededRows(query) > total) return undefined;
  if (query.ranking !== undefined || hidesUnpublished(query)) return undefined;
  return query.filter === undefined
    ? planGroupOfFirstKey(query, type, catalog)
    : planFilteredGroup(query, type, catalog, choosesIndexByLimit);
}

/** The entries of a filter, in an order by one value with an index. */
function planFilteredGroup(
  { filter: condition, sort }: PageQuery,
  type: TypeIndexSchema,
  catalog: Catalog,
  choosesIndexByLimit: boolean,
): RowGroup | undefined {
  if (condition === undefined || sort.length > 1) return undefined;
  if (!sort.every((key) => isOwnIndexedValue(key, type, catalog))) return undefined;
  const filter = planFilter(condition, type, catalog);
  if (isListOfIds(filter)) return { kind: 'filter', filter };
  if (choosesIndexByLimit || !isIndexLookupOfOwnValues(condition)) return undefined;
  return { kind: 'filter', filter };
}

/** The entries with the same first sort key, in an order by two values or more, of which the first two have an index each. */
function planGroupOfFirstKey(
  query: PageQuery,
  type: TypeIndexSchema,
  catalog: Catalog,
): RowGroup | undefined {
  const [first, second] = query.sort;
  if (first === undefined || second === undefined) return undefined;
  if (![first, second].every((key) => isOwnIndexedValue(key, type, catalog))) return undefined;
  const key = planSortKey(first, query, type, catalog);
  return hasValues(key) ? { kind: 'key', key } : undefined;
}

/** A way to read a group in the order of the page, which is faster than to sort its members from a size on. */
export interface GroupScan {
  readonly comparison: GroupComparison;
  readonly minimumSize: number;
}

/** The scans that a group allows; each is for larger groups than the one before. */
export function planGroupScans(group: RowGroup, neededRows: number, total: number): readonly GroupScan[] {
  const comparisons = isLinked(group) ? (['list', 'probe'] as const) : (['compare'] as const);
  return comparisons.map((comparison) => ({
    comparison,
    minimumSize: computeMinimumSize(comparison, neededRows, total),
  }));
}

/**
 * In the order of the page, `neededRows` members are found among `neededRows * total / size` rows. Reading those takes less time
 * than sorting `size` members if `size` is above the root of `neededRows * total / cost`; unless the values of the group and of
 * the order depend on each other, therefore the reach.
 */
function computeMinimumSize(comparison: GroupComparison, neededRows: number, total: number): number {
  return Math.ceil(Math.sqrt((neededRows * total) / ROW_COSTS[comparison]));
}

/** Whether the members are the rows of a subquery. */
function isLinked(group: RowGroup): boolean {
  return group.kind === 'filter' && isListOfIds(group.filter);
}

/** How a group is counted: up to the size from which on the last scan is chosen. */
export interface GroupCount {
  readonly maximum: number;
  readonly isHeavy: boolean;
}

/** @returns `undefined` for a group that takes too long to count */
export function planGroupCount(
  group: RowGroup,
  scans: readonly GroupScan[],
  isHeavyPage: boolean,
): GroupCount | undefined {
  const maximum = Math.max(...scans.map(({ minimumSize }) => minimumSize));
  if (!isLinked(group)) return { maximum, isHeavy: maximum > THRESHOLDS.groupRows };
  // A subquery may read many rows, whatever the maximum is.
  if (maximum > THRESHOLDS.linkedGroupRows) return undefined;
  return { maximum, isHeavy: isHeavyPage || maximum > THRESHOLDS.groupRows };
}

/** What was counted of a group. */
export interface GroupSize {
  readonly group: RowGroup;
  /** The first sort key that the members have in common. */
  readonly firstKey?: IndexValue | null;
  /** Members that were counted, at most the maximum of the count. */
  readonly size: number;
}

/** What a plan of a page is made from. */
export interface PageStatistics extends TableStatistics {
  /** The group of the page, if it was counted. */
  readonly group?: GroupSize | undefined;
}
