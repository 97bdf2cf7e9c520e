import { EntryIdReleasing } from '@content-service/entries';
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

/** The work of one write for ids of deleted entries: so many batches of so many referrers, and so many ids at a time. */
const RELEASE = { batches: 20, referrers: 100, targets: 1000 } as const;

/**
 * Runs a write; when it uses ids of deleted entries that are still in linkage, their referrers are rewritten, up to a bound,
 * and it runs again.
 *
 * @param unlink as `EntryStore.unlinkDeleted`
 * @throws EntryIdReleasing when the bound is met, and whatever the write throws
 */
export async function withReleasedIds<T>(
  write: () => Promise<T>,
  unlink: (targets: readonly Uuid[], limit: number) => Promise<number>,
): Promise<T> {
  for (let batches = 0; ;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof EntryIdReleasing) || batches >= RELEASE.batches) throw error;
      const targets = error.ids.slice(0, RELEASE.targets);
      for (let rewritten = 1; rewritten > 0 && batches < RELEASE.batches; batches += 1)
        rewritten = await unlink(targets, RELEASE.referrers);
    }
  }
}
