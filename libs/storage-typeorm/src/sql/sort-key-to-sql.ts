import type { IndexValue } from '@content-service/entries';
import { join, raw, type Sql, sql, type SqlValue } from '../database/sql.js';
import type { Dialect } from '../dialects/dialect.js';
import { formatColumnName } from '../index-tables/index-schema.js';
import type { SortKeyPlan } from '../plan/plan.js';
import { extremeToSql } from './path-to-sql.js';
import type { StatementWriter } from './statement-writer.js';

/** One column of an ORDER BY. */
export interface SortKey {
  readonly value: Sql;
  readonly storedAs: SortKeyPlan['storedAs'];
  readonly direction: SortKeyPlan['direction'];
  readonly nullable: boolean;
  /** No row has a value. */
  readonly isConstant?: true;
}

const tieBreaker = { direction: 'ascending', nullable: false } as const;
export const POSITION: SortKey = { ...tieBreaker, value: raw('e.position'), storedAs: 'integer' };
export const ID: SortKey = { ...tieBreaker, value: raw('e.id'), storedAs: 'bytes' };

/** The key of a row of the table `e`. */
export function sortKeyToSql(plan: SortKeyPlan, writer: StatementWriter): SortKey {
  const { source, storedAs, direction, isNullable } = plan;
  const toKey = (value: Sql): SortKey => ({ value, storedAs, direction, nullable: isNullable });
  switch (source.kind) {
    case 'id':
      return toKey(ID.value);
    case 'column':
      return toKey(raw(`e.${formatColumnName(source.value)}`));
    case 'extreme':
      return toKey(extremeToSql(source.path, direction, 'e', writer));
    case 'none':
      return toNullKey(toKey(raw('NULL')), writer.dialect);
  }
}

/** The key of rows that sort as if they had no value. */
export function toNullKey(key: SortKey, { nulls }: Dialect): SortKey {
  return { ...key, value: nulls[key.storedAs], nullable: true, isConstant: true };
}

/** Whether the key is not constant. */
export function isVarying({ isConstant }: SortKey): boolean {
  return isConstant !== true;
}

const OPPOSITE: Readonly<Record<SortKey['direction'], SortKey['direction']>> = {
  ascending: 'descending',
  descending: 'ascending',
};

export function reversed(key: SortKey): SortKey {
  return { ...key, direction: OPPOSITE[key.direction] };
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
