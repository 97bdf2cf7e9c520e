import type { FieldPath, Sort } from '@content-service/entries';
import { raw, type Sql, sql } from '../database/sql.js';
import { columnOf, STORED_AS } from '../index-tables/layout.js';
import type { QueryWriter, Reached } from './query-writer.js';
import { Trail } from './trail.js';

/** What rows are sorted by. */
export interface SortKey {
  readonly value: Sql;
  readonly storedAs: 'bytes' | 'integer' | 'float';
  readonly direction: Sort['direction'];
  readonly nullable: boolean;
}

/**
 * The key of one sort. A path through relationships or into a multi-valued field sorts by its least value ascending, its
 * greatest descending.
 */
export function sortKey(sort: Sort, entry: Reached, writer: QueryWriter): SortKey {
  const { path, direction } = sort;
  return {
    value: ownColumn(path, entry, writer) ?? extreme(sort, entry, writer),
    storedAs: path.end.kind === 'id' ? 'bytes' : STORED_AS[path.end.property.kind],
    direction,
    nullable: true,
  };
}

/** MySQL and SQLite put NULL first ascending, as everybody must. */
export function orderToSql({ value, direction }: SortKey): Sql {
  return sql`${value} ${raw(direction === 'ascending' ? 'ASC' : 'DESC')}`;
}

/** What a row of the type's table says itself. */
function ownColumn(
  { steps, end }: FieldPath,
  { type, alias }: Reached,
  writer: QueryWriter,
): Sql | undefined {
  if (steps.length > 0) return undefined;
  if (end.kind === 'id') return raw(`${alias}.id`);
  if (!end.types.includes(type.name) || (!end.multiple && (end.delta ?? 0) > 0)) return NOTHING;
  const value = writer.valueOf(type, end);
  if (value === undefined) return NOTHING;
  return value.placement === 'column' ? raw(`${alias}.${columnOf(value)}`) : undefined;
}

const NOTHING = raw('NULL');

/** The least or greatest of all values that the path leads to. */
function extreme({ path, direction }: Sort, entry: Reached, writer: QueryWriter): Sql {
  const trail = new Trail(entry, writer);
  for (const step of path.steps) if (!trail.follow(step)) return NOTHING;
  const value = trail.valueAt(path.end);
  if (value === undefined) return NOTHING;
  return sql`(SELECT ${raw(direction === 'ascending' ? 'MIN' : 'MAX')}(${value}) FROM ${trail.tables()})`;
}
