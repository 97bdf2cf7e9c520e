import { LRUCache } from 'lru-cache';
import type { Clock } from '@content-service/kernel';
import { TooManyAuthenticationFailures } from './oauth.errors.js';

/** Bounds the work of failed attempts; secrets of 256 bits cannot be guessed. Not stated by the specification. */
const FAILURES_MAXIMUM = 50;
const WINDOW_SECONDS = 300;
const KEYS_MAXIMUM = 10_000;

/**
 * Counts failed client authentications by endpoint, existing client and network, in the memory of each process: a statement for each
 * token request would cost more.
 *
 * The caller verifies the secret first and calls `recordFailure` only for a wrong one, so failures from a shared network never
 * refuse a client with the right secret.
 */
export class AuthenticationRateLimiter {
  /** Requests can come from any number of networks: beyond the maximum the oldest counters are dropped. */
  private readonly counters = new LRUCache<string, { count: number; readonly endsAt: number }>({
    max: KEYS_MAXIMUM,
  });

  constructor(private readonly clock: Clock) {}

  /**
   * Counts one failure.
   *
   * @returns the number of failures of the key in this window, this one included
   * @throws TooManyAuthenticationFailures when the key has reached the limit before
   */
  recordFailure(key: string): number {
    const now = this.clock.now();
    // `peek` leaves the order as it is: the counter that was started first is dropped first.
    const counter = this.counters.peek(key);
    if (counter === undefined || now >= counter.endsAt) {
      this.counters.set(key, { count: 1, endsAt: now + WINDOW_SECONDS });
      return 1;
    }
    if (counter.count >= FAILURES_MAXIMUM) throw new TooManyAuthenticationFailures(counter.endsAt - now);
    counter.count += 1;
    return counter.count;
  }
}
