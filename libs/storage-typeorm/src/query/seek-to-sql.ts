import type { Departure, IndexValue, Place, SeekQuery, Sort } from '@content-service/entries';
import { formatUuid, uuidBytes } from '@content-service/kernel';
import { all, any, FALSE, joined, raw, type Sql, sql, type SqlValue, TRUE } from '../database/sql.js';
import type { Dialect } from '../dialects/dialect.js';
import { rootOf, selectionToSql } from './query-to-sql.js';
import type { QueryWriter } from './query-writer.js';
import { orderToSql, type SortKey, sortKey } from './sort-to-sql.js';

/** A row that a seek finds: the id, the position, and what it is sorted by as `k0`, `k1`, … */
export type PlaceRow = Readonly<Record<string, Buffer | number | null>> & {
  readonly id: Buffer;
  readonly position: number;
};

/** A search from a place, and how to read what it finds. */
export interface Seek {
  /** Selects the rows next to the place, the nearest first, and one behind them. */
  readonly statement: Sql;
  readonly toPlace: (row: PlaceRow) => Place;
}

/** `undefined` when there is no such type. */
export function seekToSql(query: SeekQuery, writer: QueryWriter): Seek | undefined {
  const entry = rootOf(query, writer);
  if (entry === undefined) return undefined;
  const sorted = query.sort.map((sort) => sortKey(sort, entry, writer));
  const isBackward = query.from?.direction === 'before';
  const order = [...sorted, POSITION, ID].map((key) => (isBackward ? turned(key) : key));
  const shown = sorted.map(
    (key, n) => sql`, ${FORMS[key.storedAs].shown(key.value, writer.dialect)} AS ${raw(`k${n}`)}`,
  );
  return {
    statement: sql`SELECT e.id, e.position${joined(shown, '')} FROM ${raw(entry.type.table)} e
      WHERE ${all([selectionToSql(query, entry, writer), isBeyond(query.from, order)])}
      ORDER BY ${joined(order.map(orderToSql))} LIMIT ${query.limit + 1}`,
    toPlace: (row) => ({
      keys: sorted.map(({ storedAs }, n) => readKey(row[`k${n}`] ?? null, storedAs)),
      position: row.position,
      id: formatUuid(row.id),
    }),
  };
}

const own = { direction: 'ascending', nullable: false } as const;
const POSITION: SortKey = { ...own, value: raw('e.position'), storedAs: 'integer' };
const ID: SortKey = { ...own, value: raw('e.id'), storedAs: 'bytes' };

const OPPOSITE: Readonly<Record<Sort['direction'], Sort['direction']>> = {
  ascending: 'descending',
  descending: 'ascending',
};

function turned(key: SortKey): SortKey {
  return { ...key, direction: OPPOSITE[key.direction] };
}

function isBeyond(from: Departure | undefined, order: readonly SortKey[]): Sql {
  if (from === undefined) return TRUE;
  const { keys, position, id } = from.place;
  const bounds = [
    ...keys.map((key, n) => (key === null ? null : FORMS[order[n]?.storedAs ?? 'bytes'].bind(key))),
    position,
    uuidBytes(id),
  ];
  // From the last key to the first. In this form every engine finds the beginning in an index.
  return order.reduceRight<Sql>((rest, key, n) => {
    const { reaches, passes } = comparisons(key, bounds[n] ?? null);
    return all([reaches, any([passes, rest])]);
  }, FALSE);
}

/** That a row has the bound or lies behind it, and that it lies behind it. No value comes before any value. */
function comparisons(
  { value, direction, nullable }: SortKey,
  bound: SqlValue,
): { readonly reaches: Sql; readonly passes: Sql } {
  const isNull = sql`${value} IS NULL`;
  if (bound === null)
    return direction === 'ascending'
      ? { reaches: TRUE, passes: sql`${value} IS NOT NULL` }
      : { reaches: isNull, passes: FALSE };
  if (direction === 'ascending')
    return { reaches: sql`${value} >= ${bound}`, passes: sql`${value} > ${bound}` };
  const orNull = nullable ? [isNull] : [];
  return {
    reaches: any([sql`${value} <= ${bound}`, ...orNull]),
    passes: any([sql`${value} < ${bound}`, ...orNull]),
  };
}

interface Form {
  /** A key as it is selected, so that nothing of it is lost on the way. */
  readonly shown: (value: Sql, dialect: Dialect) => Sql;
  readonly read: (found: Buffer | number) => IndexValue;
  readonly bind: (key: IndexValue) => SqlValue;
}

/** Drivers round whole numbers above 2^53, so those travel as digits. Bytes need not be text (`indexKey`). */
const FORMS: Readonly<Record<SortKey['storedAs'], Form>> = {
  bytes: {
    shown: (value) => value,
    read: (found) => Buffer.from(found as Buffer).toString('latin1'),
    bind: (key) => Buffer.from(String(key), 'latin1'),
  },
  integer: {
    shown: (value, dialect) => dialect.digits(value),
    read: (found) => BigInt(found.toString()),
    bind: (key) => key,
  },
  float: { shown: (value) => value, read: Number, bind: (key) => key },
};

function readKey(found: Buffer | number | null, storedAs: SortKey['storedAs']): IndexValue | null {
  return found === null ? null : FORMS[storedAs].read(found);
}
