import type { Column, Engine } from './columns.js';
import type { EntityIndex, UniqueKey } from './entity.js';

/** A table as a migration creates it; it stays as it is when its entity changes. Columns have their names in the database. */
interface TableOptions {
  readonly columns: Readonly<Record<string, Column>>;
  readonly indexes?: readonly EntityIndex[];
  readonly uniqueKeys?: readonly UniqueKey[];
  readonly withoutRowid?: true;
  /** Whether the table has the character set of the database on MySQL. */
  readonly defaultCharset?: true;
}

/** The statements that create a table with its indexes unless it is there. */
export function createTable(engine: Engine, table: string, options: TableOptions): string[] {
  const { columns, uniqueKeys = [] } = options;
  const primaryKey = Object.keys(columns).filter((name) => columns[name]?.primary === true);
  const indexes = (options.indexes ?? []).filter(({ engines = [engine] }) => engines.includes(engine));
  const parts = [
    ...Object.entries(columns).map(([name, column]) => `${name} ${declareColumn(column, engine)}`),
    `PRIMARY KEY (${primaryKey.join(', ')})`,
    ...uniqueKeys.map((uniqueKey) => declareUniqueKey(uniqueKey, engine)),
    // MySQL has no CREATE INDEX IF NOT EXISTS.
    ...(engine === 'mysql' ? indexes : []).map(
      ({ name, mysqlName = name, columns: indexed }) => `KEY ${mysqlName} (${indexed.join(', ')})`,
    ),
  ];
  const create = `CREATE TABLE IF NOT EXISTS ${table} (${parts.join(', ')})${getTableOptions(engine, options)}`;
  return engine === 'mysql' ? [create] : [create, ...indexes.map((index) => createIndex(table, index))];
}

/** The type of a column and its rules, such as `BIGINT NOT NULL DEFAULT 0`. */
export function declareColumn({ declarations, nullable, default: value }: Column, engine: Engine): string {
  const { type, length, unsigned = false, collation } = declarations[engine];
  return [
    `${String(type).toUpperCase()}${length === undefined ? '' : `(${length})`}`,
    ...(unsigned ? ['UNSIGNED'] : []),
    ...(collation === undefined ? [] : [`COLLATE "${collation}"`]),
    nullable === true ? 'NULL' : 'NOT NULL',
    ...(value === undefined ? [] : [`DEFAULT ${value}`]),
  ].join(' ');
}

function declareUniqueKey({ columns, mysqlName = columns[0] ?? '' }: UniqueKey, engine: Engine): string {
  return `UNIQUE ${engine === 'mysql' ? `KEY ${mysqlName} ` : ''}(${columns.join(', ')})`;
}

function getTableOptions(engine: Engine, { withoutRowid, defaultCharset }: TableOptions): string {
  if (engine === 'sqlite') return withoutRowid === true ? ' WITHOUT ROWID' : '';
  if (engine === 'postgres') return '';
  return ` ENGINE=InnoDB${defaultCharset === true ? '' : ' DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin'}`;
}

function createIndex(table: string, { name, columns, where }: EntityIndex): string {
  const condition = where === undefined ? '' : ` WHERE ${where}`;
  return `CREATE INDEX IF NOT EXISTS ${name} ON ${table} (${columns.join(', ')})${condition}`;
}
