import { raw, type Sql, sql } from '../database/sql.js';
import type { Dialect } from './dialect.js';

/** Where NULL comes first ascending by default, and has no type. */
export const NULLS_LEAST: Pick<Dialect, 'nullOrder' | 'splitsNullRanges' | 'nulls'> = {
  nullOrder: { ascending: '', descending: '' },
  splitsNullRanges: false,
  nulls: { bytes: raw('NULL'), integer: raw('NULL'), float: raw('NULL') },
};

/** `Dialect.extreme` by MIN and MAX, which leave NULL out. */
export function aggregateExtreme(direction: 'ascending' | 'descending', value: Sql, from: Sql): Sql {
  return sql`(SELECT ${raw(direction === 'ascending' ? 'MIN' : 'MAX')}(${value}) FROM ${from})`;
}
