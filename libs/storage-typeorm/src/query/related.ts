import { type Condition, type Operator } from '@content-service/entries';
import { all, type Sql, sql } from '../database/sql.js';

/** Rows of other tables that may belong to a row of this one. */
export interface Relation {
  /** The tables, as they stand behind FROM. */
  readonly from: Sql;
  /** The column there, and the one here, that are equal when the rows belong together. */
  readonly there: Sql;
  readonly here: Sql;
}

/**
 * That some row of other tables belongs here and meets a condition. The two forms mean the same. SQLite and the
 * correlated subqueries of all engines begin with the table that is asked for: so where the condition names few rows the
 * question is turned round and begins with those.
 */
export function someRelated({ from, there, here }: Relation, meets: Sql, beginsThere: boolean): Sql {
  return beginsThere
    ? sql`${here} IN (SELECT ${there} FROM ${from} WHERE ${meets})`
    : sql`EXISTS (SELECT 1 FROM ${from} WHERE ${all([sql`${there} = ${here}`, meets])})`;
}

const NAMING: ReadonlySet<Operator> = new Set(['=', 'IN', 'STARTS_WITH']);

/** Whether a condition names what it looks for, so that an index finds a few rows. */
export function namesFew({ operator, path: { end } }: Condition): boolean {
  const hasIndex = end.kind === 'id' || (end.property.kind !== 'boolean' && end.property.kind !== 'text');
  return NAMING.has(operator) && hasIndex;
}
