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
  isIdInSubquery,
  orderToSql,
  type PageOrder,
  selectionToSql,
  sortKeyToSql,
} from './query-to-sql.js';
import { isOwnIndexedValue } from './sort-bound.js';

/** Of a row that a subquery finds: its own row and that of the entry are looked up. */
const LINKED_ROW_COST = 5;

/** What a page selects, and its order. */
type SortedQuery = EntrySelection & { readonly sort: readonly Sort[] };

/** A row with the first sort key. */
export interface FirstKeyRow {
  readonly first_key: Buffer | number | null;
}

/** Rows of a type that have a value in common, all of which an engine would sort for a page. */
export interface RowGroup {
  /** Counts the rows as `total`, or what leads to them, and stops at `maximum`. */
  readonly count: (maximum: number) => Sql;
  /** How many rows of the index of an order are read in the time in which one of the group is found and sorted. */
  readonly rowCost: number;
  /** What remains of the query within the group. */
  readonly remaining: Pick<SortedQuery, 'filter' | 'sort'>;
  /** Restricts an order of all rows to the group, to be read from the index of that order. */
  readonly restrict: (order: PageOrder) => PageOrder;
  /** The sort keys that the rows have in common. */
  readonly keys: readonly (IndexValue | null)[];
}

/**
 * The rows of a filter by values with an index, or by those of other tables, in an order by one value with an index, where
 * the engine does not choose the better index.
 */
export function findFilteredGroup(query: SortedQuery, writer: QueryWriter): RowGroup | undefined {
  const { filter, sort } = query;
  const entry = getRootTable(query, writer);
  if (filter === undefined || entry === undefined) return undefined;
  if (sort.length > 1 || !sort.every(isOwnIndexedValue) || hidesUnpublished(query, sort)) return undefined;
  const condition = filterToSql(filter, entry, writer);
  const group = { entry, writer, condition, keys: [], remaining: { filter: undefined, sort } };
  if (isIdInSubquery(condition)) return { ...createGroup(query, group), ...countRows(condition, writer) };
  if (writer.dialect.choosesIndexByLimit || !isIndexLookupOfOwnValues(filter)) return undefined;
  return createGroup(query, group);
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
  if (!isOwnIndexedValue(first) || !isOwnIndexedValue(second)) return undefined;
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

/** The size of a group by the rows of its subquery, whether those that they lead to are published or not. */
function countRows({ column, rows }: InSubquery, writer: QueryWriter): Pick<RowGroup, 'count' | 'rowCost'> {
  return {
    count: (maximum) => sql`SELECT ${writer.toColumns([raw('COUNT(*) AS total')])}
      FROM (SELECT ${column} FROM ${rows} LIMIT ${maximum}) g`,
    rowCost: LINKED_ROW_COST,
  };
}

interface GroupOptions extends Pick<RowGroup, 'remaining' | 'keys'> {
  readonly entry: TableRef;
  readonly writer: QueryWriter;
  /** Of the rows of the group. */
  readonly condition: Sql;
}

function createGroup(
  { type, publishedOnly }: SortedQuery,
  { entry, writer, condition, remaining, keys }: GroupOptions,
): RowGroup {
  const inGroup = all([selectionToSql({ type, publishedOnly }, entry, writer), condition]);
  return {
    count: (maximum) => sql`SELECT COUNT(*) AS total
      FROM (SELECT e.id FROM ${raw(`${entry.type.table} e`)} WHERE ${inGroup} LIMIT ${maximum}) g`,
    rowCost: 1,
    remaining,
    restrict: (order) => ({
      ...order,
      getOrderConditions: (sortKeys) =>
        order
          .getOrderConditions(sortKeys)
          .map((others) => all([writer.dialect.withoutIndex(condition), others])),
      byFirstKey: true,
    }),
    keys,
  };
}
