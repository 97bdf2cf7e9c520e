import { DuplicateEntry, type Entry, VersionConflict } from '@content-service/entries';
import { type Uuid, uuidBytes } from '@content-service/kernel';
import type { Reads, Session } from '../database/session.js';
import { type Sql, sql } from '../database/sql.js';
import { equal, inLists, inserts, list, update } from '../database/statements.js';
import type { Dialect } from '../dialects/dialect.js';
import type { Layout } from '../index-tables/layout.js';
import type { Layouts } from '../index-tables/layouts.js';
import type { ChangedEntry } from './changed-entries.js';
import { ENTRY_COLUMNS, type EntryRow, keyOf, toEntry, toEntryColumns } from './entry-row.js';

/** @param lock behind the SELECT */
export async function readEntries(
  reads: Reads,
  layouts: Layouts,
  ids: readonly Uuid[],
  lock: Sql,
): Promise<Entry[]> {
  const rows = await inLists(ids, (part) =>
    reads.rows<EntryRow>(
      sql`SELECT ${ENTRY_COLUMNS} FROM entry WHERE id IN ${list(part.map(uuidBytes))} ${lock}`,
    ),
  );
  const layout = await layouts.having(new Set(rows.map(({ type_id }) => type_id)), reads);
  return rows.map((row) => toEntry(row, layout.findById(row.type_id)?.name ?? ''));
}

/** Writes the documents themselves. @throws DuplicateEntry, VersionConflict when somebody was faster after all */
export async function writeEntryRows(
  session: Session,
  dialect: Dialect,
  layout: Layout,
  changed: readonly ChangedEntry[],
): Promise<void> {
  for (const { id, before, after } of changed) {
    if (before === undefined) continue;
    const key = sql`${equal({ id: uuidBytes(id) })} AND version = ${before.version}`;
    const found = await session.run(
      after === undefined
        ? sql`DELETE FROM entry WHERE ${key}`
        : update('entry', toEntryColumns(after, typeIdOf(after, layout)), key),
    );
    if (found === 0) throw new VersionConflict(id);
  }
  const inserted = changed.flatMap(({ before, after }) => (before === undefined && after ? [after] : []));
  await insertEntries(session, dialect, layout, inserted);
}

async function insertEntries(
  session: Session,
  dialect: Dialect,
  layout: Layout,
  entries: readonly Entry[],
): Promise<void> {
  const rows = entries.map((entry) => ({
    id: uuidBytes(entry.id),
    ...toEntryColumns(entry, typeIdOf(entry, layout)),
  }));
  try {
    for (const statement of inserts('entry', rows)) await session.run(statement);
  } catch (error) {
    if (dialect.faultOf(error) !== 'duplicate') throw error;
    const ids = entries.map(({ id }) => id);
    const [taken] = await session.rows<{ id: Buffer }>(
      sql`SELECT id FROM entry WHERE id IN ${list(ids.map(uuidBytes))}`,
    );
    throw new DuplicateEntry(taken === undefined ? (ids[0] ?? '') : keyOf(taken));
  }
}

function typeIdOf({ type }: Entry, layout: Layout): number {
  const found = layout.find(type);
  if (found === undefined) throw new Error(`The resource type ${type} has no tables.`);
  return found.id;
}
