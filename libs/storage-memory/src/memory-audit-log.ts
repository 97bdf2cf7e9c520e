import {
  type AuditEvent,
  AuditLog,
  type AuditPage,
  type AuditPosition,
  type AuditFilter,
  type AuditWindow,
} from '@content-service/audit';
import { atomic } from './atomic.js';
import { deleteSelected } from './delete-selected.js';

export class MemoryAuditLog extends AuditLog {
  private readonly events = new Map<string, AuditEvent>();

  /** @param onAdded receives new lines, as a part of the atomic operation that adds them */
  constructor(private readonly onAdded: (lines: readonly AuditEvent[]) => void) {
    super();
  }

  override append(events: readonly AuditEvent[]): Promise<void> {
    return atomic(() => {
      this.add(events);
    });
  }

  /** Adds events synchronously, as a part of another atomic operation. */
  add(events: readonly AuditEvent[]): void {
    const added = events.filter(({ id }) => !this.events.has(id));
    for (const event of added) this.events.set(event.id, event);
    this.onAdded(added);
  }

  override page(selection: AuditFilter, { before, limit }: AuditWindow): Promise<AuditPage> {
    return atomic(() => {
      const found = [...this.events.values()]
        .filter((event) => matchesAuditFilter(event, selection))
        .filter((event) => before === undefined || newestFirst(before, event) < 0)
        .sort(newestFirst);
      return { events: found.slice(0, limit), more: found.length > limit };
    });
  }

  override prune(before: number, limit: number, action?: string): Promise<number> {
    const isOld = (event: AuditEvent): boolean =>
      event.occurredAt < before && event.action === (action ?? event.action);
    return atomic(() => deleteSelected(this.events, isOld, limit));
  }
}

export function matchesAuditFilter(
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

function newestFirst(a: AuditPosition, b: AuditPosition): number {
  if (a.occurredAt !== b.occurredAt) return b.occurredAt - a.occurredAt;
  return a.id === b.id ? 0 : a.id < b.id ? 1 : -1;
}
