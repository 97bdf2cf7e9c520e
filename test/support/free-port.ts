import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Of one Jest worker. All lie below those that systems give to who asks for any port (32768 and above, as a rule). */
const PORTS = 200;
const FIRST_PORT = 11_000 + PORTS * Number(process.env['JEST_WORKER_ID'] ?? 0);

/** Another run on the same machine has the same workers; it will hardly begin at the same port. */
let next = randomInt(PORTS);

/**
 * A port on which nobody listens. A service must be told its port, since its links begin with it, and seconds pass before
 * it listens: meanwhile no other worker takes a port of this one.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS; tries++) {
    const port = FIRST_PORT + (next++ % PORTS);
    if (await isFree(port)) return port;
  }
  throw new Error(`All ports from ${FIRST_PORT} to ${FIRST_PORT + PORTS - 1} are taken.`);
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
