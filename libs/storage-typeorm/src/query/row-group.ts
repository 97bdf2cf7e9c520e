import type { EntrySelection, IndexValue, Sort } from '@content-service/entries';
import { all, raw, type Sql, sql } from '../database/sql.js';
import { filterToSql } from './filter-to-sql.js';
import type { InSubquery, QueryWriter, TableRef } from './joins.js';
import { KEY_CODECS, parseKey } from './keyset-to-sql.js';
import { isIndexLookupOfOwnValues } from './query-cost.js';
import {
  getRootTable,
  hasValue,
  hidesUnpublished,
  isSubqueryOfIds,
  orderToSql,
  type PageOrder,
  selectionToSql,
  sortKeyToSql,
} from './query-to-sql.js';
import { isOwnIndexedValue } from './sort-bound.js';

/** What a page selects, and its order. */
type SortedQuery = EntrySelection & { readonly sort: readonly Sort[] };

/** A row with the first sort key. */
export interface FirstKeyRow {
  readonly first_key: Buffer | number | null;
}

/** Rows of a type that have a value in common, all of which an engine would sort for a page. */
export interface RowGroup {
  /** Counts the rows as `total`, and stops at `maximum`. The count may be too high: it is for the choice of a scan. */
  readonly count: (maximum: number) => Sql;
  /** Whether counting may read many rows, whatever the maximum is. */
  readonly isHeavyCount: boolean;
  /** Groups are not counted that may have more rows. */
  readonly countMaximum: number;
  /** What remains of the query within the group. */
  readonly remaining: Pick<SortedQuery, 'filter' | 'sort'>;
  /** Each is for larger groups than the one before. */
  readonly scans: readonly GroupScan[];
  /** The sort keys that the rows have in common. */
  readonly keys: readonly (IndexValue | null)[];
}

/** How the rows of a group are found in the order of all rows, which is read from its index. */
export interface GroupScan {
  /** How many rows of the index are read in the time that one row of the group takes otherwise. */
  readonly rowCost: number;
  /** Restricts an order of all rows to the group. */
  readonly restrict: (order: PageOrder) => PageOrder;
}

/**
 * The rows of a filter by values with an index, linkage or multi-valued properties, in an order by one value with an index,
 * where the engine does not choose the better index.
 */
export function findFilteredGroup(query: SortedQuery, writer: QueryWriter): RowGroup | undefined {
  const { filter, sort } = query;
  const entry = getRootTable(query, writer);
  if (filter === undefined || entry === undefined) return undefined;
  if (sort.length > 1 || hidesUnpublished(query, sort)) return undefined;
  if (!sort.every((key) => isOwnIndexedValue(key, entry, writer))) return undefined;
  const condition = filterToSql(filter, entry, writer);
  const members = { keys: [], remaining: { filter: undefined, sort } };
  if (isSubqueryOfIds(condition)) return createLinkedGroup(condition, writer, members);
  if (writer.dialect.choosesIndexByLimit || !isIndexLookupOfOwnValues(filter)) return undefined;
  return createGroup(query, { entry, writer, condition, ...members });
}

/** The rows with the same first sort key, of an order by two values of the entries or more. */
export interface FirstKeyGroup {
  /** Selects the key of the first row, a `FirstKeyRow`. */
  readonly firstKey: Sql;
  readonly parse: (row: FirstKeyRow) => IndexValue | null;
  readonly createGroup: (key: IndexValue | null) => RowGroup;
}

/** @returns `undefined` unless the first two keys have an index each */
export function findFirstKeyGroup(query: SortedQuery, writer: QueryWriter): FirstKeyGroup | undefined {
  const [first, second, ...others] = query.sort;
  const entry = getRootTable(query, writer);
  if (query.filter !== undefined || hidesUnpublished(query, query.sort) || entry === undefined)
    return undefined;
  if (first === undefined || second === undefined) return undefined;
  if (![first, second].every((key) => isOwnIndexedValue(key, entry, writer))) return undefined;
  const key = sortKeyToSql(first, entry, writer);
  if (!hasValue(key)) return undefined;
  const { select, bind } = KEY_CODECS[key.storedAs];
  return {
    firstKey: sql`SELECT ${select(key.value, writer.dialect)} AS first_key
      FROM ${raw(`${entry.type.table} e`)} WHERE ${selectionToSql(query, entry, writer)}
      ORDER BY ${orderToSql([key], writer.dialect)} LIMIT 1`,
    parse: (row) => parseKey(row.first_key, key.storedAs),
    createGroup: (value) => {
      const condition = value === null ? sql`${key.value} IS NULL` : sql`${key.value} = ${bind(value)}`;
      const remaining = { sort: [second, ...others] };
      return createGroup(query, { entry, writer, condition, keys: [value], remaining });
    },
  };
}

type GroupMembers = Pick<RowGroup, 'remaining' | 'keys'>;

interface GroupOptions extends GroupMembers {
  readonly entry: TableRef;
  readonly writer: QueryWriter;
  /** Of the rows of the group. */
  readonly condition: Sql;
}

function createGroup(
  { type, publishedOnly }: SortedQuery,
  { entry, writer, condition, ...members }: GroupOptions,
): RowGroup {
  const inGroup = all([selectionToSql({ type, publishedOnly }, entry, writer), condition]);
  return {
    count: (maximum) => sql`SELECT COUNT(*) AS total
      FROM (SELECT e.id FROM ${raw(`${entry.type.table} e`)} WHERE ${inGroup} LIMIT ${maximum}) g`,
    isHeavyCount: false,
    countMaximum: Infinity,
    scans: [createScan(1, writer.dialect.withoutIndex(condition))],
    ...members,
  };
}

// Row costs of linked groups follow from these times (MariaDB, a million entries): finding a row by the subquery takes 0.7 µs,
// and looking up its entry to sort it another 5 µs; a row of the index of an order takes 0.2 µs.

/** The ids of all rows are listed, and each row of the order is looked up in the list. */
const LISTED_ROW_COST = 5;

/** The subquery is run for each row of the order, which takes 5 µs, but no list is made. */
const PROBED_ROW_COST = 1 / 7;

/** Reading so many rows of a subquery takes about 0.1 s. */
const LINKED_COUNT_MAXIMUM = 100_000;

/** The count is that of the subquery: an entry counts once for each of its rows, whether it is published or not. */
function createLinkedGroup(condition: InSubquery, writer: QueryWriter, members: GroupMembers): RowGroup {
  return {
    count: (maximum) => sql`SELECT ${writer.toColumns([raw('COUNT(*) AS total')])}
      FROM (SELECT ${condition.foreignKey} FROM ${condition.rows} LIMIT ${maximum}) g`,
    isHeavyCount: true,
    countMaximum: LINKED_COUNT_MAXIMUM,
    scans: [
      createScan(LISTED_ROW_COST, writer.dialect.withoutIndex(condition)),
      createScan(PROBED_ROW_COST, condition.toCorrelated()),
    ],
    ...members,
  };
}

function createScan(rowCost: number, isInGroup: Sql): GroupScan {
  return {
    rowCost,
    restrict: (order) => ({
      ...order,
      getOrderConditions: (keys) => order.getOrderConditions(keys).map((others) => all([isInGroup, others])),
      byFirstKey: true,
    }),
  };
}
