/** The attempts of all processes that began in one second, for `maxPerSecond`. It is stored with the endpoint. */
export interface AttemptRate {
  /** UNIX seconds. */
  readonly second: number;
  readonly count: number;
}

/** Clocks of processes differ by less; a second that is further ahead was stored by a clock that was wrong. */
const SKEW_SECONDS = 5;

/** How many attempts may begin now. @param maxPerSecond `null` or absent: any number */
export function countFreeAttempts(
  rate: AttemptRate | undefined,
  maxPerSecond: number | null | undefined,
  now: number,
): number {
  if (maxPerSecond === undefined || maxPerSecond === null) return Infinity;
  return Math.max(0, maxPerSecond - getCurrent(rate, now).count);
}

/** The rate after further attempts. */
export function countAttemptsBegun(rate: AttemptRate | undefined, count: number, now: number): AttemptRate {
  const current = getCurrent(rate, now);
  return { ...current, count: current.count + count };
}

/** A clock that is behind counts in the second of the one that is ahead, so that both together keep the limit. */
function getCurrent(rate: AttemptRate | undefined, now: number): AttemptRate {
  if (rate !== undefined && rate.second >= now && rate.second <= now + SKEW_SECONDS) return rate;
  return { second: now, count: 0 };
}
