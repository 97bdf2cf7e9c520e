import { INDEX_FORM } from '@content-service/entries';
import type { ProgressMonitor } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { repairCounts } from '../entries/entry-counts.js';
import { type Sql, sql, TRUE } from '../database/sql.js';
import { type IndexSchemaCache, type PropertyRow, readProperties, setState } from './index-schema.js';
import { storePresentForm } from './index-form.js';
import { findPendingWords } from './index-schema-plan.js';
import { deleteOrphans } from './orphans.js';
import { writeRows } from './row-writer.js';
import { dropProperty, createTypeTable } from './type-tables.js';
import { compareInBatches } from './compare-in-batches.js';

/**
 * Repairs the derived rows of the entries of a type.
 *
 * @param after the id behind which to begin
 * @param onBatch is called after each range with its number of entries and the last id
 */
export async function repairType(
  database: Database,
  schemaCache: IndexSchemaCache,
  name: string,
  after: Buffer | undefined,
  onBatch: (read: number, last: Buffer) => Promise<void>,
): Promise<void> {
  const { dialect } = database;
  const batches = compareInBatches(
    database,
    schemaCache,
    name,
    dialect.forUpdate,
    (difference, connection) => writeRows(connection, dialect, difference),
    { start: after },
  );
  for await (const { read, last } of batches) await onBatch(read, last);
}

/** Where an interrupted rebuild continues: behind an entry of a type. */
interface RebuildCheckpoint {
  readonly type: number;
  readonly after: string;
  readonly entries: number;
  /** The ids of the words that the type began to have before. */
  readonly words?: string;
  /** Version of the form of texts; rows in the form of another version are written once more. */
  readonly form?: number;
}

/**
 * Rebuilds all derived rows, and drops the columns and rows of removed fields.
 *
 * @param renewLease is called before each change of a table and between two batches of entries
 * @returns how many entries were read
 */
export async function rebuildIndex(
  database: Database,
  schemaCache: IndexSchemaCache,
  renewLease: () => Promise<void>,
  monitor: ProgressMonitor,
): Promise<number> {
  const total = await countEntries(database);
  const checkpoint = monitor.checkpoint as RebuildCheckpoint | undefined;
  const begun = checkpoint?.form === INDEX_FORM ? checkpoint : undefined;
  let entries = begun?.entries ?? 0;
  const properties = await readProperties(database);
  for (const row of properties.filter(({ state }) => state === 'gone')) {
    await renewLease();
    await dropProperty(database, row);
  }
  schemaCache.invalidate();
  const { types, model } = await schemaCache.current();
  for (const { id, name } of types) {
    const type = model.find(name);
    const rows = properties.filter(({ type_id }) => type_id === id);
    if (type !== undefined) await createTypeTable(database, type, id, rows, renewLease);
    const unused = type === undefined ? [] : findPendingWords(type, id, rows);
    if (begun !== undefined && id < begun.type && unused.length === 0) continue;
    const words = unused.map((row) => row.id).join(' ');
    const continues = id === begun?.type && (begun.words ?? '') === words;
    const after = continues ? Buffer.from(begun.after, 'hex') : undefined;
    await repairType(database, schemaCache, name, after, async (read, last) => {
      entries += read;
      await renewLease();
      const checkpoint = { type: id, after: last.toString('hex'), entries, words, form: INDEX_FORM };
      await monitor.report({ phase: 'rebuild', done: entries, total, checkpoint });
    });
    if (unused.length > 0) await useWords(database, schemaCache, id, unused);
  }
  await deleteOrphans(database, types, async () => {
    await renewLease();
    await monitor.report({ phase: 'rebuild', done: entries, total });
  });
  await repairCounts(database, types, renewLease);
  await storePresentForm(database);
  return entries;
}

/** From now on searches use these words: every entry of the type has them. */
async function useWords(
  database: Database,
  schemaCache: IndexSchemaCache,
  typeId: number,
  words: readonly PropertyRow[],
): Promise<void> {
  await database.transaction(async (connection) => {
    await setState(connection, words, 'ready');
    await connection.execute(sql`UPDATE resource_type SET layout = layout + 1 WHERE id = ${typeId}`);
  });
  schemaCache.invalidate();
}

/** @param condition on the rows of `entry` */
export async function countEntries(database: Database, condition: Sql = TRUE): Promise<number> {
  const [row] = await database.query<{ total: number }>(
    sql`SELECT COUNT(*) AS total FROM entry WHERE ${condition}`,
    { heavy: true, unlimited: true },
  );
  return row?.total ?? 0;
}
