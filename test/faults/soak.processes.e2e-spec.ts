import { setTimeout as wait } from 'node:timers/promises';
import { type PrivateDatabase, startPrivateDatabase } from '../../.config/private-database.js';
import { createAdministrator, prepareSite } from '../durability/prepared-site.js';
import { BEHIND_ONE_ADDRESS } from '../durability/processes.js';
import { type ApiClient, type Credentials, UnexpectedResponse } from '../support/api-client.js';
import { FIRST_CLIENT, runCommand, type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { Receiver } from '../support/receiver.js';
import type { Variables } from '../support/server-process.js';
import { printFigures, scaled } from './scale.js';
import { Changes, parseBody } from './soak-events.js';
import { SoakLoad } from './soak-load.js';
import { HeapSamples, measure, type MeasuredProcess, type Measures, readLags } from './soak-measures.js';
import { SoakStream } from './soak-stream.js';

const STORAGE = process.env['TEST_STORAGE'];
const ENGINE = STORAGE === 'mariadb' || STORAGE === 'postgres' ? STORAGE : undefined;

const STREAMS = scaled(1, 50);
const STREAMS_OF_CLIENT = 5;
const SECONDS = scaled(8, 600);
/** The figures at the end are compared with those of this moment. */
const WARM_UP_SECONDS = scaled(4, 60);
/** The slope of the heap is that from this moment on. */
const HEAP_FROM_SECONDS = scaled(4, 180);
const HEAP_WINDOW_MINUTES = scaled(0.02, 0.5);
/** Requests in a second; a slow machine reaches less. */
const RATES = { reads: scaled(20, 100), writes: scaled(20, 100) };
/** How long the database server is down. */
const DOWN_MS = scaled(500, 3000);
/** How long requests may be refused after the server has started again. */
const RECOVERY_SECONDS = 15;

/** Growth of the memory after the warm-up. In a short run most of it is code that is compiled later. */
const MEMORY_GROWTH_MAXIMUM = scaled(0.8, 0.1);
/** In MB a minute; seconds show no slope. */
const HEAP_SLOPE_MAXIMUM = scaled(Infinity, 1);
/**
 * Descriptors apart from those of calls of webhooks. Connections to the database and of clients come and go, by about ten;
 * what is lost with each request, or each connection that the database ends, is far more.
 */
const HANDLES_GROWTH_MAXIMUM = scaled(50, 20);
/** Each call of a webhook has a connection of its own, which is closed with it. */
const WEBHOOK_CONCURRENCY = 32;
const LAG_SECONDS_MAXIMUM = 5;
/** How long the consumers of the event log may take to catch up after the database was restarted. */
const CATCH_UP_SECONDS_MAXIMUM = 30;
/** Load, receiver and database share the processors of one machine, so deliveries fall behind and are made up for after it. */
const DELIVERY_SECONDS_MAXIMUM = scaled(120, 900);

const GOOD = '/good';
/** Answers one call of ten with 500. */
const FAILING = '/failing';
/** Never answers. */
const HANGING = '/hanging';
/** The endpoints that every change reaches in the end. */
const REACHED = [GOOD, FAILING];

interface SoakProcess extends Service, MeasuredProcess {}

const SETTINGS = {
  ...BEHIND_ONE_ADDRESS,
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  WEBHOOK_TIMEOUT_MS: '1000',
  // Nine attempts, of which one of a billion changes needs all, within minutes.
  WEBHOOK_RETRY_SCHEDULE: '1,2,5,10,20,30,60,60',
  // The refused requests of the restart are logged as errors.
  LOG_LEVEL: 'fatal',
};

/** Answers requests, and leaves background work to the worker. */
const API = { ROLES: 'api' };
const SINGLE = { WEBHOOK_CONCURRENCY: String(WEBHOOK_CONCURRENCY) };
const WORKER = { ...SINGLE, ROLES: 'worker' };

async function startProcess(databaseUrl: string, variables: Variables): Promise<SoakProcess> {
  const metricsPort = String(await freePort());
  const service = await startService(databaseUrl, { ...SETTINGS, ...variables, METRICS_PORT: metricsPort });
  return { ...service, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` };
}

describe('processes under mixed load for a long time', () => {
  /** SQLite has no server. */
  let server: PrivateDatabase | undefined;
  let database: TestDatabase;
  let receiver: Receiver;
  let processes: readonly SoakProcess[] = [];
  /** The processes that get requests. */
  let apis: readonly SoakProcess[];
  let calls = 0;
  const delivered: Readonly<Record<string, Changes>> = { [GOOD]: new Changes(), [FAILING]: new Changes() };
  beforeAll(async () => {
    receiver = await Receiver.start();
    receiver.respond = ({ path, body }) => {
      calls += 1;
      // The bodies of a long run would fill the memory.
      receiver.calls.length = 0;
      if (path === HANGING) return undefined;
      if (path === FAILING && Math.random() < 0.1) return 500;
      delivered[path]?.add(parseBody(body));
      return 204;
    };
    server = ENGINE && (await startPrivateDatabase(ENGINE));
    database = await createTestDatabase(STORAGE, server?.url);
    await prepareSite(database.url);
    // SQLite belongs to one process.
    const roles = ENGINE === undefined ? [SINGLE] : [API, API, WORKER];
    processes = await Promise.all(roles.map((role) => startProcess(database.url, role)));
    apis = ENGINE === undefined ? processes : processes.slice(0, -1);
    const administrator = await createAdministrator(apis[0]!);
    for (const path of [...REACHED, HANGING]) await createWebhook(administrator, receiver.url(path));
  });
  afterAll(async () => {
    await Promise.all(processes.map((service) => service.stop()));
    await receiver.stop();
    await database.remove();
    await server?.stop();
  });

  it(
    'answer without errors though the database is restarted, keep their memory and handles, and deliver every change',
    async () => {
      const streams = await openStreams(database.url, apis);
      const measureAll = (): Promise<Measures[]> =>
        Promise.all(processes.map((service) => measure(service, receiver.port)));
      const load = new SoakLoad(
        apis.map(({ url }) => url),
        FIRST_CLIENT,
        RATES,
      );
      await wait(WARM_UP_SECONDS * 1000);
      const before = await measureAll();
      await wait((HEAP_FROM_SECONDS - WARM_UP_SECONDS) * 1000);
      const heaps = processes.map((service) => new HeapSamples(service, scaled(200, 5000)));
      await wait((SECONDS / 2 - HEAP_FROM_SECONDS) * 1000);
      const restart = await restartDatabase(server, load, processes);
      await wait((SECONDS / 2) * 1000);
      const after = await measureAll();
      await Promise.all(heaps.map((samples) => samples.stop()));
      const report = await load.stop();

      const { acknowledged } = load;
      const undelivered = REACHED.map((path) => acknowledged.countMissing(delivered[path]!));
      const stoppedAt = performance.now();
      const followers = [...streams.map(({ changes }) => changes), ...Object.values(delivered)];
      const countLost = (): number =>
        Math.max(...followers.map((changes) => acknowledged.countMissing(changes)));
      // The figures are of interest also when changes are lost.
      await eventually(() => Promise.resolve(countLost() === 0), DELIVERY_SECONDS_MAXIMUM * 1000).catch(
        () => undefined,
      );
      const lost = countLost();
      const deliverySeconds = Math.round((performance.now() - stoppedAt) / 1000);
      const lags = await readLags(processes[0]!);
      const slopes = heaps.map((samples) => samples.findSlope(HEAP_WINDOW_MINUTES));
      await Promise.all(streams.map((stream) => stream.stop()));
      printFigures(`soak of ${SECONDS} s, ${processes.length} processes, ${streams.length} streams`, {
        ...{ targets: RATES, ...report, acknowledged: acknowledged.size, lost, calls },
        ...{ undelivered, deliverySeconds, ...restart, lags, before, after, slopes },
      });
      expect(report.failures).toEqual([]);
      expect(lost).toBe(0);
      for (const [index, { memory, handles, calls }] of after.entries()) {
        expect(memory / before[index]!.memory).toBeLessThan(1 + MEMORY_GROWTH_MAXIMUM);
        expect(handles - before[index]!.handles).toBeLessThanOrEqual(HANDLES_GROWTH_MAXIMUM);
        expect(calls).toBeLessThanOrEqual(WEBHOOK_CONCURRENCY);
      }
      for (const slope of slopes) expect(slope).toBeLessThan(HEAP_SLOPE_MAXIMUM);
      await eventually(async () => (await measureAll()).every(({ calls }) => calls === 0));
      expect(Object.keys(lags)).toEqual(expect.arrayContaining(['log', 'webhooks']));
      expect(Object.entries(lags).filter(([, lag]) => lag >= LAG_SECONDS_MAXIMUM)).toEqual([]);
      expect(await runCommand(database.url, 'verify')).toEqual({ drifts: [] });
    },
    (SECONDS + CATCH_UP_SECONDS_MAXIMUM + DELIVERY_SECONDS_MAXIMUM + 240) * 1000,
  );
});

/**
 * Kills the database server and starts it again; until writes succeed, responses 503 are expected.
 *
 * @returns the seconds until writes succeeded again, and until every consumer had caught up
 */
async function restartDatabase(
  server: PrivateDatabase | undefined,
  load: SoakLoad,
  processes: readonly MeasuredProcess[],
): Promise<object> {
  if (server === undefined) return {};
  load.expectsRefusals = true;
  await server.kill();
  await wait(DOWN_MS);
  await server.start();
  const startedAt = performance.now();
  const recoverySeconds = round(await load.untilWrites(20, RECOVERY_SECONDS * 1000));
  load.expectsRefusals = false;
  await eventually(async () => {
    const lags = await Promise.all(processes.map((one) => readLags(one).catch(() => ({ none: Infinity }))));
    return lags.flatMap((of) => Object.values(of)).every((lag) => lag < LAG_SECONDS_MAXIMUM);
  }, CATCH_UP_SECONDS_MAXIMUM * 1000);
  return { recoverySeconds, catchUpSeconds: round((performance.now() - startedAt) / 1000) };
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

async function createWebhook(api: ApiClient, url: string): Promise<void> {
  const answer = await api.send('POST', '/manage/webhooks', {
    document: { label: url, url, visibility: 'content', maxConcurrency: 16 },
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
  });
  if (answer.status !== 201) throw new UnexpectedResponse(answer.status, await answer.text());
}

/** Opens at least `STREAMS` streams, as many of each process; an API client may have five of a process. */
async function openStreams(databaseUrl: string, processes: readonly Service[]): Promise<SoakStream[]> {
  const streams: SoakStream[] = [];
  while (streams.length < STREAMS) {
    const created = await runCommand(
      databaseUrl,
      'create-client',
      '--label',
      'Soak',
      '--scopes',
      'content:administer',
    );
    for (let count = 0; count < STREAMS_OF_CLIENT; count++)
      for (const { url } of processes) streams.push(await SoakStream.open(url, created as Credentials));
  }
  return streams;
}
