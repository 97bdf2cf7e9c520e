import type { Variables } from './server-process.js';

/** Constants of the service that tests change, with values with which no result depends on the speed of the machine. */
export const PATIENT_CONSTANTS = {
  /** No change of the content model becomes a job by itself. */
  MODEL_JOB_AFTER_MS: 60_000,
  /** No request is refused because it waits for a connection. */
  ACQUIRE_TIMEOUT_MS: 600_000,
} as const;

/** Values of the constants that tests may change. */
type Constants = Partial<Record<keyof typeof PATIENT_CONSTANTS | (typeof CHANGED_CONSTANTS)[number], number>>;

/** Further constants that some tests change. */
export const CHANGED_CONSTANTS = ['JOB_LEASE_SECONDS', 'SILENCE_MS', 'ANSWER_MS'] as const;

/** Variables with which a process of the service has other values of its constants (`service-preload.js`). */
export function changeConstants(values: Constants = {}): Variables {
  return {
    NODE_OPTIONS: `--import=${import.meta.resolve('./service-preload.js')}`,
    TEST_CONSTANTS: JSON.stringify({ ...PATIENT_CONSTANTS, ...values }),
  };
}

/** Variables with which the constants of a process are those of the service, as for a measurement. */
export const UNCHANGED_CONSTANTS: Variables = { NODE_OPTIONS: undefined, TEST_CONSTANTS: undefined };

/** Variables with which the clock of a process is ahead by so many seconds. */
export function shiftClock(seconds: number): Variables {
  return { TEST_CLOCK_OFFSET_SECONDS: String(seconds) };
}
