import type { EntrySelection, Sort } from '@content-service/entries';
import { all, raw, type Sql, sql, TRUE } from '../database/sql.js';
import { hasIndex, type QueryWriter, type TableRef } from './joins.js';
import { KEY_CODECS, OPPOSITE, parseKey, reversed, toComparisons } from './keyset-to-sql.js';
import {
  getRootTable,
  hasValue,
  hidesUnpublished,
  orderToSql,
  type PageOrder,
  selectionToSql,
  type SortKey,
  sortKeyToSql,
} from './query-to-sql.js';

export interface SortBoundRow {
  readonly bound: Buffer | number | null;
}

export interface SortBound {
  /** Selects the first key of the order in one row, read from its index; no row when there are fewer. */
  readonly statement: Sql;
  /** The order with the condition that the first key is not behind that of the row. */
  readonly limitOrder: (row: SortBoundRow) => PageOrder;
}

/**
 * The bound of a page. For engines that would sort all rows of the type because the index gives the first key of the order
 * alone (`Dialect.sortsWithinEqualKeys`): with the bound they sort the rows of the page and those whose first key equals that
 * of the last.
 *
 * @returns `undefined` for a query with a filter, and where an index gives the whole order or none gives the first key
 */
export function sortBoundToSql(
  query: SortedSelection,
  pageOrder: PageOrder,
  writer: QueryWriter,
): SortBound | undefined {
  const [first, ...others] = query.sort;
  if (query.filter !== undefined) return undefined;
  if (writer.dialect.sortsWithinEqualKeys && pageOrder.byFirstKey !== true) return undefined;
  const entry = getRootTable(query, writer);
  if (entry === undefined || first === undefined || !isOwnIndexedValue(first, entry, writer))
    return undefined;
  const order = pageOrder.completeOrder(query.sort.map((sort) => sortKeyToSql(sort, entry, writer)));
  if (others.length === 0 && isIndexOrder(first, order)) return undefined;
  return boundAtToSql(query, pageOrder, writer, pageOrder.limit);
}

/**
 * The bound by the row of a number, counted from 1, of an order with one condition.
 *
 * @returns `undefined` for an unknown type, or an order by nothing
 */
export function boundAtToSql(
  query: SortedSelection,
  pageOrder: PageOrder,
  writer: QueryWriter,
  row: number | bigint,
): SortBound | undefined {
  const entry = getRootTable(query, writer);
  if (entry === undefined) return undefined;
  const order = pageOrder.completeOrder(query.sort.map((sort) => sortKeyToSql(sort, entry, writer)));
  const [key] = order;
  if (key === undefined || !hasValue(key)) return undefined;
  const { select } = KEY_CODECS[key.storedAs];
  const where = all([
    // The entries without a value come from an index of their own.
    hidesUnpublished(query, query.sort) ? writer.publishedCondition('e') : TRUE,
    selectionToSql(query, entry, writer),
    ...pageOrder.getOrderConditions(order),
  ]);
  return {
    statement: sql`SELECT ${writer.toColumns([sql`${select(key.value, writer.dialect)} AS bound`])}
      FROM ${raw(`${entry.type.table} e`)} WHERE ${where}
      ORDER BY ${orderToSql([key], writer.dialect)} LIMIT 1 OFFSET ${BigInt(row) - 1n}`,
    limitOrder: (found) => limitOrder(pageOrder, found),
  };
}

type SortedSelection = EntrySelection & { readonly sort: readonly Sort[] };

/** Whether an index of the type's own table has the values. */
export function isOwnIndexedValue({ path }: Sort, { type }: TableRef, writer: QueryWriter): boolean {
  const { steps, end } = path;
  if (steps.length > 0 || end.kind === 'id' || end.multiple || !hasIndex(path)) return false;
  return end.types.includes(type.name) && writer.findValue(type, end)?.placement === 'column';
}

/** Whether the index of a value gives the order, read from its beginning or its end (`index-tables/type-tables.ts`). */
function isIndexOrder({ path }: Sort, order: readonly SortKey[]): boolean {
  const isTimestamp = path.end.kind === 'property' && path.end.property.kind === 'timestamp';
  const [first, ...others] = order.map(({ direction }) => direction);
  const inIndex = isTimestamp && first !== undefined ? OPPOSITE[first] : first;
  return others.every((direction) => direction === inIndex);
}

function limitOrder(pageOrder: PageOrder, { bound }: SortBoundRow): PageOrder {
  return {
    ...pageOrder,
    getOrderConditions: (order) => {
      const conditions = pageOrder.getOrderConditions(order);
      const [key] = order;
      if (key === undefined || !hasValue(key)) return conditions;
      const { bind } = KEY_CODECS[key.storedAs];
      const value = parseKey(bound, key.storedAs);
      const { reachesBound } = toComparisons(reversed(key), value === null ? null : bind(value));
      return conditions.map((condition) => all([condition, reachesBound]));
    },
  };
}
