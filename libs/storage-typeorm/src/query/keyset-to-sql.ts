import type { KeysetBound, IndexValue, KeysetPosition, KeysetQuery, Sort } from '@content-service/entries';
import { formatUuid, parseUuid } from '@content-service/kernel';
import { all, any, FALSE, raw, type Sql, sql, type SqlValue, TRUE } from '../database/sql.js';
import type { Dialect } from '../dialects/dialect.js';
import {
  getRootTable,
  ID,
  orderedRows,
  orderToSql,
  type PageOrder,
  POSITION,
  type SortKey,
  sortKeyToSql,
} from './query-to-sql.js';
import type { QueryWriter } from './joins.js';

/** A row of a keyset query: the id, the position, and the sort keys as `k0`, `k1`, … */
export type KeysetRow = Readonly<Record<string, Buffer | number | null>> & {
  readonly id: Buffer;
  readonly position: number;
};

/** A keyset query and the conversion of its rows. */
export interface KeysetStatement {
  /** Selects the rows next to the bound, the nearest first, and one more. */
  readonly statement: Sql;
  readonly toPosition: (row: KeysetRow) => KeysetPosition;
}

/** The order of a page by position. */
export function toKeysetOrder(
  { bound, limit }: Pick<KeysetQuery, 'bound' | 'limit'>,
  dialect: Dialect,
): PageOrder {
  const isBackward = bound?.direction === 'before';
  return {
    completeOrder: (keys) => [...keys, POSITION, ID].map((key) => (isBackward ? reversed(key) : key)),
    getOrderConditions: (order) => keysetConditions(bound, order, dialect),
    limit: limit + 1,
  };
}

/** `undefined` when there is no such type. */
export function keysetToSql(
  query: KeysetQuery,
  writer: QueryWriter,
  pageOrder: PageOrder = toKeysetOrder(query, writer.dialect),
): KeysetStatement | undefined {
  const entry = getRootTable(query, writer);
  if (entry === undefined) return undefined;
  const sorted = query.sort.map((sort) => sortKeyToSql(sort, entry, writer));
  const from = orderedRows(query, { entry, writer, keys: sorted, ...pageOrder });
  const select = from.keys.map(
    (key, n) => sql`${KEY_CODECS[key.storedAs].select(key.value, writer.dialect)} AS ${raw(`k${n}`)}`,
  );
  return {
    statement: sql`SELECT ${writer.toColumns([from.id, from.position, ...select])} FROM ${from.rows}
      ORDER BY ${orderToSql(from.order, writer.dialect)} LIMIT ${query.limit + 1}`,
    toPosition: (row) => ({
      keys: sorted.map(({ storedAs }, n) => parseKey(row[`k${n}`] ?? null, storedAs)),
      position: row.position,
      id: formatUuid(row.id),
    }),
  };
}

export const OPPOSITE: Readonly<Record<Sort['direction'], Sort['direction']>> = {
  ascending: 'descending',
  descending: 'ascending',
};

export function reversed(key: SortKey): SortKey {
  return { ...key, direction: OPPOSITE[key.direction] };
}

/** The conditions of the rows behind a bound: of those with a value to sort by, and where need be of those without one. */
function keysetConditions(
  bound: KeysetBound | undefined,
  order: readonly SortKey[],
  { splitsNullRanges }: Dialect,
): Sql[] {
  if (bound === undefined) return [TRUE];
  const [first, ...others] = order;
  const endsInNull = first?.direction === 'descending' && first.nullable && first.isConstant !== true;
  if (!splitsNullRanges || !endsInNull || (bound.position.keys[0] ?? null) === null)
    return [keysetCondition(bound, order)];
  const withValue = keysetCondition(bound, [{ ...first, nullable: false }, ...others]);
  return [withValue, sql`${first.value} IS NULL`];
}

function keysetCondition(bound: KeysetBound, order: readonly SortKey[]): Sql {
  const { keys, position, id } = bound.position;
  const bounds = [
    ...keys.map((key, n) => (key === null ? null : KEY_CODECS[order[n]?.storedAs ?? 'bytes'].bind(key))),
    position,
    parseUuid(id),
  ];
  // From the last key to the first. In this form every engine seeks the first row in an index.
  return order.reduceRight<Sql>((rest, key, n) => {
    const { reachesBound, passesBound } = toComparisons(key, bounds[n] ?? null);
    return all([reachesBound, any([passesBound, rest])]);
  }, FALSE);
}

/** That a row is at the bound or after it, and that it is after it. NULL comes before all values. */
export function toComparisons(
  { value, direction, nullable }: SortKey,
  bound: SqlValue,
): { readonly reachesBound: Sql; readonly passesBound: Sql } {
  const isNull = sql`${value} IS NULL`;
  if (bound === null)
    return direction === 'ascending'
      ? { reachesBound: TRUE, passesBound: sql`${value} IS NOT NULL` }
      : { reachesBound: isNull, passesBound: FALSE };
  if (direction === 'ascending')
    return { reachesBound: sql`${value} >= ${bound}`, passesBound: sql`${value} > ${bound}` };
  const orNull = nullable ? [isNull] : [];
  return {
    reachesBound: any([sql`${value} <= ${bound}`, ...orNull]),
    passesBound: any([sql`${value} < ${bound}`, ...orNull]),
  };
}

interface KeyCodec {
  /** The selected form of a key, which the driver returns without loss. */
  readonly select: (value: Sql, dialect: Dialect) => Sql;
  readonly parse: (found: Buffer | number) => IndexValue;
  readonly bind: (key: IndexValue) => SqlValue;
}

/** Drivers round integers above 2^53, so those are selected as digits. Bytes need not be text (`toIndexKey`). */
export const KEY_CODECS: Readonly<Record<SortKey['storedAs'], KeyCodec>> = {
  bytes: {
    select: (value) => value,
    parse: (found) => Buffer.from(found as Buffer).toString('latin1'),
    bind: (key) => Buffer.from(String(key), 'latin1'),
  },
  integer: {
    select: (value, dialect) => dialect.digits(value),
    parse: (found) => BigInt(found.toString()),
    bind: (key) => key,
  },
  float: { select: (value) => value, parse: Number, bind: (key) => key },
};

export function parseKey(found: Buffer | number | null, storedAs: SortKey['storedAs']): IndexValue | null {
  return found === null ? null : KEY_CODECS[storedAs].parse(found);
}
