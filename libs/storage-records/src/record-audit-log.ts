import {
  type AuditEvent,
  type AuditFilter,
  AuditLog,
  type AuditPage,
  type AuditWindow,
} from '@content-service/audit';
import { matchesAuditFilter } from '@content-service/storage-memory';
import { appendAuditEvents, AUDIT_EVENTS, toAuditKey } from './audit-records.js';
import type { Records } from './records.js';

export class RecordAuditLog extends AuditLog {
  constructor(private readonly records: Records) {
    super();
  }

  override append(events: readonly AuditEvent[]): Promise<void> {
    return this.records.transaction((transaction) => appendAuditEvents(transaction, events));
  }

  override async page(filter: AuditFilter, { before, limit }: AuditWindow): Promise<AuditPage> {
    const found: AuditEvent[] = [];
    const range = { reverse: true, after: before && toAuditKey(before) };
    for await (const event of this.records.values<AuditEvent>(AUDIT_EVENTS, range)) {
      if (found.length > limit || event.occurredAt < (filter.since ?? 0)) break;
      if (matchesAuditFilter(event, filter)) found.push(event);
    }
    return { events: found.slice(0, limit), more: found.length > limit };
  }

  override async prune(before: number, action?: string): Promise<void> {
    await this.records.deleteSelected<AuditEvent>(
      AUDIT_EVENTS,
      (event) => event.occurredAt < before && event.action === (action ?? event.action),
    );
  }
}
