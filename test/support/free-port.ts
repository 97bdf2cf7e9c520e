import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Number of ports of one Jest worker. All are below the ephemeral ports of the system (usually 32768 and above). */
const PORTS = 200;
const FIRST_PORT = 11_000 + PORTS * Number(process.env['JEST_WORKER_ID'] ?? 0);

/** Random, since the workers of another run on the same machine have the same range. */
let next = randomInt(PORTS);

/**
 * Finds an unused port. A service needs its port in advance for BASE_URL, and listens only seconds later: until then no
 * other worker uses a port of this range.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS; tries++) {
    const port = FIRST_PORT + (next++ % PORTS);
    if (await isFree(port)) return port;
  }
  throw new Error(`All ports from ${FIRST_PORT} to ${FIRST_PORT + PORTS - 1} are in use.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}
