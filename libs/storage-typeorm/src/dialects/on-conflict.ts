import { insertStatement, insertStatements } from '../database/insert.js';
import { join, raw, type Row, type Sql, sql } from '../database/sql.js';

/**
 * `Dialect.upsert` by ON CONFLICT, which SQLite and PostgreSQL know.
 *
 * @param otherwise what is done with a present row when no column changes
 */
export function upsertOnConflict(
  table: string,
  key: readonly string[],
  row: Row,
  change: readonly string[],
  otherwise: Sql,
): Sql {
  const changes = change.map((column) => raw(`${column} = excluded.${column}`));
  const action = changes.length > 0 ? sql`UPDATE SET ${join(changes)}` : otherwise;
  return onConflict(table, key, row, action);
}

/** `Dialect.insertMissing` */
export function insertMissingOnConflict(table: string, key: readonly string[], rows: readonly Row[]): Sql[] {
  return insertStatements(table, rows).map(
    (insert) => sql`${insert} ON CONFLICT (${raw(key.join(', '))}) DO NOTHING`,
  );
}

/** `Dialect.upsertSum` */
export function upsertSumOnConflict(table: string, key: readonly string[], row: Row): Sql {
  const sums = getOtherColumns(key, row).map((column) =>
    raw(`${column} = ${table}.${column} + excluded.${column}`),
  );
  return onConflict(table, key, row, sql`UPDATE SET ${join(sums)}`);
}

export function getOtherColumns(key: readonly string[], row: Row): string[] {
  return Object.keys(row).filter((column) => !key.includes(column));
}

function onConflict(table: string, key: readonly string[], row: Row, action: Sql): Sql {
  return sql`${insertStatement(table, [row])} ON CONFLICT (${raw(key.join(', '))}) DO ${action}`;
}
