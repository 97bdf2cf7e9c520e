import { listChildren } from '../support/child-processes.js';
import { type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { KeepAliveClients } from '../support/keep-alive-clients.js';
import { scaled } from './scale.js';

const WORKERS = 2;
const ROLLS = scaled(1, 20);
const ROLL_LIMIT_MS = 200_000;

describe('a service whose workers are replaced', () => {
  let database: TestDatabase;
  let service: Service;
  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startService(database.url, { WORKERS: String(WORKERS) });
  });
  afterAll(() => database.remove());

  it(
    'resets no request of keep-alive connections under load',
    async () => {
      const statuses = new Set<number>();
      const url = `${service.url}/oauth/revoke`;
      const clients = new KeepAliveClients(
        4,
        () => url,
        (status) => statuses.add(status),
      );

      for (let roll = 0; roll < ROLLS; roll++) {
        const former = listChildren(service.pid);
        process.kill(service.pid, 'SIGHUP');
        await eventually(() => {
          const workers = listChildren(service.pid);
          return Promise.resolve(workers.length === WORKERS && !workers.some((pid) => former.includes(pid)));
        }, ROLL_LIMIT_MS);
      }

      expect(await clients.stop()).toEqual([]);
      // GET is not allowed there, and the POST has no client.
      expect([...statuses].filter((status) => status < 400 || status >= 500)).toEqual([]);
      expect(await service.stop()).toBe(0);
    },
    ROLLS * ROLL_LIMIT_MS,
  );
});
