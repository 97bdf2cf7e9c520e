// `--import` of services and commands that tests start as processes. It changes what no environment variable of the service sets:
// TEST_CLOCK_OFFSET_SECONDS shifts the clock, and TEST_CONSTANTS, such as `{"JOB_LEASE_SECONDS":6}`, replaces the values of
// constants in the built modules while Node.js loads them.
import { register } from 'node:module';

const { TEST_CLOCK_OFFSET_SECONDS, TEST_CONSTANTS } = process.env;

// The processes that these start, such as the compiler, have the same variables.
if (/\/(content-service|command-server)\.js$/.test(process.argv[1] ?? '')) {
  if (TEST_CLOCK_OFFSET_SECONDS !== undefined) shiftClock(1000 * Number(TEST_CLOCK_OFFSET_SECONDS));
  if (TEST_CONSTANTS !== undefined)
    register('./changed-constants.js', import.meta.url, { data: JSON.parse(TEST_CONSTANTS) });
}

function shiftClock(offsetMs) {
  const MachineDate = Date;
  const now = () => MachineDate.now() + offsetMs;
  globalThis.Date = class extends MachineDate {
    static now = now;

    constructor(...given) {
      super(...(given.length === 0 ? [now()] : given));
    }
  };
}
