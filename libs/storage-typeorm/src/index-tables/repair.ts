import type { ProgressMonitor } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { repairCounts } from '../entries/entry-counts.js';
import { type Sql, sql, TRUE } from '../database/sql.js';
import { type IndexSchemaCache, readProperties } from './index-schema.js';
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
  const begun = monitor.checkpoint as RebuildCheckpoint | undefined;
  let entries = begun?.entries ?? 0;
  const properties = await readProperties(database);
  for (const row of properties.filter(({ state }) => state === 'gone')) {
    await renewLease();
    await dropProperty(database, row);
  }
  schemaCache.invalidate();
  const { types, model } = await schemaCache.current();
  for (const { id, name } of types) {
    if (begun !== undefined && id < begun.type) continue;
    const type = model.find(name);
    const rows = properties.filter(({ type_id }) => type_id === id);
    if (type !== undefined) await createTypeTable(database, type, id, rows, renewLease);
    const after = id === begun?.type ? Buffer.from(begun.after, 'hex') : undefined;
    await repairType(database, schemaCache, name, after, async (read, last) => {
      entries += read;
      await renewLease();
      const checkpoint = { type: id, after: last.toString('hex'), entries };
      await monitor.report({ phase: 'rebuild', done: entries, total, checkpoint });
    });
  }
  await deleteOrphans(database, types);
  await repairCounts(database, types);
  return entries;
}

/** @param condition on the rows of `entry` */
export async function countEntries(database: Database, condition: Sql = TRUE): Promise<number> {
  const [row] = await database.query<{ total: number }>(
    sql`SELECT COUNT(*) AS total FROM entry WHERE ${condition}`,
  );
  return row?.total ?? 0;
}
