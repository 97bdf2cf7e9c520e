import type { KeysetBound } from '@content-service/entries';
import { parseUuid } from '@content-service/kernel';
import { all, any, FALSE, type Sql, sql, type SqlValue, TRUE } from '../database/sql.js';
import type { OrderPart } from '../plan/plan.js';
import { KEY_CODECS, type SortKey } from './sort-key-to-sql.js';

/** Condition: a row belongs to a part of an order. */
export function rangeToSql(
  range: OrderPart['range'],
  bound: KeysetBound | undefined,
  order: readonly SortKey[],
): Sql {
  const [first, ...others] = order;
  if (bound === undefined || range === 'all' || first === undefined) return TRUE;
  switch (range) {
    case 'behind':
      return keysetCondition(bound, order);
    case 'behind with a value':
      return keysetCondition(bound, [{ ...first, nullable: false }, ...others]);
    case 'without a value':
      return sql`${first.value} IS NULL`;
  }
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

/** Conditions: a row is at the bound or after it; it is after it. NULL comes before all values. */
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
