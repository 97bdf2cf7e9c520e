import type { EventRecorder } from '@content-service/events';
import { formatUuid, parseUuid, type Uuid } from '@content-service/kernel';
import { type Database, repeatInDoubt } from '../database/database.js';
import { sql } from '../database/sql.js';
import type { IndexSchemaCache } from '../index-tables/index-schema.js';
import { EntryWriter } from './entry-writer.js';
import { isUnlinking } from './unlinking.js';

/** See `EntryStore.findPendingUnlinks`. */
export async function findPendingUnlinks(database: Database, limit: number): Promise<Uuid[]> {
  const rows = await database.query<{ target: Buffer }>(
    sql`SELECT target FROM unlinking ORDER BY target LIMIT ${limit}`,
  );
  return rows.map(({ target }) => formatUuid(target));
}

/** See `EntryStore.countPendingReferrers`. */
export async function countPendingReferrers(database: Database, target: Uuid): Promise<number> {
  const [row] = await database.query<{ referrers: number }>(
    sql`SELECT COUNT(DISTINCT source) AS referrers FROM entry_ref
        WHERE target = ${parseUuid(target)} AND ${isUnlinking(sql`${parseUuid(target)}`)}`,
  );
  return row?.referrers ?? 0;
}

/** See `EntryStore.unlinkDeleted`. */
export function unlinkBatch(
  database: Database,
  schemaCache: IndexSchemaCache,
  targets: readonly Uuid[],
  limit: number,
  recorder: EventRecorder,
): Promise<number> {
  return database.transaction(
    (connection) =>
      new EntryWriter(connection, database.dialect, schemaCache, recorder).unlinkBatch(targets, limit),
    repeatInDoubt,
  );
}
