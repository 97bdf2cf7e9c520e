import { setTimeout as sleep } from 'node:timers/promises';
import { parseWholeNumber } from '@content-service/kernel';
import { SourceUnavailable } from './source.errors.js';

/** A source that asks for a longer pause ends the import, which can be resumed. */
const RETRY_AFTER_MAXIMUM_SECONDS = 600;
const BACKOFF_MAXIMUM_MS = 30_000;

export interface AttemptLimits {
  /** Requests for the same address, the first one included. */
  readonly attempts: number;
  /** The pause before the second attempt, unless the source names one; it doubles with each further attempt. */
  readonly backoffMs: number;
}

/** An attempt that may succeed later. */
export class Postponed {
  readonly retryAfterMs: number | undefined;

  /**
   * @param reason such as `https://example.com/jsonapi answered 503`
   * @param retryAfter the header `Retry-After` of the answer
   * @throws SourceUnavailable when the source asks for a pause that is too long
   */
  constructor(
    readonly reason: string,
    retryAfter: string | null = null,
  ) {
    const seconds = parseRetryAfter(retryAfter);
    if (seconds !== undefined && seconds > RETRY_AFTER_MAXIMUM_SECONDS)
      throw new SourceUnavailable(
        `${reason} and asks for a pause of ${Math.ceil(seconds)} seconds. --resume continues the import later.`,
      );
    this.retryAfterMs = seconds === undefined ? undefined : seconds * 1000;
  }
}

/**
 * Tries something again, with growing pauses.
 *
 * @returns the result, or the last postponed attempt
 */
export async function tryRepeatedly<Result>(
  { attempts, backoffMs }: AttemptLimits,
  attempt: () => Promise<Result | Postponed>,
): Promise<Result | Postponed> {
  for (let number = 1; ; number += 1) {
    const outcome = await attempt();
    if (!(outcome instanceof Postponed) || number === attempts) return outcome;
    const backoff = Math.min(BACKOFF_MAXIMUM_MS, backoffMs * 2 ** (number - 1));
    await sleep(outcome.retryAfterMs ?? backoff * (0.5 + Math.random() / 2));
  }
}

/** Whether a status says that the same request may succeed later. */
export function isPassing(status: number): boolean {
  return status === 429 || status >= 500;
}

/** Seconds until the time of `Retry-After` (RFC 9110 §10.2.3: seconds or an HTTP date), or `undefined`. */
function parseRetryAfter(text: string | null): number | undefined {
  if (text === null) return undefined;
  const seconds = parseWholeNumber(text);
  if (seconds !== undefined) return seconds;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.max(0, (time - Date.now()) / 1000);
}

/** The reason of a failed connection, such as `ECONNREFUSED`. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message;
  return error.message;
}
