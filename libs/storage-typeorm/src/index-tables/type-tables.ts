import type { ResourceType } from '@content-service/bundles';
import type { Database } from '../database/database.js';
import { type Queryable, raw, type Sql, sql } from '../database/sql.js';
import type { Column, Dialect, Index } from '../dialects/dialect.js';
import { KEEPS_TEXT, STORED_AS } from './index-key.js';
import { formatColumnName, formatTableName, formatTextColumnName, type PropertyRow } from './index-schema.js';

/**
 * Creates the table of a type, or its missing columns and indexes. Can be repeated at any time.
 *
 * @param beforeChange is called before each change of the table
 */
export async function createTypeTable(
  database: Database,
  type: ResourceType,
  typeId: number,
  rows: readonly PropertyRow[],
  beforeChange: () => Promise<void>,
): Promise<void> {
  const { dialect } = database;
  const table = formatTableName(typeId);
  const columns = [...STANDARD_COLUMNS, ...rows.filter(hasColumn).flatMap(getColumns)];
  const indexes = getIndexes(type, table, rows.filter(hasColumn), dialect);
  const presentColumns = await readNames(database, dialect.columnNames(table));
  const presentIndexes = await readNames(database, dialect.indexNames(table));
  const missingColumns = columns.filter(({ name }) => !presentColumns.has(name));
  const missingIndexes = indexes.filter(({ name }) => !presentIndexes.has(name));
  const changes =
    presentColumns.size === 0
      ? dialect.createTable(table, columns, ['id'], indexes)
      : dialect.extendTable(table, missingColumns, missingIndexes);
  for (const change of changes) {
    await beforeChange();
    await database.execute(change);
  }
}

/** Drops the columns, indexes and rows of a removed property. */
export async function dropProperty(database: Database, row: PropertyRow): Promise<void> {
  const { dialect } = database;
  const table = formatTableName(row.type_id);
  if (row.placement === 'column') {
    const [columns, indexes] = [dialect.columnNames(table), dialect.indexNames(table)];
    const present = new Set([
      ...(await readNames(database, columns)),
      ...(await readNames(database, indexes)),
    ]);
    const isPresent = (name: string): boolean => present.has(name);
    const names = [formatColumnName(row), formatTextColumnName(row)].filter(isPresent);
    await database.executeAll(
      dialect.reduceTable(table, names, [formatIndexName(table, formatColumnName(row))].filter(isPresent)),
    );
  } else await database.execute(sql`DELETE FROM ${raw(`ix_${row.placement}`)} WHERE prop_id = ${row.id}`);
  await database.execute(sql`UPDATE model_property SET state = 'dropped' WHERE id = ${row.id}`);
}

export async function readNames(queryable: Queryable, select: Sql): Promise<ReadonlySet<string>> {
  const rows = await queryable.query<{ name: string }>(select);
  return new Set(rows.map(({ name }) => name));
}

const STANDARD_COLUMNS: readonly Column[] = [
  { name: 'id', type: 'id', required: true },
  { name: 'published', type: 'flag', required: true },
  { name: 'position', type: 'integer', required: true },
];

const hasColumn = ({ placement, state }: PropertyRow): boolean =>
  placement === 'column' && state !== 'gone' && state !== 'dropped';

function getColumns(row: PropertyRow): Column[] {
  const name = formatColumnName(row);
  if (row.kind === 'reference') return [{ name, type: 'id' }];
  const column: Column = { name, type: STORED_AS[row.kind] };
  return KEEPS_TEXT.has(row.kind) ? [column, { name: formatTextColumnName(row), type: 'bytes' }] : [column];
}

/**
 * Every index has the order of creation behind its column, because every order ends in it, and tells whether the entry is
 * published, so that the entry need not be looked at. The newest moments come first, as queries ask for them.
 * References come with the newest of what refers; booleans would tell too little apart.
 */
function getIndexes(
  type: ResourceType,
  table: string,
  rows: readonly PropertyRow[],
  { nullOrder }: Dialect,
): Index[] {
  const ascending = (column: string): string => `${column} ${nullOrder.ascending}`.trimEnd();
  const descending = (column: string): string => `${column} DESC ${nullOrder.descending}`.trimEnd();
  const created = rows.find(({ field, kind }) => field === 'created' && kind === 'timestamp');
  const newest =
    created === undefined || !type.fields.has('created') ? [] : [descending(formatColumnName(created))];
  const index = (column: string, ...columns: readonly string[]): Index => ({
    name: formatIndexName(table, column),
    columns: [...columns, ...CREATION_ORDER],
  });
  return [
    ...getStandardIndexes(table),
    ...rows.flatMap((row) => {
      const column = formatColumnName(row);
      if (row.kind === 'boolean') return [];
      if (row.kind === 'timestamp') return [index(column, descending(column))];
      return row.kind === 'reference'
        ? [index(column, ascending(column), ...newest)]
        : [index(column, ascending(column))];
    }),
  ];
}

const CREATION_ORDER = ['position', 'id', 'published'];

/**
 * The indexes of every type table: the entries in creation order, and those that are not published in creation order.
 * A page that is sorted for a reader without access to unpublished entries begins or ends with the latter
 * (`plan/plan-order.ts`).
 */
function getStandardIndexes(table: string): Index[] {
  return [
    { name: formatIndexName(table, 'position'), columns: CREATION_ORDER },
    { name: formatIndexName(table, 'published'), columns: ['published', 'position', 'id'] },
  ];
}

/** Whether the table of a type has the indexes of every type table; one that an earlier version made may lack some. */
export function hasStandardIndexes(typeId: number, present: ReadonlySet<string>): boolean {
  return getStandardIndexes(formatTableName(typeId)).every(({ name }) => present.has(name));
}

const formatIndexName = (table: string, name: string): string => `k_${table}_${name}`;
