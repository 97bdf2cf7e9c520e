import {
  type AuditEvent,
  AuditLog,
  type AuditPage,
  type AuditPosition,
  type AuditSelection,
  type AuditWindow,
} from '@content-service/audit';
import { act } from './act.js';

export class MemoryAuditLog extends AuditLog {
  private readonly events = new Map<string, AuditEvent>();

  override append(events: readonly AuditEvent[]): Promise<void> {
    return act(() => {
      for (const event of events) if (!this.events.has(event.id)) this.events.set(event.id, event);
    });
  }

  override page(selection: AuditSelection, { before, limit }: AuditWindow): Promise<AuditPage> {
    return act(() => {
      const found = [...this.events.values()]
        .filter((event) => isSelected(event, selection))
        .filter((event) => before === undefined || newestFirst(before, event) < 0)
        .sort(newestFirst);
      return { events: found.slice(0, limit), more: found.length > limit };
    });
  }

  override prune(before: number): Promise<void> {
    return act(() => {
      for (const { id, at } of this.events.values()) if (at < before) this.events.delete(id);
    });
  }
}

function isSelected(event: AuditEvent, { action, actor, subject, since, until }: AuditSelection): boolean {
  const { at, who } = event;
  return (
    (action ?? event.action) === event.action &&
    (actor === undefined || actor === who.userId || actor === who.clientId) &&
    (subject === undefined || (event.subject?.kind === subject.kind && event.subject.id === subject.id)) &&
    at >= (since ?? at) &&
    (until === undefined || at < until)
  );
}

function newestFirst(a: AuditPosition, b: AuditPosition): number {
  if (a.at !== b.at) return b.at - a.at;
  return a.id === b.id ? 0 : a.id < b.id ? 1 : -1;
}
