import type { PendingUnlink } from '@content-service/entries';
import type { EventRecorder } from '@content-service/events';
import { formatUuid, type Uuid } from '@content-service/kernel';
import { type Database, repeatInDoubt } from '../database/database.js';
import { sql } from '../database/sql.js';
import type { IndexSchemaCache } from '../index-tables/index-schema.js';
import { EntryWriter } from './entry-writer.js';

export async function countPendingUnlinks(database: Database): Promise<PendingUnlink[]> {
  const rows = await database.query<{ target: Buffer; referrers: number }>(
    sql`SELECT u.target, COUNT(DISTINCT r.source) AS referrers
        FROM unlinking u LEFT JOIN entry_ref r ON r.target = u.target GROUP BY u.target`,
  );
  return rows.map(({ target, referrers }) => ({ target: formatUuid(target), referrers }));
}

/**
 * Removes a deleted entry from the linkage of some of its referrers. Can be repeated at any time.
 *
 * @returns how many were rewritten; 0 when none is left
 */
export function unlinkBatch(
  database: Database,
  schemaCache: IndexSchemaCache,
  target: Uuid,
  limit: number,
  recorder: EventRecorder,
): Promise<number> {
  return database.transaction(
    (connection) =>
      new EntryWriter(connection, database.dialect, schemaCache, recorder).unlinkBatch(target, limit),
    repeatInDoubt,
  );
}
