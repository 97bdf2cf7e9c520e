import type { EntrySelection, FullTextSearch } from '@content-service/entries';
import type { Dialect } from '../dialects/dialect.js';
import type { TypeIndexSchema } from '../index-tables/index-schema.js';
import { type Catalog, hasIndex } from './catalog.js';
import { COSTS, THRESHOLDS } from './costs.js';
import { isNarrow, needsSubquery } from './filter-cost.js';
import { ALWAYS, type FilterPlan, isListOfIds } from './filter-plan.js';
import {
  countNeededRows,
  type CountPlan,
  type Estimate,
  type GroupAccess,
  type GroupComparison,
  type GroupMembers,
  type PageAccess,
  type PagePlan,
  type PageQuery,
  type RowAccess,
  type Window,
} from './plan.js';
import { locateProperties, planFilter } from './plan-filter.js';
import { type GroupSize, type PageStatistics, planGroupScans } from './plan-group.js';
import { planOrder, planSortBound } from './plan-order.js';
import type { TableStatistics } from './statistics.js';

/**
 * Plans a page.
 *
 * @returns a plan without an access where the type is unknown, or has no words to search
 * @throws SearchIndexIncomplete
 */
export function planPage(query: PageQuery, statistics: PageStatistics, dialect: Dialect): PagePlan {
  const { limit } = query.window;
  const type = statistics.catalog.findType(query.type);
  if (type === undefined) return { accesses: [], limit };
  const context = { query, type, statistics, dialect };
  if (query.ranking !== undefined) return { accesses: planRelevance(context, query.ranking), limit };
  const group = statistics.group && planLargeGroup(context, statistics.group);
  return { accesses: [...(group === undefined ? [] : [group]), planRows(context)], limit };
}

interface PageContext {
  readonly query: PageQuery;
  readonly type: TypeIndexSchema;
  readonly statistics: PageStatistics;
  readonly dialect: Dialect;
}

/** The matches of a search by relevance; the filter is without the search, whose matches the statement begins with. */
function planRelevance(
  { query, type, statistics: { catalog } }: PageContext,
  search: FullTextSearch,
): readonly PageAccess[] {
  const { filter, publishedOnly, window } = query;
  const properties = locateProperties(search, type, catalog);
  if (properties === undefined) return [];
  const rest = filter === undefined ? undefined : withoutSearch(filter, search);
  return [
    {
      kind: 'relevance',
      type,
      publishedOnly,
      filter: rest === undefined ? ALWAYS : planFilter(rest, type, catalog),
      search: { kind: 'search', search, properties },
      window,
      isHeavy: isHeavyPage(query, getOffset(window)),
      estimate: UNKNOWN,
    },
  ];
}

type Filter = NonNullable<EntrySelection['filter']>;

function withoutSearch(filter: Filter, search: Filter): Filter {
  if (filter === search) return { kind: 'group', conjunction: 'AND', members: [] };
  if (filter.kind !== 'group' || filter.conjunction === 'OR') return filter;
  return { ...filter, members: filter.members.filter((member) => member !== search) };
}

/** Reads the rows of the page, from an index where there is one. */
function planRows({ query, type, statistics, dialect }: PageContext): RowAccess {
  const { catalog, total } = statistics;
  const order = planOrder(query, type, catalog, dialect);
  const kind = chooseRowAccess(query);
  const neededRows = countNeededRows(query);
  return {
    kind,
    type,
    ...planSelection(query, type, catalog),
    order,
    window: query.window,
    sortBound: planSortBound(query, toRowLimit(query.window), false, order, { type, catalog, dialect }),
    isHeavy: isHeavyPage(query, getOffset(query.window)),
    estimate: estimateRows(kind, neededRows, total, statistics.group),
  };
}

/** Reads the index of an order and compares its rows with a group, if that takes less time than sorting the members. */
function planLargeGroup(
  { query, type, statistics, dialect }: PageContext,
  counted: GroupSize,
): GroupAccess | undefined {
  const { catalog, total } = statistics;
  const { size, group } = counted;
  const neededRows = countNeededRows(query);
  const scan = planGroupScans(group, neededRows, total).findLast(({ minimumSize }) => size >= minimumSize);
  if (scan === undefined) return undefined;
  const keys = group.kind === 'key' ? [counted.firstKey ?? null] : [];
  const sort = query.sort.slice(keys.length);
  const remaining = { ...query, filter: undefined, sort, window: skipKeys(query.window, keys.length) };
  const order = planOrder(remaining, type, catalog, dialect);
  const reach = Math.ceil((THRESHOLDS.reach * neededRows * total) / size);
  return {
    kind: 'group',
    type,
    publishedOnly: query.publishedOnly,
    filter: ALWAYS,
    members: toMembers(counted),
    comparison: scan.comparison,
    reach:
      reach < total
        ? { row: reach, publishedOnly: remaining.sort.some((key) => key.publishedOnly) }
        : undefined,
    keys,
    // The rows without a value lie beyond the reach.
    order: { ...order, parts: order.parts.slice(0, 1) },
    window: remaining.window,
    sortBound: planSortBound(remaining, toRowLimit(query.window), true, order, { type, catalog, dialect }),
    isHeavy: true,
    estimate: estimateScan(scan.comparison, (neededRows * total) / size, size),
  };
}

