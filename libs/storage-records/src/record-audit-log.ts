import {
  type AuditEvent,
  type AuditFilter,
  AuditLog,
  type AuditPage,
  type AuditPosition,
  type AuditWindow,
} from '@content-service/audit';
import { matchesAuditFilter } from '@content-service/storage-memory';
import type { RecordTransaction } from './record-transaction.js';
import type { Records } from './records.js';
import { toSortable } from './sortable-number.js';

const EVENTS = 'audit/';

export class RecordAuditLog extends AuditLog {
  constructor(private readonly records: Records) {
    super();
  }

  override append(events: readonly AuditEvent[]): Promise<void> {
    return this.records.transaction((transaction) => appendAuditEvents(transaction, events));
  }

  override async page(filter: AuditFilter, { before, limit }: AuditWindow): Promise<AuditPage> {
    const found: AuditEvent[] = [];
    const range = { reverse: true, after: before && toKey(before) };
    for await (const event of this.records.values<AuditEvent>(EVENTS, range)) {
      if (found.length > limit || event.occurredAt < (filter.since ?? 0)) break;
      if (matchesAuditFilter(event, filter)) found.push(event);
    }
    return { events: found.slice(0, limit), more: found.length > limit };
  }

  override async prune(before: number, action?: string): Promise<void> {
    await this.records.deleteSelected<AuditEvent>(
      EVENTS,
      (event) => event.occurredAt < before && event.action === (action ?? event.action),
    );
  }
}

/** Part of another transaction. Events that are stored already are ignored. */
export async function appendAuditEvents(
  transaction: RecordTransaction,
  events: readonly AuditEvent[],
): Promise<void> {
  for (const event of events)
    if ((await transaction.get(toKey(event))) === undefined) await transaction.put(toKey(event), event);
}

function toKey({ occurredAt, id }: AuditPosition): string {
  return `${EVENTS}${toSortable(occurredAt)}/${id}`;
}
