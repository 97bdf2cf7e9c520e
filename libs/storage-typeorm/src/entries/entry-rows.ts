import {
  type ChangedEntry,
  DuplicateEntry,
  Entry,
  getTargetIds,
  unlinkEachTarget,
  VersionConflict,
} from '@content-service/entries';
import { formatUuid, formatUuidHex, parseUuid, type Uuid } from '@content-service/kernel';
import { insertRows } from '../database/insert.js';
import {
  type DbConnection,
  type Queryable,
  equalsAll,
  join,
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
import { findUnlinkingTargets, hasUnlinkingTargets, IS_ANY_UNLINKING } from './unlinking.js';

/** What is read of a row of `entry`. */
export interface EntryRow {
  /** All columns but the documents in one text, as of `selectEntryColumns`. */
  readonly metadata: string;
  readonly attributes: string;
  readonly relationships: string;
}

/** The digits of the id at the beginning of `metadata`. */
const ID_LENGTH = 32;

/**
 * The columns of `EntryRow`. The metadata is one text, because the driver of SQLite takes longer for eight values than for the
 * rest of a row: a page with included entries costs it a third less.
 *
 * @param further whole numbers behind those of the row
 */
export function selectEntryColumns(dialect: Dialect, further: readonly Sql[] = []): Sql {
  const metadata = [dialect.hex(raw('id')), METADATA_COLUMNS, ...further];
  return sql`concat_ws(' ', ${join(metadata)}) AS metadata, attributes, relationships`;
}

/** Whole numbers that are never NULL: `concat_ws` would leave a NULL out. */
const METADATA_COLUMNS = raw('type_id, published, created, changed, version, position, model_version');

/** The numbers of `METADATA_COLUMNS`, and further ones. */
type RowNumbers = readonly [
  typeId: number,
  published: number,
  created: number,
  changed: number,
  version: number,
  position: number,
  modelVersion: number,
  /** With `IS_ANY_UNLINKING`. */
  unlinking?: number,
];

/** The index of `unlinking` in `RowNumbers`. */
const UNLINKING = 7;

/** Parses the numbers of a row digit by digit, which takes a third of the time of `split` and `Number`. */
function parseNumbers({ metadata }: EntryRow): RowNumbers {
  const numbers: number[] = [];
  let number = 0;
  let sign = 1;
  for (let at = ID_LENGTH + 1; at < metadata.length; at += 1) {
    const code = metadata.charCodeAt(at);
    if (code === SPACE) {
      numbers.push(sign * number);
      number = 0;
      sign = 1;
    } else if (code === MINUS) sign = -1;
    else number = 10 * number + code - DIGIT_ZERO;
  }
  numbers.push(sign * number);
  return numbers as unknown as RowNumbers;
}

const SPACE = 0x20;
const MINUS = 0x2d;
const DIGIT_ZERO = 0x30;

export function toEntry(row: EntryRow, type: string, numbers = parseNumbers(row)): Entry {
  const { metadata, attributes, relationships } = row;
  const id = formatUuidHex(metadata.slice(0, ID_LENGTH).toLowerCase());
  const [, published, created, changed, version, position, modelVersion] = numbers;
  return Entry.stored(
    { id, type, published: published === 1, created, changed, version, position, modelVersion },
    attributes,
    relationships,
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

/**
 * Reads entries as their rows are, with linkage to deleted entries that is still to be removed.
 *
 * @param lock the locking clause of the SELECT, such as `FOR UPDATE`; empty without a lock
 */
export async function readEntries(
  queryable: Queryable,
  schemaCache: IndexSchemaCache,
  ids: readonly Uuid[],
  lock: Sql,
): Promise<Entry[]> {
  const columns = selectEntryColumns(schemaCache.dialect);
  return (await readRows(queryable, schemaCache, ids, columns, lock)).entries;
}

/**
 * Reads entries as they will be when their linkage to deleted entries is removed: the reads of `EntryStore.getMany`.
 *
 * The statement that reads the documents tells whether any removal is pending, so that usually no second one is needed. If
 * one is, the deleted targets of the entries are looked up, and the documents are read again, because a job may have rewritten
 * them in between.
 */
export async function readCurrentEntries(
  queryable: Queryable,
  schemaCache: IndexSchemaCache,
  ids: readonly Uuid[],
): Promise<Entry[]> {
  const columns = selectEntryColumns(schemaCache.dialect, [IS_ANY_UNLINKING]);
  const { entries, hasPendingUnlinks } = await readRows(queryable, schemaCache, ids, columns, raw(''));
  const targets = hasPendingUnlinks ? entries.flatMap(getTargetIds) : [];
  if (targets.length === 0) return entries;
  const pending = new Set(await findUnlinkingTargets(queryable, targets));
  const again = await readEntries(queryable, schemaCache, ids, raw(''));
  return again.map((entry) => unlinkEachTarget(entry, pending));
}

/** Entries, and whether their linkage may contain deleted entries, if that was asked for. */
interface FoundEntries {
  readonly entries: Entry[];
  readonly hasPendingUnlinks: boolean;
}

/** @param columns as of `selectEntryColumns` */
async function readRows(
  queryable: Queryable,
  schemaCache: IndexSchemaCache,
  ids: readonly Uuid[],
  columns: Sql,
  lock: Sql,
): Promise<FoundEntries> {
  const { byEntryId } = schemaCache.dialect;
  const rows = await queryInBatches(ids, (part) =>
    queryable.query<EntryRow>(
      sql`SELECT ${columns} FROM entry ${byEntryId} WHERE id IN ${toParameterList(part.map(parseUuid))} ${lock}`,
    ),
  );
  const parsed = rows.map((row) => ({ row, numbers: parseNumbers(row) }));
  const indexSchema = await schemaCache.withTypes(
    new Set(parsed.map(({ numbers }) => numbers[0])),
    queryable,
  );
  return {
    entries: parsed.map(({ row, numbers }) =>
      toEntry(row, indexSchema.findById(numbers[0])?.name ?? '', numbers),
    ),
    hasPendingUnlinks: parsed.some(({ numbers }) => numbers[UNLINKING] === 1),
  };
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
    await insertRows(connection, 'entry', rows);
  } catch (error) {
    if (dialect.classifyError(error) !== 'duplicate') throw error;
    await connection.rollback();
    const ids = entries.map(({ id }) => id);
    const [taken] = await connection.query<{ id: Buffer }>(
      sql`SELECT id FROM entry WHERE id IN ${toParameterList(ids.map(parseUuid))}`,
    );
    throw new DuplicateEntry(taken === undefined ? (ids[0] ?? '') : formatUuid(taken.id));
  }
}

function getTypeId({ type }: Entry, indexSchema: IndexSchema): number {
  const found = indexSchema.find(type);
  if (found === undefined) throw new Error(`The resource type ${type} has no tables.`);
  return found.id;
}
