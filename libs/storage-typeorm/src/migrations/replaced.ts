import { getTimestamp } from '../entities/migration.js';

/** The last of the steps that the baselines replace. Their names end in lower time stamps than those of the baselines. */
const LAST_REPLACED = 'AuthenticationTimes1760000000170';
const FIRST_BASELINE = 1760000000200;
/** The time stamp of the last baseline. */
export const LAST_BASELINE = 1760000000299;

/** Whether a step is one of those that versions before 0.1.0 had in place of the baselines. */
export function isReplaced(name: string): boolean {
  return getTimestamp(name) < FIRST_BASELINE;
}

/** @returns the steps that a database needs no more: the baselines too where a version before them has made all tables */
export function withReplaced(done: ReadonlySet<string>, steps: readonly string[]): ReadonlySet<string> {
  if (!done.has(LAST_REPLACED)) return done;
  return new Set([...done, ...steps.filter((name) => getTimestamp(name) <= LAST_BASELINE)]);
}

/** Whether a version before the baselines has made a part of the tables, which no later one completes. */
export function isIncomplete(done: ReadonlySet<string>): boolean {
  return [...done].some(isReplaced) && !done.has(LAST_REPLACED);
}
