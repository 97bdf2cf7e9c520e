import type { Database } from '../database/database.js';
import { sql } from '../database/sql.js';
import { fromPending } from '../entries/event-rows.js';
import { THRESHOLDS } from '../plan/costs.js';

/** Stands for the type of a deleted entry that is still in linkage. */
export const UNLINKING = '';

/** What concerns readers who keep results: an event, or a deleted entry that is still in linkage. */
export interface RecentEvent {
  /** The resource type of the subject, or `UNLINKING`. */
  readonly type: string;
  readonly id: string;
  /** `null` for an event that has none yet. */
  readonly position: number | null;
}

/**
 * The events behind a position, in the order of their positions, then those without one and one of `UNLINKING` if there is any. Every
 * change of an entry records an event in its transaction, so what was read at a position holds while none concerns it.
 *
 * @returns more than `THRESHOLDS.recentEvents` when that many were found, but not all
 */
export async function readRecentEvents(
  database: Pick<Database, 'query' | 'dialect'>,
  position: number,
): Promise<readonly RecentEvent[]> {
  const limit = THRESHOLDS.recentEvents + 1;
  const rows = await database.query<{ type: Buffer; id: Buffer; position: number | null }>(
    sql`SELECT s.subject_type AS type, s.subject_id AS id, s.position FROM (SELECT subject_type, subject_id, position
          FROM event_log WHERE position > ${position} ORDER BY position LIMIT ${limit}) s
        UNION ALL
        SELECT p.subject_type, p.subject_id, p.position FROM (SELECT subject_type, subject_id, position
          FROM ${fromPending(database.dialect)} LIMIT ${limit}) p
        UNION ALL
        SELECT ${Buffer.from(UNLINKING)}, ${Buffer.from('')}, NULL FROM (SELECT target FROM unlinking LIMIT 1) u`,
  );
  return rows.map((row) => ({ ...row, type: row.type.toString(), id: row.id.toString() }));
}

/** The last position behind a position: events are in the order of their positions, up to one that has none. */
export function findLastPosition(events: readonly RecentEvent[], position: number): number {
  return events.reduce((last, event) => Math.max(last, event.position ?? 0), position);
}
