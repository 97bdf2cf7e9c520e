import {
  type ChangedEntry,
  DuplicateEntry,
  Entry,
  getTargetIds,
  unlinkEachTarget,
  VersionConflict,
} from '@content-service/entries';
import { formatUuid, parseUuid, type Uuid } from '@content-service/kernel';
import { insertStatements } from '../database/insert.js';
import {
  type DbConnection,
  type Queryable,
  equalsAll,
  queryInBatches,
  raw,
  type Row,
  type Sql,
  sql,
  toParameterList,
  updateStatement,
} from '../database/sql.js';
import type { Dialect } from '../dialects/dialect.js';
import type { IndexSchema, IndexSchemaCache, TypeIndexSchema } from '../index-tables/index-schema.js';
import {
  findUnlinkingTargets,
  hasUnlinkingTargets,
  UNLINKING_COLUMN,
  type UnlinkingRow,
} from './unlinking.js';

/** A row of `entry`. */
export interface EntryRow {
  readonly id: Buffer;
  readonly type_id: number;
  readonly published: number;
  readonly created: number;
  readonly changed: number;
  readonly version: number;
  readonly position: number;
  readonly model_version: number;
  readonly attributes: string;
  readonly relationships: string;
}

export const ENTRY_COLUMNS = sql`id, type_id, published, created, changed, version, position, model_version,
  attributes, relationships`;

export function toEntry(row: EntryRow, type: string): Entry {
  return Entry.stored(
    {
      id: formatUuid(row.id),
      type,
      published: row.published === 1,
      created: row.created,
      changed: row.changed,
      version: row.version,
      position: row.position,
      modelVersion: row.model_version,
    },
    row.attributes,
    row.relationships,
  );
}

/** All columns but the key. */
function toEntryColumns(entry: Entry, typeId: number): Row {
  return {
    type_id: typeId,
    published: Number(entry.published),
    created: entry.created,
    changed: entry.changed,
    version: entry.version,
    position: entry.position,
    model_version: entry.modelVersion,
    attributes: entry.attributesText,
    relationships: entry.relationshipsText,
  };
}

const formatRowId = ({ id }: { readonly id: Buffer }): Uuid => formatUuid(id);

/** @param lock behind the SELECT */
export async function readEntries(
  queryable: Queryable,
  schemaCache: IndexSchemaCache,
  ids: readonly Uuid[],
  lock: Sql,
): Promise<Entry[]> {
  return toEntries(await readRows(queryable, schemaCache, ids, ENTRY_COLUMNS, lock), schemaCache, queryable);
}

/**
 * Entries as they will be when their referrers are rewritten.
 *
 * The statement that reads the documents tells whether anything is pending, so that usually no second one is needed. If
 * so, their targets are looked up, and the documents are read again: one that was rewritten in between needs them no more.
 */
export async function readCurrentEntries(
  queryable: Queryable,
  schemaCache: IndexSchemaCache,
  ids: readonly Uuid[],
): Promise<Entry[]> {
  const { entries, hasPendingUnlinks } = await readEntriesWithState(queryable, schemaCache, ids);
  const targets = hasPendingUnlinks ? entries.flatMap(getTargetIds) : [];
  if (targets.length === 0) return entries;
  const pending = new Set(await findUnlinkingTargets(queryable, targets));
  const again = await readEntries(queryable, schemaCache, ids, raw(''));
  return again.map((entry) => unlinkEachTarget(entry, pending));
}

/** Reads entries, and whether their linkage may contain deleted entries. */
async function readEntriesWithState(
  queryable: Queryable,
  schemaCache: IndexSchemaCache,
  ids: readonly Uuid[],
): Promise<{ readonly entries: Entry[]; readonly hasPendingUnlinks: boolean }> {
  const columns = sql`${ENTRY_COLUMNS}, ${UNLINKING_COLUMN}`;
  const rows = await readRows<UnlinkingRow>(queryable, schemaCache, ids, columns, raw(''));
  const entries = await toEntries(rows, schemaCache, queryable);
  return { entries, hasPendingUnlinks: rows.some(({ unlinking }) => unlinking === 1) };
}

