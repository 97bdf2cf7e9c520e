import type { AuditEvent, AuditPosition } from '@content-service/audit';
import type { RecordTransaction } from './record-transaction.js';
import { toSortable } from './sortable-number.js';

/** The prefix of audit events. */
export const AUDIT_EVENTS = 'audit/';

/** Stores events as a part of a transaction. Those that are stored already are ignored. */
export async function appendAuditEvents(
  transaction: RecordTransaction,
  events: readonly AuditEvent[],
): Promise<void> {
  for (const event of events) {
    const key = toAuditKey(event);
    if ((await transaction.get(key)) === undefined) await transaction.put(key, event);
  }
}

/** By time and id. */
export function toAuditKey({ occurredAt, id }: AuditPosition): string {
  return `${AUDIT_EVENTS}${toSortable(occurredAt)}/${id}`;
}
