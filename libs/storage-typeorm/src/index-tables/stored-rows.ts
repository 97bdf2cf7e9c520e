import { sql, joined, raw, type Sql, type SqlValue } from '../database/sql.js';
import type { Session } from '../database/session.js';
import { inLists, list, type Row } from '../database/statements.js';
import type { Dialect } from '../dialects/dialect.js';
import type { DerivedRow } from './derived-rows.js';
import { columnOf, KEEPS_TEXT, STORED_AS, textColumnOf, type TypeLayout } from './layout.js';
import { OWNER } from './row-writer.js';

/** A table of derived rows: the columns of its key, and its others. */
interface DerivedTable {
  readonly name: string;
  readonly key: readonly string[];
  readonly values: readonly string[];
  /** Columns with whole numbers so large that drivers would round them. */
  readonly exact: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** The derived tables that all types share. */
export const SHARED_TABLES: readonly DerivedTable[] = [
  { name: 'ix_multi', key: ['id', 'prop_id', 'delta'], values: ['s', 'n', 'd'], exact: new Set(['n']) },
  { name: 'ix_text', key: ['id', 'prop_id', 'delta'], values: ['s'], exact: NONE },
  { name: 'entry_ref', key: ['source', 'prop_id', 'delta'], values: ['target'], exact: NONE },
  { name: 'path_alias', key: ['langcode', 'alias'], values: ['entry_id'], exact: NONE },
];

/** The rows that are stored for some entries of a type, to be compared with those that follow from the documents. */
export async function storedRows(
  session: Session,
  dialect: Dialect,
  type: TypeLayout,
  ids: readonly Buffer[],
): Promise<DerivedRow[]> {
  const rows: DerivedRow[] = [];
  for (const table of [ownTable(type), ...SHARED_TABLES]) {
    const columns = joined([...table.key, ...table.values].map((column) => selected(column, table, dialect)));
    const owner = raw(OWNER[table.name] ?? 'id');
    const found = await inLists(ids, (part) =>
      session.rows<Row>(sql`SELECT ${columns} FROM ${raw(table.name)} WHERE ${owner} IN ${list(part)}`),
    );
    rows.push(...found.map((row) => toDerivedRow(row, table)));
  }
  return rows;
}

function ownTable({ table, values, references }: TypeLayout): DerivedTable {
  const inColumns = values.filter(({ placement }) => placement === 'column');
  const columns = inColumns.flatMap((value) =>
    KEEPS_TEXT.has(value.property.kind) ? [columnOf(value), textColumnOf(value)] : [columnOf(value)],
  );
  const targets = references.filter(({ placement }) => placement === 'column').map(columnOf);
  return {
    name: table,
    key: ['id'],
    values: ['published', 'position', ...columns, ...targets],
    exact: new Set(inColumns.filter(({ property }) => STORED_AS[property.kind] === 'integer').map(columnOf)),
  };
}

function selected(column: string, { exact }: DerivedTable, dialect: Dialect): Sql {
  return exact.has(column) ? sql`${dialect.digits(raw(column))} AS ${raw(column)}` : raw(column);
}

function toDerivedRow(row: Row, { name, key, values, exact }: DerivedTable): DerivedRow {
  const pick = (columns: readonly string[]): Row =>
    Object.fromEntries(
      columns.map((column) => [column, exact.has(column) ? digits(row[column]) : (row[column] ?? null)]),
    );
  return { table: name, key: pick(key), values: pick(values) };
}

function digits(value: SqlValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}
