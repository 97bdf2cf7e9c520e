import type { ResourceType } from '@content-service/bundles';
import type { Database } from '../database/database.js';
import type { Reads } from '../database/session.js';
import { raw, type Sql, sql } from '../database/sql.js';
import type { Column, Index } from '../dialects/dialect.js';
import { columnOf, KEEPS_TEXT, STORED_AS, tableOf, textColumnOf } from './layout.js';
import type { PropertyRow } from './property-row.js';

/**
 * Makes the table of a type, or the columns and indexes it lacks. Can be repeated at any time.
 *
 * @param pause is called before each change of the table
 */
export async function makeTable(
  database: Database,
  type: ResourceType,
  typeId: number,
  rows: readonly PropertyRow[],
  pause: () => Promise<void>,
): Promise<void> {
  const { dialect } = database;
  const table = tableOf(typeId);
  const columns = [...OWN_COLUMNS, ...rows.filter(hasColumn).flatMap(columnsOf)];
  const indexes = indexesOf(type, table, rows.filter(hasColumn));
  const presentColumns = await namesIn(database, dialect.columnNames(table));
  const presentIndexes = await namesIn(database, dialect.indexNames(table));
  const lacking = columns.filter(({ name }) => !presentColumns.has(name));
  const unindexed = indexes.filter(({ name }) => !presentIndexes.has(name));
  const changes =
    presentColumns.size === 0
      ? dialect.createTable(table, columns, ['id'], indexes)
      : dialect.extendTable(table, lacking, unindexed);
  for (const change of changes) {
    await pause();
    await database.run(change);
  }
}

/** Drops what is left of a property that is not in use any more. */
export async function dropProperty(database: Database, row: PropertyRow): Promise<void> {
  const { dialect } = database;
  const table = tableOf(row.type_id);
  if (row.placement === 'column') {
    const [columns, indexes] = [dialect.columnNames(table), dialect.indexNames(table)];
    const present = new Set([...(await namesIn(database, columns)), ...(await namesIn(database, indexes))]);
    const isPresent = (name: string): boolean => present.has(name);
    const names = [columnOf(row), textColumnOf(row)].filter(isPresent);
    await database.runAll(
      dialect.reduceTable(table, names, [indexOf(table, columnOf(row))].filter(isPresent)),
    );
  } else await database.run(sql`DELETE FROM ${raw(`ix_${row.placement}`)} WHERE prop_id = ${row.id}`);
  await database.run(sql`UPDATE model_property SET state = 'dropped' WHERE id = ${row.id}`);
}

export async function namesIn(reads: Reads, select: Sql): Promise<ReadonlySet<string>> {
  const rows = await reads.rows<{ name: string }>(select);
  return new Set(rows.map(({ name }) => name));
}

const OWN_COLUMNS: readonly Column[] = [
  { name: 'id', type: 'id', required: true },
  { name: 'published', type: 'flag', required: true },
  { name: 'position', type: 'integer', required: true },
];

const hasColumn = ({ placement, state }: PropertyRow): boolean =>
  placement === 'column' && state !== 'gone' && state !== 'dropped';

function columnsOf(row: PropertyRow): Column[] {
  const name = columnOf(row);
  if (row.kind === 'reference') return [{ name, type: 'id' }];
  const column: Column = { name, type: STORED_AS[row.kind] };
  return KEEPS_TEXT.has(row.kind) ? [column, { name: textColumnOf(row), type: 'bytes' }] : [column];
}

/**
 * Every index has the order of creation behind its column, because every order ends in it, and tells whether the entry is
 * published, so that the entry need not be looked at. Of moments the newest come first: that is how they are asked for.
 * References come with the newest of what refers; booleans would tell too little apart.
 */
function indexesOf(type: ResourceType, table: string, rows: readonly PropertyRow[]): Index[] {
  const created = rows.find(({ field, kind }) => field === 'created' && kind === 'timestamp');
  const newest = created === undefined || !type.fields.has('created') ? [] : [`${columnOf(created)} DESC`];
  const index = (name: string, ...columns: readonly string[]): Index => ({
    name: indexOf(table, name),
    columns: [...columns, 'position', 'id', 'published'],
  });
  return [
    index('position'),
    ...rows.flatMap((row) => {
      const column = columnOf(row);
      if (row.kind === 'boolean') return [];
      if (row.kind === 'timestamp') return [index(column, `${column} DESC`)];
      return row.kind === 'reference' ? [index(column, column, ...newest)] : [index(column, column)];
    }),
  ];
}

const indexOf = (table: string, name: string): string => `k_${table}_${name}`;
