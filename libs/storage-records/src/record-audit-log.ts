import {
  type AuditEvent,
  type AuditFilter,
  AuditLog,
  type AuditPage,
  type AuditWindow,
} from '@content-service/audit';
import { AUDIT_LINES, toAuditKey } from './audit-lines.js';
import type { RecordDatabase } from './record-database.js';

export class RecordAuditLog extends AuditLog {
  constructor(private readonly database: RecordDatabase) {
    super();
  }

  override append(events: readonly AuditEvent[]): Promise<void> {
    return this.database.transaction(() => Promise.resolve(), { audit: events });
  }

  override async page(filter: AuditFilter, { before, limit }: AuditWindow): Promise<AuditPage> {
    const found: AuditEvent[] = [];
    const range = { reverse: true, after: before && toAuditKey(before), pageSize: limit + 1 };
    for await (const event of this.database.values<AuditEvent>(AUDIT_LINES, range)) {
      if (found.length > limit || event.occurredAt < (filter.since ?? 0)) break;
      if (matchesFilter(event, filter)) found.push(event);
    }
    return { events: found.slice(0, limit), more: found.length > limit };
  }

  override prune(before: number, limit: number, action?: string): Promise<number> {
    const isOld = (event: AuditEvent): boolean =>
      event.occurredAt < before && event.action === (action ?? event.action);
    return this.database.deleteSelected(AUDIT_LINES, isOld, limit);
  }
}

function matchesFilter(
  event: AuditEvent,
  { action, exceptAction, actor, subject, since, until }: AuditFilter,
): boolean {
  const { occurredAt: at, actor: eventActor } = event;
  return (
    (action ?? event.action) === event.action &&
    event.action !== exceptAction &&
    (actor === undefined || actor === eventActor.userId || actor === eventActor.clientId) &&
    (subject === undefined || (event.subject?.kind === subject.kind && event.subject.id === subject.id)) &&
    at >= (since ?? at) &&
    (until === undefined || at < until)
  );
}
