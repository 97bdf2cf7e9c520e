import { type DbConnection, type Row, Sql, type SqlValue } from './sql.js';

/** Rows of one INSERT: few enough for every engine's bound on parameters and on the length of a statement. */
const INSERT_SIZES = [50, 20, 10, 5, 2, 1];

/** Inserts for rows that all have the same columns. */
export function insertStatements(
  table: string,
  rows: readonly Row[],
  expressions: Readonly<Record<string, string>> = {},
): Sql[] {
  const columns = Object.keys(rows[0] ?? {});
  return insertTuples(table, columns, toTuples(rows, columns), expressions);
}

/** Inserts rows with few messages. The last statement is awaited, so that the error of each is thrown here. */
export async function insertRows(
  connection: DbConnection,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  const statements = insertStatements(table, rows);
  for (const statement of statements.slice(0, -1)) await connection.defer(statement);
  for (const statement of statements.slice(-1)) await connection.execute(statement);
}

export function insertStatement(table: string, rows: readonly Row[]): Sql {
  const columns = Object.keys(rows[0] ?? {});
  return insertTuplesStatement(table, columns, toTuples(rows, columns));
}

/**
 * @param tuples the values of each row, in the order of the columns
 * @param expressions by column, with one placeholder each; the other columns get the value itself
 */
export function insertTuples(
  table: string,
  columns: readonly string[],
  tuples: readonly (readonly SqlValue[])[],
  expressions: Readonly<Record<string, string>> = {},
): Sql[] {
  const statements: Sql[] = [];
  for (let at = 0; at < tuples.length;) {
    const size = INSERT_SIZES.find((size) => size <= tuples.length - at) ?? 1;
    statements.push(insertTuplesStatement(table, columns, tuples.slice(at, at + size), expressions));
    at += size;
  }
  return statements;
}

function insertTuplesStatement(
  table: string,
  columns: readonly string[],
  tuples: readonly (readonly SqlValue[])[],
  expressions: Readonly<Record<string, string>> = {},
): Sql {
  const values: SqlValue[] = [];
  for (const tuple of tuples) for (const value of tuple) values.push(value);
  return new Sql(getInsertText(table, columns, tuples.length, expressions), values);
}

/** The texts of statements by table, columns and size: they are few, and long. */
const texts = new Map<string, string>();
const TEXTS_MAXIMUM = 1000;

function getInsertText(
  table: string,
  columns: readonly string[],
  size: number,
  expressions: Readonly<Record<string, string>>,
): string {
  const placeholders = `(${columns.map((column) => expressions[column] ?? '?').join(', ')})`;
  const key = `${size} ${table} ${columns.join(',')} ${placeholders}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  const rows = Array<string>(size).fill(placeholders).join(', ');
  const text = `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${rows}`;
  if (texts.size >= TEXTS_MAXIMUM) texts.clear();
  texts.set(key, text);
  return text;
}

function toTuples(rows: readonly Row[], columns: readonly string[]): SqlValue[][] {
  return rows.map((row) => columns.map((column) => row[column] ?? null));
}
