import type { Condition, PathEnd } from '@content-service/entries';
import { all, FALSE, joined, raw, type Sql, sql, TRUE } from '../database/sql.js';
import type { IndexedValue } from '../index-tables/layout.js';
import { comparison } from './comparison.js';
import { columnOperand, placedOperand } from './operands.js';
import type { QueryWriter, Reached } from './query-writer.js';
import { namesFew, someRelated } from './related.js';

interface Located {
  readonly condition: Condition;
  readonly value: IndexedValue;
}

/** That one value of a field meets all conditions: they are on the same field, perhaps on several of its properties. */
export function someValue(conditions: readonly Condition[], entry: Reached, writer: QueryWriter): Sql {
  const located = conditions.map((condition) => locate(condition, entry, writer));
  if (!located.every((found) => found !== undefined)) return FALSE;
  const inColumns = located.filter(({ value }) => value.placement === 'column');
  const [first, ...others] = located.filter(({ value }) => value.placement !== 'column');
  return all([
    ...inColumns.map(({ condition, value }) =>
      comparison(condition, columnOperand(entry.alias, value, writer.dialect), writer.dialect),
    ),
    first === undefined ? TRUE : somePlacedValue([first, ...others], entry, writer),
  ]);
}

/** `undefined` where the entry cannot have such a value: its type lacks the field, or has fewer places. */
function locate(condition: Condition, { type }: Reached, writer: QueryWriter): Located | undefined {
  const { end } = condition.path;
  if (end.kind === 'id' || !end.types.includes(type.name)) return undefined;
  if (!end.multiple && (end.delta ?? 0) > 0) return undefined;
  const value = writer.valueOf(type, end);
  return value && { condition, value };
}

/** Rows of the same delta are parts of the same value. */
function somePlacedValue(
  located: readonly [Located, ...Located[]],
  entry: Reached,
  writer: QueryWriter,
): Sql {
  const rows = new Map<number, { readonly value: IndexedValue; readonly alias: string }>();
  for (const { value } of located)
    if (!rows.has(value.id)) rows.set(value.id, { value, alias: writer.alias('v') });
  const [first, ...others] = [...rows.values()].map(({ value, alias }) => ({
    alias,
    table: raw(`ix_${value.placement} ${alias}`),
    isProperty: sql`${raw(alias)}.prop_id = ${value.id}`,
  }));
  if (first === undefined) return TRUE;
  const joins = others.map(
    ({ alias, table, isProperty }) =>
      sql` JOIN ${table} ON ${raw(`${alias}.id = ${first.alias}.id AND ${alias}.delta = ${first.alias}.delta`)} AND ${isProperty}`,
  );
  const meets = located.map(({ condition, value }) =>
    comparison(
      condition,
      placedOperand(rows.get(value.id)?.alias ?? '', value, writer.dialect),
      writer.dialect,
    ),
  );
  const relation = {
    from: sql`${first.table}${joined(joins, '')}`,
    there: raw(`${first.alias}.id`),
    here: raw(`${entry.alias}.id`),
  };
  const place = deltaIs(located[0].condition.path.end, first.alias);
  const beginsThere = located.some(({ condition }) => namesFew(condition));
  return someRelated(relation, all([first.isProperty, place, ...meets]), beginsThere);
}

function deltaIs(end: PathEnd, alias: string): Sql {
  const delta = end.kind === 'property' ? end.delta : undefined;
  return delta === undefined ? TRUE : sql`${raw(alias)}.delta = ${delta}`;
}
