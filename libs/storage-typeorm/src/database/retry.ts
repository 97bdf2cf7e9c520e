import { setTimeout } from 'node:timers/promises';
import { StoreUnavailable } from '@content-service/entries';
import { DomainError } from '@content-service/kernel';
import type { Dialect } from '../dialects/dialect.js';

/** After the first conflict: whoever still is in the way then is not just passing. */
const PATIENCE_MILLISECONDS = 10_000;

/**
 * Does something again when others were in its way, or the connection broke before anything was stored.
 *
 * @throws StoreUnavailable when that does not help, or there is no database to talk to
 */
export async function withRetries<T>(dialect: Dialect, attempt: () => Promise<T>): Promise<T> {
  let deadline: number | undefined;
  for (let n = 1; ; n += 1) {
    try {
      return await attempt();
    } catch (error) {
      const fault = error instanceof DomainError ? undefined : dialect.faultOf(error);
      if (fault === undefined || fault === 'duplicate' || fault === 'outdated') throw error;
      deadline ??= performance.now() + PATIENCE_MILLISECONDS;
      if (fault === 'unreachable' || performance.now() >= deadline) throw new StoreUnavailable(error);
    }
    await setTimeout(pause(n));
  }
}

/** Milliseconds, more after every try, at random so that rivals fall out of step. */
function pause(tries: number): number {
  return Math.random() * Math.min(10 * 2 ** tries, 500);
}
