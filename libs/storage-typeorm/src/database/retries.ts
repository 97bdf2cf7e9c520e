import {
  QueryTimeout,
  sleepWithJitter,
  StorageFull,
  StoreBusy,
  StoreUnavailable,
} from '@content-service/entries';
import { DomainError } from '@content-service/kernel';
import type { Dialect } from '../dialects/dialect.js';
import type { DatabaseObserver } from './database-observer.js';

/** Counted from the first conflict; a conflict that lasts longer is reported. */
const RETRY_TIMEOUT_MILLISECONDS = 10_000;

/**
 * The longest pause where transactions of other processes are in the way of all writes: an import leaves them 10 ms between
 * two of its transactions.
 */
const SINGLE_WRITER_PAUSE_MS = 15;

interface RetryOptions {
  /** The time limit of statements in milliseconds, for the message of `QueryTimeout`. */
  readonly statementTimeoutMs?: number;
  readonly observer?: Pick<DatabaseObserver, 'onRetry'> | undefined;
  /** Each host may refuse once before none is left to ask. */
  readonly hostCount?: number;
}

/**
 * Repeats an attempt after a conflict, after the connection broke before anything was stored, or with another host.
 *
 * @throws StoreUnavailable when that does not help, or there is no database to talk to,
 *   QueryTimeout, StoreBusy, StorageFull at once: the same again would only add to the load
 */
export async function withRetries<T>(
  dialect: Dialect,
  attempt: () => Promise<T>,
  { statementTimeoutMs = 0, observer, hostCount = 1 }: RetryOptions = {},
): Promise<T> {
  let deadline: number | undefined;
  let refusals = 0;
  for (let n = 1; ; n += 1) {
    try {
      return await attempt();
    } catch (error) {
      const fault = error instanceof DomainError ? undefined : dialect.classifyError(error);
      if (fault === undefined || fault === 'duplicate' || fault === 'outdated') throw error;
      if (fault === 'timeout') throw new QueryTimeout(statementTimeoutMs, error);
      if (fault === 'busy') throw new StoreBusy(error);
      if (fault === 'full') throw new StorageFull(error);
      deadline ??= performance.now() + RETRY_TIMEOUT_MILLISECONDS;
      if (fault === 'unreachable') refusals += 1;
      if (refusals >= hostCount || performance.now() >= deadline) throw new StoreUnavailable(error);
      observer?.onRetry(fault);
    }
    const longest = dialect.singleWriter ? SINGLE_WRITER_PAUSE_MS : 500;
    await sleepWithJitter(Math.min(10 * 2 ** n, longest));
  }
}
