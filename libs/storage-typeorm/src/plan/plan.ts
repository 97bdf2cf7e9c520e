import type {
  EntryQuery,
  EntrySelection,
  FullTextSearch,
  IndexValue,
  KeysetBound,
  KeysetQuery,
  Sort,
} from '@content-service/entries';
import type { FilterPlan, SearchPlan } from './filter-plan.js';
import type { ROW_COSTS } from './costs.js';
import type { IndexedValue, TypeIndexSchema } from '../index-tables/index-schema.js';
import type { PathPlan } from './plan-path.js';

// Plans are values: they contain decisions, names and values of the query, and neither SQL nor behaviour. `sql/page-to-sql.ts` writes
// their statements.

/** A page of the entries of a type: by offset, or next to a position. */
export interface PageQuery extends EntrySelection {
  readonly sort: readonly Sort[];
  /** As in `EntryQuery`. */
  readonly ranking?: FullTextSearch | undefined;
  readonly window: Window;
}

/** The rows of a page among the ordered ones. */
export type Window =
  | { readonly kind: 'offset'; readonly offset: number; readonly limit: number }
  | { readonly kind: 'keyset'; readonly bound: KeysetBound | undefined; readonly limit: number };

export function toOffsetPage(query: EntryQuery): PageQuery {
  const { type, filter, publishedOnly, sort, ranking, offset, limit } = query;
  return { type, filter, publishedOnly, sort, ranking, window: { kind: 'offset', offset, limit } };
}

export function toKeysetPage({ type, filter, publishedOnly, sort, bound, limit }: KeysetQuery): PageQuery {
  return { type, filter, publishedOnly, sort, window: { kind: 'keyset', bound, limit } };
}

/** Rows that a page needs: those before it, its own, and one more. */
export function countNeededRows({ window }: Pick<PageQuery, 'window'>): number {
  return (window.kind === 'offset' ? window.offset : 0) + window.limit + 1;
}

/** How a page of entries is found. */
export interface PagePlan {
  /** Accesses are tried in this order: one that finds fewer rows than a page and one more is followed by the next. */
  readonly accesses: readonly PageAccess[];
  /** Entries of the page. */
  readonly limit: number;
}

export type PageAccess = RowAccess | GroupAccess | RelevanceAccess;

/** What the planner expects of reading rows. */
export interface Estimate {
  /** Rows that are read; `undefined` when they depend on how many rows meet a filter, which is not known. */
  readonly rows: number | undefined;
  /** Milliseconds by `COSTS`. */
  readonly milliseconds: number | undefined;
}

interface Access {
  readonly type: TypeIndexSchema;
  readonly publishedOnly: boolean;
  /** Conditions on the rows that are read. */
  readonly filter: FilterPlan;
  readonly window: Window;
  /** Whether many rows may be read, so that SQLite does it in another process (`database/reader-pool.ts`). */
  readonly isHeavy: boolean;
  readonly estimate: Estimate;
}

interface OrderedAccess extends Access {
  readonly order: OrderPlan;
  /**
   * The row whose first sort key is read before, from its index, so that the page sorts only the rows up to it and those with
   * the same key. If fewer rows than a page and one more are found then, the page is read without it.
   */
  readonly sortBound: number | bigint | undefined;
}

/**
 * Rows of the type's table in the order of the page.
 * - `order`: read from the index of the order, as many as the page has
 * - `prefix`: read from the index of the first key, and sorted within equal keys
 * - `lookup`: few are found by an index that answers the filter, and sorted
 * - `scan`: all that may meet the filter are read, and those that do are sorted
 */
export interface RowAccess extends OrderedAccess {
  readonly kind: 'order' | 'prefix' | 'lookup' | 'scan';
}

/** The index of an order, whose rows are compared with a large group that all rows of the page belong to. */
export interface GroupAccess extends OrderedAccess {
  readonly kind: 'group';
  readonly members: GroupMembers;
  readonly comparison: GroupComparison;
  /** The end of the rows of the order that are read, published or not; `undefined` for all rows. */
  readonly reach: Reach | undefined;
  /** The first sort keys, which the members have in common. */
  readonly keys: readonly (IndexValue | null)[];
}

interface Reach {
  /** The number of the last row, counted from 1. */
  readonly row: number;
  /** Whether unpublished rows do not count. */
  readonly publishedOnly: boolean;
}

/** The entries of a group: those that meet a filter, or have a first sort key in common. */
export type GroupMembers =
  | { readonly kind: 'filter'; readonly filter: FilterPlan }
  | { readonly kind: 'key'; readonly key: SortKeyPlan; readonly value: IndexValue | null };

export type GroupComparison = keyof typeof ROW_COSTS;

/** The matches of a search, the most relevant first. */
export interface RelevanceAccess extends Access {
  readonly kind: 'relevance';
  readonly search: SearchPlan;
}

/** The order of a page: its keys, then creation order and id. */
export interface OrderPlan {
  /** One for each sort of the query. */
  readonly keys: readonly SortKeyPlan[];
  /** Whether rows are read from the end, for a page before a position. */
  readonly isReversed: boolean;
  /**
   * The rows, part after part. Each part can be read from an index; parts that are several are merged. Where unpublished
   * entries sort as if they had no value, they are a part: a single order by `CASE` could not be read from an index.
   */
  readonly parts: readonly OrderPart[];
}

export interface OrderPart {
  readonly state: 'any' | 'published' | 'unpublished';
  /**
   * - `all`: every row
   * - `behind`: those behind the bound of the window
   * - `behind with a value`, `without a value`: two parts of them, by the first key, for engines that have no index for both
   */
  readonly range: 'all' | 'behind' | 'behind with a value' | 'without a value';
}

export interface SortKeyPlan {
  /** As the client wrote it. */
  readonly path: string;
  readonly source: SortKeySource;
  readonly storedAs: 'bytes' | 'integer' | 'float';
  readonly direction: Sort['direction'];
  readonly isNullable: boolean;
  /** Whether unpublished rows sort as if they had no value. */
  readonly hidesUnpublished: boolean;
}

/** Where the value of a sort key is read. */
export type SortKeySource =
  | { readonly kind: 'id' }
  | { readonly kind: 'column'; readonly value: IndexedValue }
  /** The least or greatest value of a path, for each row. */
  | { readonly kind: 'extreme'; readonly path: PathPlan }
  /** No row has a value. */
  | { readonly kind: 'none' };

/** How a total is found. */
export interface CountPlan {
  /**
   * - `counter`: kept by every write (`entries/entry-counts.ts`)
   * - `list`: the ids of a subquery are counted, without the table of the type
   * - `rows`: rows of the table are counted
   */
  readonly kind: 'counter' | 'list' | 'rows';
  readonly type: TypeIndexSchema;
  readonly publishedOnly: boolean;
  readonly filter: FilterPlan;
  readonly isHeavy: boolean;
  readonly estimate: Estimate;
}
