import { setImmediate } from 'node:timers/promises';
import { DomainError } from '@content-service/kernel';
import type { AuditEvent } from './audit-event.js';
import type { AuditLog } from './audit-log.js';

/** Events of one append: the size of its statement is limited. */
const EVENTS_PER_APPEND = 100;

/**
 * Appends events in groups: those of one turn of the event loop, and those that arrive while an append is in progress, are
 * stored in one transaction. Each caller waits until its event is stored.
 */
export class GroupCommit {
  private readonly waiting: WaitingEvent[] = [];
  private isAppending = false;

  constructor(private readonly log: Pick<AuditLog, 'append'>) {}

  /** @throws what `AuditLog.append` throws for this event */
  append(event: AuditEvent): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ event, resolve, reject });
      void this.appendWaiting();
    });
  }

  private async appendWaiting(): Promise<void> {
    if (this.isAppending) return;
    this.isAppending = true;
    await setImmediate();
    while (this.waiting.length > 0) await this.appendGroup(this.waiting.splice(0, EVENTS_PER_APPEND));
    this.isAppending = false;
  }

  private async appendGroup(group: readonly WaitingEvent[]): Promise<void> {
    try {
      await this.log.append(group.map(({ event }) => event));
      for (const { resolve } of group) resolve();
    } catch (error) {
      // A store that is away takes none of them; an event that it refuses fails alone, as appends can be repeated.
      if (group.length === 1 || error instanceof DomainError) for (const { reject } of group) reject(error);
      else for (const waiting of group) await this.appendGroup([waiting]);
    }
  }
}

interface WaitingEvent {
  readonly event: AuditEvent;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}
