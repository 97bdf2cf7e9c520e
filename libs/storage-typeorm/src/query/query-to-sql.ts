import type { EntryQuery, EntrySelection, FieldPath, Sort } from '@content-service/entries';
import { all, join, raw, type Sql, sql, TRUE } from '../database/sql.js';
import type { Dialect } from '../dialects/dialect.js';
import { STORED_AS } from '../index-tables/index-key.js';
import { formatColumnName } from '../index-tables/index-schema.js';
import { EVENT_POSITION } from './filtered-totals.js';
import { filterToSql } from './filter-to-sql.js';
import { InSubquery, type QueryWriter, type TableRef } from './joins.js';
import { PathJoins } from './path-joins.js';
import { rankedIdsToSql } from './ranking-to-sql.js';

/** The order of a page by offset. */
export function toOffsetOrder({ offset, limit }: Pick<EntryQuery, 'offset' | 'limit'>): PageOrder {
  return {
    completeOrder: (partKeys) => [...partKeys, POSITION, ID],
    getOrderConditions: () => [TRUE],
    limit: BigInt(offset) + BigInt(limit) + 1n,
  };
}

/** Selects the `id`s of a window and of one entry behind it, in order; `undefined` when there is no such type. */
export function idsToSql(
  query: EntryQuery,
  writer: QueryWriter,
  pageOrder: PageOrder = toOffsetOrder(query),
): Sql | undefined {
  const entry = getRootTable(query, writer);
  if (entry === undefined) return undefined;
  if (query.ranking !== undefined) return rankedIdsToSql(query, query.ranking, entry, writer);
  const keys = query.sort.map((sort) => sortKeyToSql(sort, entry, writer));
  const { dialect } = writer;
  const from = orderedRows(query, { entry, writer, keys, ...pageOrder });
  return sql`SELECT ${writer.toColumns([from.id])} FROM ${from.rows}
    ORDER BY ${orderToSql(from.order, dialect)} LIMIT ${query.limit + 1} OFFSET ${query.offset}`;
}

/** Selects the `total` of a selection, and the `position` of the event log. */
export function countToSql(selection: EntrySelection, entry: TableRef, writer: QueryWriter): Sql {
  const condition = selectionToSql(selection, entry, writer);
  const select = (count: Sql, rows: Sql): Sql =>
    sql`SELECT ${writer.toColumns([sql`${count} AS total`, sql`${EVENT_POSITION} AS position`])} FROM ${rows}`;
  // The rows of a property are of entries of one type, and are written in one transaction with the rows of its table.
  return isSubqueryOfIds(condition)
    ? select(sql`COUNT(DISTINCT ${condition.foreignKey})`, condition.rows)
    : select(raw('COUNT(*)'), sql`${raw(entry.type.table)} e WHERE ${condition}`);
}

/** Whether a condition looks up the id of a row of the type's table in linkage, or in a table of multi-valued properties. */
export function isSubqueryOfIds(condition: Sql): condition is InSubquery {
  return condition instanceof InSubquery && condition.localKey.text === ID.value.text;
}

/** The rows of the type's table; `undefined` when there is no such type. */
export function getRootTable({ type: name }: EntrySelection, writer: QueryWriter): TableRef | undefined {
  const type = writer.findType(name);
  return type && { type, alias: 'e' };
}

/** The condition that a row belongs to the selection. */
export function selectionToSql(
  { filter, publishedOnly }: EntrySelection,
  entry: TableRef,
  writer: QueryWriter,
): Sql {
  return all([
    publishedOnly ? writer.publishedCondition('e') : TRUE,
    filter === undefined ? TRUE : filterToSql(filter, entry, writer),
  ]);
}

const tieBreaker = { direction: 'ascending', nullable: false } as const;
export const POSITION: SortKey = { ...tieBreaker, value: raw('e.position'), storedAs: 'integer' };
export const ID: SortKey = { ...tieBreaker, value: raw('e.id'), storedAs: 'bytes' };

/** The order of the rows of a page, and which of them may belong to it. */
export interface PageOrder {
  /** Appends the keys that make the order total. */
  readonly completeOrder: (keys: readonly SortKey[]) => readonly SortKey[];
  /** Further conditions on the columns of the order: the rows of the first come before those of the second. */
  readonly getOrderConditions: (order: readonly SortKey[]) => readonly Sql[];
  /** How many rows are needed at most, those that are skipped included. */
  readonly limit: number | bigint;
  /** Whether rows are to be read from the index of the first key, whatever the order conditions are. */
  readonly byFirstKey?: true;
}

interface OrderedQuery extends PageOrder {
  readonly entry: TableRef;
  readonly writer: QueryWriter;
  /** One for each sort of the query. */
  readonly keys: readonly SortKey[];
}

/** The FROM and WHERE clauses, and the columns of their rows. */
interface OrderedRows {
  readonly rows: Sql;
  readonly id: Sql;
  readonly position: Sql;
  /** One for each sort of the query. */
  readonly keys: readonly SortKey[];
  readonly order: readonly SortKey[];
}

/**
 * The rows of a selection with what they are ordered by. Where unpublished entries sort as if they had no value, they and
 * the published ones are two parts, each with its own order: a single order by `CASE` could not be read from an index.
 */
