import {
  type AuditEvent,
  type AuditFilter,
  AuditLog,
  type AuditPage,
  type AuditWindow,
} from '@content-service/audit';
import { matchesAuditFilter } from '@content-service/storage-memory';
import { AUDIT_EVENTS, toAuditKey } from './audit-records.js';
import type { Records } from './records.js';

export class RecordAuditLog extends AuditLog {
  constructor(private readonly records: Records) {
    super();
  }

  override append(events: readonly AuditEvent[]): Promise<void> {
    return this.records.recordedTransaction({ audit: events }, () => Promise.resolve());
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

  override prune(before: number, limit: number, action?: string): Promise<number> {
    const isOld = (event: AuditEvent): boolean =>
      event.occurredAt < before && event.action === (action ?? event.action);
    return this.records.deleteSelected(AUDIT_EVENTS, isOld, limit);
  }
}
