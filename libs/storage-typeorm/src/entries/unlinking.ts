import { formatUuid, type Uuid } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { sql } from '../database/sql.js';
import type { Layouts } from '../index-tables/layouts.js';
import { EntryWriter } from './entry-writer.js';

const BATCH = 500;

/**
 * Takes deleted entries out of the linkage of the referrers that were too many for one transaction. The list of what is
 * left to do is stored, so after a crash the next start goes on with it.
 */
export async function finishUnlinking(database: Database, layouts: Layouts): Promise<void> {
  const targets = await database.rows<{ target: Buffer }>(sql`SELECT target FROM unlinking`);
  for (const { target } of targets) {
    while ((await unlinkBatch(database, layouts, formatUuid(target))) > 0);
    await database.run(sql`DELETE FROM unlinking WHERE target = ${target}`);
  }
}

/** @returns how many were rewritten */
function unlinkBatch(database: Database, layouts: Layouts, target: Uuid): Promise<number> {
  return database.transaction((session) =>
    new EntryWriter(session, database.dialect, layouts).unlinkSome(target, BATCH),
  );
}