export function orderedRows(
  query: EntrySelection & { readonly sort: readonly Sort[] },
  { entry, writer, keys, completeOrder, getOrderConditions, limit }: OrderedQuery,
): OrderedRows {
  const table = raw(`${entry.type.table} ${entry.alias}`);
  const selection = selectionToSql(query, entry, writer);
  const hiddenKeys = keys.map((key, n) =>
    hidesUnpublished(query, query.sort.slice(n, n + 1)) ? toNullKey(key, writer.dialect) : key,
  );
  const states = hidesUnpublished(query, query.sort)
    ? [
        { partKeys: hiddenKeys, state: writer.isUnpublished('e') },
        { partKeys: keys, state: writer.publishedCondition('e') },
      ]
    : [{ partKeys: keys, state: TRUE }];
  const parts = states.flatMap(({ partKeys, state }) => {
    const order = completeOrder(partKeys);
    return getOrderConditions(order).map((condition) => ({
      partKeys,
      order,
      where: all([state, selection, condition]),
    }));
  });
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) {
    const rows = sql`${table} WHERE ${only.where}`;
    return { rows, id: raw('e.id'), position: raw('e.position'), keys, order: only.order };
  }
  const partToSql = ({ partKeys, order, where }: (typeof parts)[number]): Sql => {
    const values = partKeys.map(({ value }, n) => sql`, ${value} AS ${raw(`s${n}`)}`);
    return sql`SELECT * FROM (SELECT e.id, e.position${join(values, '')} FROM ${table}
      WHERE ${where}
      ORDER BY ${orderToSql(order.filter(hasValue), writer.dialect)} LIMIT ${limit}) ${raw(writer.nextAlias('p'))}`;
  };
  const named = keys.map((key, n) => ({ ...key, value: raw(`u.s${n}`), nullable: true }));
  const order = completeOrder(named).map((key) =>
    key.value === POSITION.value
      ? { ...key, value: raw('u.position') }
      : key.value === ID.value
        ? { ...key, value: raw('u.id') }
        : key,
  );
  const rows = sql`(${join(parts.map(partToSql), ' UNION ALL ')}) u`;
  return { rows, id: raw('u.id'), position: raw('u.position'), keys: named, order };
}

/** Whether unpublished entries are found, but sort as if they had no value. */
export function hidesUnpublished(selection: EntrySelection, sorts: readonly Sort[]): boolean {
  return sorts.some(({ publishedOnly }) => publishedOnly && !selection.publishedOnly);
}

/** One column of an ORDER BY. */
export interface SortKey {
  readonly value: Sql;
  readonly storedAs: 'bytes' | 'integer' | 'float';
  readonly direction: Sort['direction'];
  readonly nullable: boolean;
  /** No row has a value. */
  readonly isConstant?: true;
}

/**
 * The key of one sort. A path through relationships or into a multi-valued field sorts by its least value ascending, its
 * greatest descending.
 */
export function sortKeyToSql(sort: Sort, entry: TableRef, writer: QueryWriter): SortKey {
  const { path, direction } = sort;
  const isOwnId = path.steps.length === 0 && path.end.kind === 'id';
  const storedAs = path.end.kind === 'id' ? 'bytes' : STORED_AS[path.end.property.kind];
  const value = findOwnColumn(path, entry, writer) ?? extremeToSql(sort, entry, writer);
  const key = { value, storedAs, direction, nullable: !isOwnId } as const;
  return value === NULL_KEY ? toNullKey(key, writer.dialect) : key;
}

/** The key of rows that sort as if they had no value. */
function toNullKey(key: SortKey, { nulls }: Dialect): SortKey {
  return { ...key, value: nulls[key.storedAs], nullable: true, isConstant: true };
}

/** Whether the key is not constant. */
export function hasValue({ isConstant }: SortKey): boolean {
  return isConstant !== true;
}

/** What stands behind ORDER BY. NULL sorts first ascending. */
export function orderToSql(order: readonly SortKey[], { nullOrder }: Dialect): Sql {
  return join(
    order.map(({ value, direction, nullable }) => {
      const suffix = nullable ? nullOrder[direction] : '';
      return sql`${value} ${raw(`${direction === 'ascending' ? 'ASC' : 'DESC'} ${suffix}`.trimEnd())}`;
    }),
  );
}

/** The column of the type's own table. */
function findOwnColumn(
  { steps, end }: FieldPath,
  { type, alias }: TableRef,
  writer: QueryWriter,
): Sql | undefined {
  if (steps.length > 0) return undefined;
  if (end.kind === 'id') return raw(`${alias}.id`);
  if (!end.types.includes(type.name) || (!end.multiple && (end.delta ?? 0) > 0)) return NULL_KEY;
  const value = writer.findValue(type, end);
  if (value === undefined) return NULL_KEY;
  return value.placement === 'column' ? raw(`${alias}.${formatColumnName(value)}`) : undefined;
}

/** The value of a key that no row has. */
const NULL_KEY = raw('NULL');

/** The minimum or maximum of all values of the path. */
function extremeToSql({ path, direction }: Sort, entry: TableRef, writer: QueryWriter): Sql {
  const pathJoins = new PathJoins(entry, writer);
  for (const step of path.steps) if (!pathJoins.follow(step)) return NULL_KEY;
  const value = pathJoins.resolveValue(path.end);
  if (value === undefined) return NULL_KEY;
  return writer.dialect.extreme(direction, value, pathJoins.toFromClause());
}
