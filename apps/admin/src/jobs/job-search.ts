import { type Job, JOB_STATES } from '../management-api/operations-resources.js';

/** The search parameters of the jobs screen. */
export interface JobSearch {
  readonly state?: Job['state'];
}

export function parseJobSearch({ state }: Readonly<Record<string, unknown>>): JobSearch {
  const known = JOB_STATES.find((name) => name === state);
  return known === undefined ? {} : { state: known };
}
