import { type Clock, sha256 } from '@content-service/kernel';
import type { ThrottleStore } from './account.store.js';

/** The delays after failures of one key. */
export interface DelayRule {
  /** Failures without a delay; the last of them begins the first one. */
  readonly free: number;
  /** The first delay; each failure after it doubles the next. */
  readonly firstSeconds: number;
  readonly longestSeconds: number;
  /** Failures are forgotten this long after the first of them. */
  readonly windowSeconds: number;
}

/** One attempt that was counted under a key. */
export interface CountedAttempt {
  readonly key: string;
  /** Whether it started a delay: one attempt is admitted for each. */
  readonly beganDelay: boolean;
}

/** A delay that still runs. */
export interface RunningDelay {
  readonly retryAfterSeconds: number;
  /** Whether this is the first attempt it refuses. */
  readonly isFirst: boolean;
}

/**
 * Counts attempts by key and, once the free ones are used up, admits one for each delay; the delays double up to
 * a maximum (OWASP Authentication Cheat Sheet, «Account Lockout»). A refused attempt is not counted and does
 * not prolong the delay.
 *
 * Parallel attempts are limited, too: each one gets a different count, and of those beyond the free ones exactly one starts
 * the delay.
 */
export class GrowingDelays {
  constructor(
    private readonly store: ThrottleStore,
    private readonly clock: Clock,
  ) {}

  /** Counts an attempt as failed, until `refund`. */
  async consume(key: string, rule: DelayRule): Promise<CountedAttempt | RunningDelay> {
    const now = this.clock.now();
    const { count } = await this.store.increment(key, rule.windowSeconds, now);
    if (count < rule.free) return { key, beganDelay: false };
    const delay = await this.store.increment(formatDelayKey(key), computeDelaySeconds(count, rule), now);
    if (delay.count === 1) return { key, beganDelay: true };
    await this.store.decrement(key);
    return { retryAfterSeconds: delay.endsAt - now, isFirst: delay.count === 2 };
  }

  /** Undoes `consume`, with the delay that the attempt began. */
  async refund({ key, beganDelay }: CountedAttempt): Promise<void> {
    await this.store.decrement(key);
    if (beganDelay) await this.store.reset(formatDelayKey(key));
  }

  /** Resets the failures of the key. */
  async reset(key: string): Promise<void> {
    await this.store.reset(key);
    await this.store.reset(formatDelayKey(key));
  }
}

function formatDelayKey(key: string): string {
  return sha256(`delay ${key}`);
}

/** @param count of failures, at least `rule.free` */
function computeDelaySeconds(count: number, { free, firstSeconds, longestSeconds }: DelayRule): number {
  return Math.min(longestSeconds, firstSeconds * 2 ** Math.min(count - free, 30));
}