function toMembers({ group, firstKey = null }: GroupSize): GroupMembers {
  return group.kind === 'filter' ? group : { ...group, value: firstKey };
}

/** The window behind the bound without its first keys. */
function skipKeys(window: Window, count: number): Window {
  if (window.kind === 'offset' || window.bound === undefined) return window;
  const { position } = window.bound;
  return {
    ...window,
    bound: { ...window.bound, position: { ...position, keys: position.keys.slice(count) } },
  };
}

function planSelection(
  { filter, publishedOnly }: EntrySelection,
  type: TypeIndexSchema,
  catalog: Catalog,
): { readonly publishedOnly: boolean; readonly filter: FilterPlan } {
  return { publishedOnly, filter: filter === undefined ? ALWAYS : planFilter(filter, type, catalog) };
}

/** As `countNeededRows`; offsets can be so large that only a bigint has the sum. */
function toRowLimit(window: Window): number | bigint {
  return window.kind === 'offset' ? BigInt(window.offset) + BigInt(window.limit) + 1n : window.limit + 1;
}

const getOffset = (window: Window): number => (window.kind === 'offset' ? window.offset : 0);

type SortedSelection = EntrySelection & Pick<PageQuery, 'sort'>;

function chooseRowAccess({ filter, sort }: SortedSelection): RowAccess['kind'] {
  if (sort.some(needsSubquery)) return 'scan';
  if (filter !== undefined) return isNarrow(filter) ? 'lookup' : 'scan';
  const [first, ...others] = sort;
  if (first === undefined) return 'order';
  if (!hasIndex(first.path)) return 'scan';
  return others.length === 0 ? 'order' : 'prefix';
}

const HEAVY_ACCESSES: ReadonlySet<PageAccess['kind']> = new Set(['prefix', 'scan']);

/**
 * Whether finding a page may read many rows, estimated from the query alone. It does not when
 * - the filter is narrow (or there is none), and
 * - the order is that of an index, or the filter left little to sort, and
 * - the offset is small.
 */
export function isHeavyPage(query: SortedSelection, offset = 0): boolean {
  return offset > THRESHOLDS.offsetRows || HEAVY_ACCESSES.has(chooseRowAccess(query));
}

const UNKNOWN: Estimate = { rows: undefined, milliseconds: undefined };

function estimateRows(
  kind: RowAccess['kind'],
  neededRows: number,
  total: number,
  counted: GroupSize | undefined,
): Estimate {
  if (kind === 'order') return toEstimate(neededRows, COSTS.orderRow);
  if (counted !== undefined) return toEstimate(counted.size, COSTS.entryLookup);
  return kind === 'scan' && total > 0 ? toEstimate(total, COSTS.sortedRow) : UNKNOWN;
}

function estimateScan(comparison: GroupComparison, rows: number, size: number): Estimate {
  const listed = comparison === 'list' ? toMilliseconds(size * COSTS.subqueryRow) : 0;
  const rowCost = comparison === 'probe' ? COSTS.entryLookup : COSTS.orderRow;
  const { milliseconds = 0, ...estimate } = toEstimate(Math.ceil(rows), rowCost);
  return { ...estimate, milliseconds: milliseconds + listed };
}

const toEstimate = (rows: number, rowCost: number): Estimate => ({
  rows,
  milliseconds: toMilliseconds(rows * rowCost),
});

const toMilliseconds = (microseconds: number): number => microseconds / 1000;

/** Plans a total; `undefined` for an unknown type. @throws SearchIndexIncomplete */
export function planCount(selection: EntrySelection, statistics: TableStatistics): CountPlan | undefined {
  const { catalog, total } = statistics;
  const type = catalog.findType(selection.type);
  if (type === undefined) return undefined;
  const { publishedOnly, filter } = planSelection(selection, type, catalog);
  const isHeavy = isHeavyCount(selection, total);
  const count = { type, publishedOnly, filter, isHeavy };
  if (selection.filter === undefined)
    return { kind: 'counter', ...count, estimate: { rows: undefined, milliseconds: undefined } };
  // The rows of a property are of entries of one type, and are written in one transaction with the rows of its table.
  if (!publishedOnly && isListOfIds(filter)) return { kind: 'list', ...count, estimate: UNKNOWN };
  const isScan = !isNarrow(selection.filter) && total > 0;
  return { kind: 'rows', ...count, estimate: isScan ? toEstimate(total, COSTS.countedRow) : UNKNOWN };
}

/**
 * Whether counting may read many rows.
 *
 * @param total how many entries the type was last seen to have; 0 when it was not counted yet
 */
export function isHeavyCount({ filter }: EntrySelection, total: number): boolean {
  return total > THRESHOLDS.countedEntries || (filter !== undefined && !isNarrow(filter));
}
