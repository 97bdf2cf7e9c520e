import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createAdministrator, prepareSite } from '../durability/prepared-site.js';
import { type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { Load } from './load.js';
import { printFigures, scaled } from './scale.js';

const IDLE_CONNECTIONS = scaled(500, 5000);
const HALF_OPEN = scaled(50, 500);

/** Above the number of connections of the tests. */
const MAX_CONNECTIONS = '8000';

describe('a service with clients that do not behave', () => {
  let database: TestDatabase;
  let service: Service;
  beforeAll(async () => {
    database = await createTestDatabase('sqlite');
    await prepareSite(database.url);
    service = await startService(database.url, { MAX_CONNECTIONS });
  });
  afterAll(async () => {
    await service.stop();
    await database.remove();
  });

  it(`serves others while ${IDLE_CONNECTIONS} connections are idle`, async () => {
    const sockets = await openConnections(IDLE_CONNECTIONS);

    const report = await sendLoad();
    for (const socket of sockets) socket.destroy();

    printFigures(`${IDLE_CONNECTIONS} idle connections`, report);
    expect(report).toMatchObject({ lost: 0, hanging: 0, refused: {} });
  }, 600_000);

  it('serves others while clients send half of a request, and closes those after the time limit', async () => {
    const sockets = await openConnections(HALF_OPEN);
    const closed = Promise.all(sockets.map((socket) => once(socket, 'close')));
    for (const [n, socket] of sockets.entries())
      socket.write(n % 2 === 0 ? 'GET /api/node/tally HTTP/1.1\r\nHost: a\r\nX-A: ' : SLOW_BODY);

    const report = await sendLoad();
    await closed;

    printFigures(`${HALF_OPEN} half requests`, report);
    expect(report).toMatchObject({ lost: 0, hanging: 0, refused: {} });
  }, 600_000);

  async function sendLoad(): Promise<object> {
    const load = new Load(await createAdministrator(service), 30_000);
    await load.untilWrites(scaled(50, 500));
    return load.stop();
  }

  async function openConnections(count: number): Promise<readonly Socket[]> {
    const { port } = new URL(service.url);
    const sockets: Socket[] = [];
    while (sockets.length < count) {
      const batch = Array.from({ length: Math.min(100, count - sockets.length) }, () =>
        connect(Number(port), '127.0.0.1')
          .on('error', () => undefined)
          .resume(),
      );
      await Promise.all(batch.map((socket) => once(socket, 'connect')));
      sockets.push(...batch);
    }
    return sockets;
  }
});

/** A body of which the rest does not arrive. */
const SLOW_BODY = [
  'POST /oauth/token HTTP/1.1',
  'Host: a',
  'Content-Type: application/x-www-form-urlencoded',
  'Content-Length: 900',
  '',
  'grant_type=',
].join('\r\n');
