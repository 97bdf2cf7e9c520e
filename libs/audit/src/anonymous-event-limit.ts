import { LRUCache } from 'lru-cache';
import type { Clock } from '@content-service/kernel';
import type { AuditAction } from './audit-action.js';

/** More than the failed logins of one name that are admitted in a minute, so that those of an account are all recorded. */
const EVENTS_MAXIMUM = 60;
const INTERVAL_SECONDS = 60;
const KEYS_MAXIMUM = 10_000;

/**
 * Bounds the events that anybody can cause without authentication: of one action and subject a fixed number in a minute and
 * process, from whatever networks. Those about no subject, such as failures with made-up names, are bounded together.
 */
export class AnonymousEventLimit {
  private readonly intervals = new LRUCache<string, { count: number; readonly endsAt: number }>({
    max: KEYS_MAXIMUM,
  });

  constructor(private readonly clock: Clock) {}

  /** Counts an event. @returns whether it is recorded */
  admits(action: AuditAction, subjectId = ''): boolean {
    const key = `${action} ${subjectId}`;
    const now = this.clock.now();
    const interval = this.intervals.get(key);
    if (interval === undefined || now >= interval.endsAt) {
      this.intervals.set(key, { count: 1, endsAt: now + INTERVAL_SECONDS });
      return true;
    }
    interval.count += 1;
    return interval.count <= EVENTS_MAXIMUM;
  }
}
