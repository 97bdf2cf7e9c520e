import { parseWholeNumber } from '@content-service/kernel';

/** The retries of a delivery after its first attempt, which is made at once. */
export interface RetrySchedule {
  /** Seconds from one attempt to the next. */
  readonly delays: readonly number[];
}

/** Nine attempts within 51.6 hours: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h and 20 h after the one before. */
export const DEFAULT_RETRY_SCHEDULE: RetrySchedule = {
  delays: [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000],
};

/** Retries are spread by ± 20 %, so that the deliveries of an outage do not all return at the same moment. */
const JITTER = 0.2;

/** A receiver can put off a retry by a day at most. */
export const RETRY_AFTER_MAXIMUM_SECONDS = 86_400;

export const RETRY_SCHEDULE_RULE = '1 to 20 numbers of seconds from 1 to 604800, separated by commas';

/** @returns `undefined` for a text that is not as `RETRY_SCHEDULE_RULE` says */
export function parseRetrySchedule(text: string): RetrySchedule | undefined {
  const delays = text
    .split(',')
    .map((part) => parseWholeNumber(part.trim(), { minimum: 1, maximum: 604_800 }))
    .filter((delay) => delay !== undefined);
  return delays.length <= 20 && delays.length === text.split(',').length ? { delays } : undefined;
}

/** The longest time from the first attempt to the last, unless receivers put off retries. */
export function getLongestSeconds({ delays }: RetrySchedule): number {
  return Math.ceil(delays.reduce((total, delay) => total + delay, 0) * (1 + JITTER));
}

export interface FailedAttempt {
  /** The number of attempts so far, this one included. */
  readonly attempts: number;
  /** UNIX seconds of its end. */
  readonly failedAt: number;
  /** As the receiver demanded by `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * The time of the next attempt in whole UNIX seconds, not before the time that the receiver named.
 *
 * @param random from 0 (20 % earlier) to 1 (20 % later)
 * @returns `undefined` after the last attempt
 */
export function findNextAttempt(
  { delays }: RetrySchedule,
  { attempts, failedAt, retryAfterSeconds = 0 }: FailedAttempt,
  random: number,
): number | undefined {
  const delay = delays[attempts - 1];
  if (delay === undefined) return undefined;
  const spread = Math.round(delay * (1 - JITTER + 2 * JITTER * random));
  return failedAt + Math.max(1, spread, Math.min(retryAfterSeconds, RETRY_AFTER_MAXIMUM_SECONDS));
}
