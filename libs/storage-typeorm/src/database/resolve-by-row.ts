import type { DbConnection, Row, SqlValue } from './sql.js';
import { raw, sql } from './sql.js';
import type { Dialect } from '../dialects/dialect.js';

/** A row that a transaction inserts, by which its outcome is known. */
export interface InsertedRow {
  readonly table: string;
  /** With an `id`, the primary key. */
  readonly row: Row & { readonly id: SqlValue };
  /** A column, and a value that it never has. */
  readonly mark: { readonly column: string; readonly value: SqlValue };
}

/**
 * The outcome of a transaction whose COMMIT was not confirmed, by a row that it inserts: stores a marked row with the same
 * key, if there is none, and removes it. The unique key makes that wait for a COMMIT in progress on every engine; a
 * locking read would not see uncommitted inserts on PostgreSQL.
 */
export async function resolveByRow(
  { table, row, mark }: InsertedRow,
  connection: DbConnection,
  dialect: Dialect,
): Promise<'stored' | 'not stored'> {
  await connection.execute(dialect.upsert(table, ['id'], { ...row, [mark.column]: mark.value }, []));
  const removed = await connection.execute(
    sql`DELETE FROM ${raw(table)} WHERE id = ${row.id} AND ${raw(mark.column)} = ${mark.value}`,
  );
  return removed === 0 ? 'stored' : 'not stored';
}
