import type { AuditEvent, AuditPosition } from '@content-service/audit';
import type { EventRecorder } from '@content-service/events';
import { recordManagementEvents } from './pending-events.js';
import type { RecordTransaction } from './record-transaction.js';
import { toSortable } from './sortable-number.js';

/** The prefix of the keys of audit lines. */
export const AUDIT_LINES = 'audit/';

/**
 * Stores audit lines, and the events of those that emit one, as a part of a transaction. Lines that are stored already are ignored.
 *
 * @returns whether there are events
 */
export async function appendAuditLines(
  transaction: RecordTransaction,
  recorder: EventRecorder,
  lines: readonly AuditEvent[],
): Promise<boolean> {
  const added: AuditEvent[] = [];
  for (const line of lines) {
    const key = toAuditKey(line);
    if ((await transaction.get(key)) !== undefined) continue;
    await transaction.put(key, line);
    added.push(line);
  }
  return recordManagementEvents(transaction, recorder, added);
}

/** By time and id. */
export function toAuditKey({ occurredAt, id }: AuditPosition): string {
  return `${AUDIT_LINES}${toSortable(occurredAt)}/${id}`;
}
