import { uuidBytes } from '@content-service/kernel';
import type { Session } from '../database/session.js';
import { sql } from '../database/sql.js';
import type { Dialect } from '../dialects/dialect.js';
import type { ChangedEntry } from './changed-entries.js';

/**
 * What became of a transaction whose COMMIT was never confirmed. All its changes share one fate, so one entry tells it.
 * The lock makes this wait for a COMMIT that is still going on.
 */
export async function outcomeOf(
  changed: readonly ChangedEntry[],
  session: Session,
  dialect: Dialect,
): Promise<'stored' | 'not stored' | 'unknown'> {
  const [first] = changed;
  if (first === undefined) return 'unknown';
  const { id, before, after } = first;
  const [row] = await session.rows<{ version: number; attributes: string }>(
    sql`SELECT version, attributes FROM entry WHERE id = ${uuidBytes(id)} ${dialect.forUpdate}`,
  );
  if (row?.version === before?.version) return 'not stored';
  const isThere = row?.version === after?.version && row?.attributes === after?.attributesText;
  return isThere ? 'stored' : 'unknown';
}
