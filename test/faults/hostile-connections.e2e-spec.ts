import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import { createAdministrator, prepareSite } from '../durability/prepared-site.js';
import { ApiClient } from '../support/api-client.js';
import { runCommand, type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';

const MAX_CONNECTIONS = 700;
const COLLECTION = '/api/node/tally';

const MIB = 1024 * 1024;
const SMALL_COLLECTION = `${COLLECTION}?filter[title]=Small&page[limit]=1`;
/** The document of these entries has about 5 MB. */
const LARGE_COLLECTION = `${COLLECTION}?filter[title]=Large`;
const LARGE_ENTRIES = 6;
const LARGE_NOTES = Array.from({ length: 3600 }, () => 'Large. '.repeat(34));

const reset = (socket: Socket): unknown => socket.resetAndDestroy();
const close = (socket: Socket): unknown => socket.destroy();
const halfClose = (socket: Socket): unknown => socket.end();

const head = (method: string, path: string, ...headers: readonly string[]): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: a', ...headers, '', ''].join('\r\n');
const FORM = 'Content-Type: application/x-www-form-urlencoded';

interface Variant {
  readonly name: string;
  /** What the connection sends. */
  readonly bytes: string;
  readonly end: (socket: Socket) => unknown;
  /** Time until it ends. */
  readonly afterMs?: number;
}

const VARIANTS: readonly Variant[] = [
  { name: '300 reads, then RST', bytes: head('GET', COLLECTION).repeat(300), end: reset },
  { name: '300 reads, then FIN', bytes: head('GET', COLLECTION).repeat(300), end: close },
  {
    name: '300 reads, then the end of one direction',
    bytes: head('GET', COLLECTION).repeat(300),
    end: halfClose,
  },
  {
    name: '300 reads, then RST after 100 ms',
    bytes: head('GET', COLLECTION).repeat(300),
    end: reset,
    afterMs: 100,
  },
  { name: '16 reads, then RST', bytes: head('GET', COLLECTION).repeat(16), end: reset },
  { name: '300 HEAD requests', bytes: head('HEAD', COLLECTION).repeat(300), end: reset },
  {
    name: '300 preflights',
    bytes: head('OPTIONS', COLLECTION, 'Origin: https://a.example').repeat(300),
    end: reset,
  },
  {
    name: '300 forged tokens',
    bytes: head('GET', COLLECTION, 'Authorization: Bearer x.y.z').repeat(300),
    end: reset,
  },
  {
    name: '300 writes without a body',
    bytes: head('POST', COLLECTION, 'Content-Length: 0').repeat(300),
    end: reset,
  },
  { name: '300 deletions', bytes: head('DELETE', `${COLLECTION}/x`).repeat(300), end: close },
  {
    name: '300 token requests',
    bytes: head('POST', '/oauth/token', FORM, 'Content-Length: 0').repeat(300),
    end: reset,
  },
  { name: '300 log-in pages', bytes: head('GET', '/user/login').repeat(300), end: reset },
  { name: '300 health checks', bytes: head('GET', '/health/ready').repeat(300), end: reset },
  { name: '300 descriptions', bytes: head('GET', '/openapi.json').repeat(300), end: reset },
  { name: '300 pages of the administration', bytes: head('GET', '/admin/').repeat(300), end: close },
  { name: '300 event streams', bytes: head('GET', '/api/events').repeat(300), end: reset, afterMs: 100 },
  {
    name: '300 reads of HTTP/1.0',
    bytes: `GET ${COLLECTION} HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`.repeat(300),
    end: reset,
  },
  {
    name: 'an unfinished body',
    bytes: `${head('POST', '/oauth/token', FORM, 'Content-Length: 900')}a=`,
    end: reset,
    afterMs: 100,
  },
  {
    name: 'unfinished chunks',
    bytes: `${head('POST', '/oauth/token', FORM, 'Transfer-Encoding: chunked')}2\r\na=\r\n`,
    end: reset,
  },
  {
    name: '100-continue',
    bytes: head('POST', '/oauth/token', FORM, 'Expect: 100-continue', 'Content-Length: 9'),
    end: close,
  },
  {
    name: 'a read behind an unfinished body',
    bytes: head('GET', COLLECTION, 'Content-Length: 999').repeat(2),
    end: reset,
  },
  {
    name: 'reads before nonsense',
    bytes: `${head('GET', COLLECTION).repeat(10)}nonsense\r\n\r\n`,
    end: reset,
  },
];

/** The kinds of requests that another client sends meanwhile from the same address. */
const BYSTANDERS = ['anonymous read', 'token read', 'write', 'log-in page', 'token'] as const;

describe('connections of a hostile client', () => {
  let database: TestDatabase;
  let service: Service;
  let administrator: ApiClient;
  let metricsUrl: string;
  let port: number;
  beforeAll(async () => {
    database = await createTestDatabase();
    await prepareSite(database.url);
    await runCommand(database.url, 'settings', 'set', 'publicAccess', 'true');
    const metricsPort = String(await freePort());
    service = await startService(database.url, {
      METRICS_PORT: metricsPort,
      MAX_CONNECTIONS: String(MAX_CONNECTIONS),
    });
    metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    port = Number(new URL(service.url).port);
    administrator = await createAdministrator(service);
    for (let entry = 0; entry < LARGE_ENTRIES; entry++) await createTally('Large', LARGE_NOTES);
  });
  afterAll(async () => {
    await service.stop();
    await database.remove();
  });

  const createTally = (title: string, notes: readonly string[]): Promise<unknown> =>
    administrator.create('node--tally', { attributes: { title, field_notes: notes } });

  it.each(VARIANTS)(
    '$name: nothing stays in flight, and others are answered',
    async ({ bytes, end, afterMs = 0 }) => {
      const others = serveOthers();
      for (let round = 0; round < 3; round++) {
        const sockets = await openConnections(4);
        for (const socket of sockets) socket.write(bytes);
        await wait(afterMs);
        for (const socket of sockets) end(socket);
      }

      expect(await others.stop()).toEqual(ALL_ANSWERED);
      await eventually(async () => (await readMetric('http_server_active_requests')) === 0);
    },
  );

  it('16 pipelined reads of 5 MB of which none is taken: one is processed, and others are answered', async () => {
    const others = serveOthers();
    const [socket] = await openConnections(1);
    socket!.pause().write(head('GET', LARGE_COLLECTION).repeat(16));
    await wait(2000);

    expect(await others.stop()).toEqual(ALL_ANSWERED);
    expect(await readMetric('http_server_active_requests')).toBe(1);
    socket!.destroy();
  });

  it('80 connections that do not take 5 MB each: half is held, and given back afterwards', async () => {
    const before = await readMetric(HELD);
    const others = serveOthers();
    const sockets = await openConnections(80);
    for (const socket of sockets) socket.pause().write(head('GET', LARGE_COLLECTION));
    await wait(3000);

    await eventually(() => holdsLessThan(before + 160 * MIB));
    expect(await others.stop()).toEqual(ALL_ANSWERED);
    for (const socket of sockets) socket.destroy();
    await eventually(() => holdsLessThan(before + 40 * MIB));
    await eventually(async () => (await readMetric('http_server_active_requests')) === 0);
  });

  it(`${2 * MAX_CONNECTIONS} unfinished bodies, twice MAX_CONNECTIONS: others are answered`, async () => {
    const others = serveOthers();
    const body = `${head('POST', '/oauth/token', FORM, 'Content-Length: 900')}a=`;
    const sockets: Socket[] = [];
    for (let batch = 0; batch < 14; batch++) {
      const opened = await openConnections(MAX_CONNECTIONS / 7);
      for (const socket of opened) socket.write(body);
      sockets.push(...opened);
    }
    await wait(3000);

    expect(await others.stop()).toEqual(ALL_ANSWERED);
    for (const socket of sockets) socket.destroy();
    await eventually(async () => (await readMetric('http_server_active_requests')) === 0);
  });

  /**
   * Sends one request of each kind after the other until it is stopped, and then once more: as connections are accepted in
   * their order, the service has accepted all before. @returns what was not answered as expected, with the reason
   */
  function serveOthers(): { stop: () => Promise<object> } {
    const send: Record<(typeof BYSTANDERS)[number], () => Promise<unknown>> = {
      'anonymous read': () => new ApiClient(service.url, undefined).collection(SMALL_COLLECTION),
      'token read': () => administrator.collection(SMALL_COLLECTION),
      write: () => createTally('Small', []),
      'log-in page': readLoginPage,
      token: () => createAdministrator(service),
    };
    let isStopped = false;
    const refused: string[] = [];
    const sendEach = async (): Promise<void> => {
      for (const kind of BYSTANDERS)
        await send[kind]().catch((error: unknown) => refused.push(`${kind}: ${inspect(error)}`));
    };
    const run = async (): Promise<void> => {
      while (!isStopped) await sendEach();
      await sendEach();
    };
    const running = run();
    return {
      stop: async () => {
        isStopped = true;
        await running;
        return { refused };
      },
    };
  }

  /** On a connection of its own, where the other requests are sent on one. */
  async function readLoginPage(): Promise<void> {
    const [answer] = (await once(get(`${service.url}/user/login`, { agent: false }), 'response')) as [
      IncomingMessage,
    ];
    expect(await text(answer)).toContain('</html>');
    expect(answer.statusCode).toBe(200);
  }

  async function openConnections(count: number): Promise<readonly Socket[]> {
    const sockets = Array.from({ length: count }, () =>
      connect(port, '127.0.0.1')
        .on('error', () => undefined)
        .resume(),
    );
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    return sockets;
  }

  async function holdsLessThan(bytes: number): Promise<boolean> {
    // Requests make garbage, which the collector takes together with answers that were given up.
    await administrator.send('GET', COLLECTION);
    return (await readMetric(HELD)) < bytes;
  }

  async function readMetric(name: string): Promise<number> {
    const text = await (await fetch(metricsUrl)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  }
});

const ALL_ANSWERED = { refused: [] };

/** The metric of the memory that bodies and answers are in. */
const HELD = 'nodejs_external_memory_bytes';
