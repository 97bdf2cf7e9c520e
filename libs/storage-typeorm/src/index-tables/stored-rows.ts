import { getOwn } from '@content-service/kernel';
import {
  join,
  queryInBatches,
  raw,
  type Row,
  sql,
  type Sql,
  type SqlValue,
  toParameterList,
  type DbConnection,
} from '../database/sql.js';
import type { Dialect } from '../dialects/dialect.js';
import type { DerivedRow } from './derived-rows.js';
import { KEEPS_TEXT, STORED_AS } from './index-key.js';
import { formatColumnName, formatTextColumnName, type TypeIndexSchema } from './index-schema.js';
import { ENTRY_ID_COLUMN } from './row-writer.js';

/** A table of derived rows: the columns of its key, and its others. */
interface DerivedTable {
  readonly name: string;
  readonly key: readonly string[];
  readonly values: readonly string[];
  /** Columns with integers that drivers would round. */
  readonly exact: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** The derived tables that all types share. */
export const SHARED_TABLES: readonly DerivedTable[] = [
  { name: 'ix_multi', key: ['id', 'prop_id', 'delta'], values: ['s', 'n', 'd'], exact: new Set(['n']) },
  { name: 'ix_text', key: ['id', 'prop_id', 'delta'], values: ['s'], exact: NONE },
  { name: 'entry_ref', key: ['source', 'prop_id', 'delta'], values: ['target'], exact: NONE },
  { name: 'ix_search', key: ['id', 'prop_id'], values: ['tokens'], exact: NONE },
  { name: 'path_alias', key: ['langcode', 'alias'], values: ['entry_id'], exact: NONE },
  { name: 'alias_fold', key: ['folded', 'langcode', 'entry_id'], values: [], exact: NONE },
];

/** The stored rows of some entries of a type, for comparison with the derived ones. */
export async function readStoredRows(
  connection: DbConnection,
  dialect: Dialect,
  type: TypeIndexSchema,
  ids: readonly Buffer[],
): Promise<DerivedRow[]> {
  const rows: DerivedRow[] = [];
  for (const table of [toTypeTable(type), ...SHARED_TABLES]) {
    const columns = join(
      [...table.key, ...table.values].map((column) => selectColumn(column, table, dialect)),
    );
    const owner = raw(getOwn(ENTRY_ID_COLUMN, table.name) ?? 'id');
    const found = await queryInBatches(ids, (part) =>
      connection.query<Row>(
        sql`SELECT ${columns} FROM ${raw(table.name)} WHERE ${owner} IN ${toParameterList(part)}`,
      ),
    );
    rows.push(...found.map((row) => toDerivedRow(row, table)));
  }
  return rows;
}

function toTypeTable({ table, values, references }: TypeIndexSchema): DerivedTable {
  const inColumns = values.filter(({ placement }) => placement === 'column');
  const columns = inColumns.flatMap((value) =>
    KEEPS_TEXT.has(value.property.kind)
      ? [formatColumnName(value), formatTextColumnName(value)]
      : [formatColumnName(value)],
  );
  const targets = references.filter(({ placement }) => placement === 'column').map(formatColumnName);
  return {
    name: table,
    key: ['id'],
    values: ['published', 'position', ...columns, ...targets],
    exact: new Set(
      inColumns.filter(({ property }) => STORED_AS[property.kind] === 'integer').map(formatColumnName),
    ),
  };
}

function selectColumn(column: string, { exact }: DerivedTable, dialect: Dialect): Sql {
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
