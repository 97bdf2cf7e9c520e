import type { ChangedEntry } from '@content-service/entries';
import type { RecordedEvent } from '@content-service/events';
import { parseUuid } from '@content-service/kernel';
import { resolveByRow } from '../database/resolve-by-row.js';
import { type DbConnection, sql } from '../database/sql.js';
import type { Dialect } from '../dialects/dialect.js';
import { toEventRow } from './event-rows.js';

/** What a transaction wrote; it is atomic, so one of its rows shows its outcome. */
interface WrittenRows {
  readonly changed: readonly ChangedEntry[];
  readonly events: readonly RecordedEvent[];
}

/**
 * The outcome of a transaction whose COMMIT was not confirmed. The id of one of its events settles it, whatever was stored
 * since; without events the version of one of its entries does, unless another transaction has changed the entry.
 */
export function resolveInDoubtCommit(
  { changed: [entry], events: [event] }: WrittenRows,
  connection: DbConnection,
  dialect: Dialect,
): Promise<'stored' | 'not stored' | 'unknown'> {
  if (event !== undefined) {
    const row = { ...toEventRow(event), id: parseUuid(event.id) };
    return resolveByRow({ table: 'event_log', row, mark: PROBE }, connection, dialect);
  }
  return entry === undefined ? Promise.resolve('unknown') : resolveByVersion(entry, connection, dialect);
}

const PROBE = { column: 'type', value: Buffer.from('probe') };

/** The lock makes this wait for a COMMIT in progress. */
async function resolveByVersion(
  { id, before, after }: ChangedEntry,
  connection: DbConnection,
  dialect: Dialect,
): Promise<'stored' | 'not stored' | 'unknown'> {
  const [row] = await connection.query<{ version: number; attributes: string }>(
    sql`SELECT version, attributes FROM entry WHERE id = ${parseUuid(id)} ${dialect.forUpdate}`,
  );
  if (row?.version === before?.version) return 'not stored';
  const isStored = row?.version === after?.version && row?.attributes === after?.attributesText;
  return isStored ? 'stored' : 'unknown';
}