function readRows<Further = unknown>(
  queryable: Queryable,
  { dialect }: IndexSchemaCache,
  ids: readonly Uuid[],
  columns: Sql,
  lock: Sql,
): Promise<(EntryRow & Further)[]> {
  return queryInBatches(ids, (part) =>
    queryable.query<EntryRow & Further>(
      sql`SELECT ${columns} FROM entry ${dialect.byEntryId} WHERE id IN ${toParameterList(part.map(parseUuid))} ${lock}`,
    ),
  );
}

async function toEntries(
  rows: readonly EntryRow[],
  schemaCache: IndexSchemaCache,
  queryable: Queryable,
): Promise<Entry[]> {
  const indexSchema = await schemaCache.withTypes(new Set(rows.map(({ type_id }) => type_id)), queryable);
  return rows.map((row) => toEntry(row, indexSchema.findById(row.type_id)?.name ?? ''));
}

/** Writes the documents themselves. @throws DuplicateEntry, VersionConflict when a parallel transaction changed the entry */
export async function writeEntryRows(
  connection: DbConnection,
  dialect: Dialect,
  indexSchema: IndexSchema,
  changed: readonly ChangedEntry[],
): Promise<void> {
  for (const { id, before, after } of changed) {
    if (before === undefined) continue;
    const key = sql`${equalsAll({ id: parseUuid(id) })} AND version = ${before.version}`;
    const found = await connection.execute(
      after === undefined
        ? sql`DELETE FROM entry WHERE ${key}`
        : updateStatement('entry', toEntryColumns(after, getTypeId(after, indexSchema)), key),
    );
    if (found === 0) throw new VersionConflict(id);
  }
  const inserted = changed.flatMap(({ before, after }) => (before === undefined && after ? [after] : []));
  await insertEntries(connection, dialect, indexSchema, inserted);
}

/**
 * Stores the next state of an entry in the place of one that was read before. The position tells whether it is still the
 * same entry, since one that is created anew under its id begins with the same versions. While its linkage has deleted
 * targets, what was read is not what is stored.
 *
 * @param type as this process knows it
 * @returns whether it was stored; not, when the type has changed
 */
export async function replaceEntryRow(
  connection: DbConnection,
  type: TypeIndexSchema,
  previous: Entry,
  entry: Entry,
): Promise<boolean> {
  const { version, position } = previous;
  const id = parseUuid(previous.id);
  const key = equalsAll({ id, version, position });
  const isStored = sql`${key} AND NOT ${hasUnlinkingTargets(sql`${id}`)} AND ${isUnchangedType(type)}`;
  const row = toEntryColumns(entry, type.id);
  return (await connection.execute(updateStatement('entry', row, isStored))) > 0;
}

/** Whether the row of a type is as this process knows it. */
function isUnchangedType({ id, present, since, layout }: TypeIndexSchema): Sql {
  const key = equalsAll({ id, present: Number(present), since, layout });
  return sql`EXISTS (SELECT 1 FROM resource_type WHERE ${key})`;
}

async function insertEntries(
  connection: DbConnection,
  dialect: Dialect,
  indexSchema: IndexSchema,
  entries: readonly Entry[],
): Promise<void> {
  const rows = entries.map((entry) => ({
    id: parseUuid(entry.id),
    ...toEntryColumns(entry, getTypeId(entry, indexSchema)),
  }));
  try {
    const statements = insertStatements('entry', rows);
    for (const statement of statements.slice(0, -1)) await connection.defer(statement);
    for (const statement of statements.slice(-1)) await connection.execute(statement);
  } catch (error) {
    if (dialect.classifyError(error) !== 'duplicate') throw error;
    await connection.rollback();
    const ids = entries.map(({ id }) => id);
    const [taken] = await connection.query<{ id: Buffer }>(
      sql`SELECT id FROM entry WHERE id IN ${toParameterList(ids.map(parseUuid))}`,
    );
    throw new DuplicateEntry(taken === undefined ? (ids[0] ?? '') : formatRowId(taken));
  }
}

function getTypeId({ type }: Entry, indexSchema: IndexSchema): number {
  const found = indexSchema.find(type);
  if (found === undefined) throw new Error(`The resource type ${type} has no tables.`);
  return found.id;
}
