import { joined, raw, Sql, sql, type SqlValue } from './sql.js';

/** A row to store, by column. */
export type Row = Readonly<Record<string, SqlValue>>;

/**
 * How many values a list can have: lists are padded to the next size, so that few different statements come about and
 * drivers find them in their cache.
 */
const LIST_SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

const LIST_MAXIMUM = 1000;

/** `(?, ?, …)` for IN; the last value is repeated to fill the list. At least one value, at most `LIST_MAXIMUM`. */
export function list(values: readonly SqlValue[]): Sql {
  const size = LIST_SIZES.find((size) => size >= values.length) ?? values.length;
  const filling = Array<SqlValue>(size - values.length).fill(values.at(-1) ?? null);
  return new Sql(`(?${', ?'.repeat(size - 1)})`, [...values, ...filling]);
}

/** Runs a statement with an IN list as often as the length of the list needs, and gives all rows together. */
export async function inLists<T, Found>(
  values: readonly T[],
  find: (part: readonly T[]) => Promise<readonly Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (let at = 0; at < values.length; at += LIST_MAXIMUM)
    found.push(...(await find(values.slice(at, at + LIST_MAXIMUM))));
  return found;
}

/** Rows of one INSERT: few enough for every engine's bound on parameters and on the length of a statement. */
const INSERT_SIZES = [50, 20, 10, 5, 2, 1];

/** Inserts for rows that all have the same columns. */
export function inserts(table: string, rows: readonly Row[]): Sql[] {
  const statements: Sql[] = [];
  for (let at = 0; at < rows.length;) {
    const size = INSERT_SIZES.find((size) => size <= rows.length - at) ?? 1;
    statements.push(insert(table, rows.slice(at, at + size)));
    at += size;
  }
  return statements;
}

export function insert(table: string, rows: readonly Row[]): Sql {
  const columns = Object.keys(rows[0] ?? {});
  const tuples = rows.map((row) => sql`(${joined(columns.map((column) => sql`${row[column] ?? null}`))})`);
  return sql`INSERT INTO ${raw(table)} (${names(columns)}) VALUES ${joined(tuples)}`;
}

export function update(table: string, values: Row, where: Sql): Sql {
  const changes = Object.entries(values).map(([column, value]) => sql`${raw(column)} = ${value}`);
  return sql`UPDATE ${raw(table)} SET ${joined(changes)} WHERE ${where}`;
}

/** `a = ? AND b = ?` */
export function equal(key: Row): Sql {
  return joined(
    Object.entries(key).map(([column, value]) => sql`${raw(column)} = ${value}`),
    ' AND ',
  );
}

function names(columns: readonly string[]): Sql {
  return raw(columns.join(', '));
}
