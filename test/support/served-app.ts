import { Writable } from 'node:stream';
import { createApp, parseConfig, startServing } from '@content-service/app';
import { type Clock, SystemClock } from '@content-service/kernel';
import { makePatient } from './app.js';
import { PATIENT } from './content-service.js';
import { freePort } from './free-port.js';
import type { Variables } from './server-process.js';

/** A service in this process, whose modules are loaded already: it starts in a fraction of the time of a process. */
export interface ServedApp {
  readonly url: string;
  stop(): Promise<unknown>;
}

/** The clock of the machine with an offset, which a test changes. */
export class OffsetClock extends SystemClock {
  offsetSeconds = 0;

  override microseconds(): number {
    return super.microseconds() + this.offsetSeconds * 1_000_000;
  }
}

/** The variables of a service with an empty storage in memory. */
export const MEMORY_SERVICE: Variables = {
  DATABASE_URL: 'memory:',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'silent',
  ...PATIENT,
  // Generating a key takes less than a millisecond; RSA takes up to seconds.
  SIGNING_ALGORITHM: 'ES256',
  KEY_SECRET: 'k'.repeat(32),
};

/** The credentials of the first start, which the variables have set. */
const UNREAD = new Writable({
  write: (_chunk, _encoding, done) => {
    done();
  },
});

/**
 * Starts the application as `content-service serve` does, at a free port, with an empty storage in memory by default.
 *
 * @param demo whether it has the demo content, as with `--demo`
 * @param clock that of the machine by default
 */
export async function serveApp(variables: Variables, demo = false, clock?: Clock): Promise<ServedApp> {
  const port = String(await freePort());
  const config = makePatient(parseConfig({ ...MEMORY_SERVICE, ...variables, PORT: port }));
  const app = await createApp(config, clock);
  await startServing(app, config, { demo, output: UNREAD });
  return { url: config.baseUrl, stop: () => app.close() };
}
