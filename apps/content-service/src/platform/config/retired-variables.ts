import type { VariableFault, Variables } from './variable.js';

/** Variables that earlier versions read, and what applies in their place. */
const RETIRED: Readonly<Record<string, string>> = {
  DATABASE_QUEUE_MAX: 'its value is fixed at 100 requests',
  DATABASE_ACQUIRE_TIMEOUT_MS: 'its value is fixed at 2000 milliseconds',
  EVENTS_POLL_MS: 'its value is fixed at 500 milliseconds',
  EVENTS_STREAM_MAX: 'its value is fixed at 200 streams',
  JOB_LEASE_SECONDS: 'its value is fixed at 30 seconds',
  MODEL_JOB_AFTER_MS: 'its value is fixed at 1000 milliseconds',
  CLOCK_OFFSET_SECONDS: 'the service uses the clock of the machine',
};

export const RETIRED_VARIABLES: readonly string[] = Object.keys(RETIRED);

/**
 * Finds the variables that are set although the service no longer reads them. `serve` logs the sentences and starts, since what
 * applies in their place fits any site; `config check` counts them as errors.
 */
export function findRetiredVariables(variables: Variables): readonly VariableFault[] {
  return Object.entries(RETIRED)
    .filter(([variable]) => (variables[variable] ?? '') !== '')
    .map(([variable, effect]) => ({
      variable,
      sentence: `${variable} is no longer read and can be removed: ${effect}.`,
    }));
}
