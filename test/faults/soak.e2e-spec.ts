import { setTimeout as wait } from 'node:timers/promises';
import { createAdministrator, prepareSite } from '../durability/prepared-site.js';
import { BEHIND_ONE_ADDRESS } from '../durability/processes.js';
import { type ApiClient, type Credentials, UnexpectedResponse } from '../support/api-client.js';
import { FIRST_CLIENT, runCommand, type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { Receiver } from '../support/receiver.js';
import { countDescriptors } from './descriptors.js';
import { printFigures, scaled } from './scale.js';
import { SoakLoad, SoakStream } from './soak-load.js';

/** SQLite belongs to one process. */
const PROCESSES = process.env['TEST_STORAGE'] === 'sqlite' ? 1 : 2;
const STREAMS = scaled(1, 50);
const STREAMS_OF_CLIENT = 5;
const SECONDS = scaled(8, 600);
/** The figures at the end are compared with those of this moment. */
const WARM_UP_SECONDS = scaled(4, 60);

/** Growth of the memory after the warm-up. In a short run most of it is code that is compiled later. */
const MEMORY_GROWTH_MAXIMUM = scaled(0.8, 0.1);
/** Descriptors apart from those of calls of webhooks: connections to the database and of clients come and go. */
const HANDLES_GROWTH_MAXIMUM = scaled(50, 10);
/** Each call of a webhook has a connection of its own, which is closed with it. */
const WEBHOOK_CONCURRENCY = 32;
const LAG_SECONDS_MAXIMUM = 5;
/** Load, receiver and database share the processors of one machine, so deliveries fall behind and are made up for after it. */
const DELIVERY_SECONDS_MAXIMUM = scaled(60, 600);

const GOOD = '/good';
/** Answers one call of ten with 500. */
const FAILING = '/failing';
/** Never answers. */
const HANGING = '/hanging';

interface MeasuredService extends Service {
  readonly metricsUrl: string;
}

/** A service whose metrics can be read. */
async function startMeasured(databaseUrl: string): Promise<MeasuredService> {
  const metricsPort = String(await freePort());
  const service = await startService(databaseUrl, {
    ...BEHIND_ONE_ADDRESS,
    METRICS_PORT: metricsPort,
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    WEBHOOK_TIMEOUT_MS: '1000',
    WEBHOOK_CONCURRENCY: String(WEBHOOK_CONCURRENCY),
  });
  return { ...service, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` };
}

describe('a service under mixed load for a long time', () => {
  let database: TestDatabase;
  let receiver: Receiver;
  let services: readonly MeasuredService[];
  /** The ids of the entries that the working endpoint was called about. */
  const delivered = new Set<string>();
  beforeAll(async () => {
    receiver = await Receiver.start();
    receiver.respond = ({ path, body }) => {
      if (path === GOOD) delivered.add((JSON.parse(body) as { data: { id: string } }).data.id);
      if (path === HANGING) return undefined;
      return path === FAILING && Math.random() < 0.1 ? 500 : 204;
    };
    database = await createTestDatabase();
    await prepareSite(database.url);
    services = await Promise.all(Array.from({ length: PROCESSES }, () => startMeasured(database.url)));
    const administrator = await createAdministrator(services[0]!);
    for (const path of [GOOD, FAILING, HANGING]) await createWebhook(administrator, receiver.url(path));
  }, 300_000);
  afterAll(async () => {
    await Promise.all((services as readonly Service[] | undefined)?.map((service) => service.stop()) ?? []);
    await receiver.stop();
    await database.remove();
  });

  it(
    'answers without errors, keeps its memory and its handles, and delivers every event',
    async () => {
      const streams = await openStreams(database.url, services);
      const measureAll = (): Promise<Measures[]> =>
        Promise.all(services.map((service) => measure(service, receiver.port)));
      const load = new SoakLoad(
        services.map(({ url }) => url),
        FIRST_CLIENT,
      );
      await wait(WARM_UP_SECONDS * 1000);
      const before = await measureAll();
      await wait((SECONDS - WARM_UP_SECONDS) * 1000);
      const after = await measureAll();
      const report = await load.stop();

      const { acknowledged } = load;
      const undelivered = [...acknowledged].filter((id) => !delivered.has(id)).length;
      const stoppedAt = performance.now();
      await eventually(
        () => Promise.resolve(isSubset(acknowledged, delivered)),
        DELIVERY_SECONDS_MAXIMUM * 1000,
      );
      const deliverySeconds = Math.round((performance.now() - stoppedAt) / 1000);
      for (const stream of streams)
        await eventually(() => Promise.resolve(isSubset(acknowledged, stream.entries)));
      const lags = await Promise.all(services.map(readLag));
      await Promise.all(streams.map((stream) => stream.stop()));
      printFigures(`soak of ${SECONDS} s, ${PROCESSES} processes, ${streams.length} streams`, {
        ...report,
        ...{ acknowledged: acknowledged.size, calls: receiver.calls.length, undelivered, deliverySeconds },
        ...{ before, after, lags },
      });
      expect(report.failures).toEqual([]);
      for (const [index, { memory, handles, calls }] of after.entries()) {
        expect(memory / before[index]!.memory).toBeLessThan(1 + MEMORY_GROWTH_MAXIMUM);
        expect(handles - before[index]!.handles).toBeLessThanOrEqual(HANDLES_GROWTH_MAXIMUM);
        expect(calls).toBeLessThanOrEqual(WEBHOOK_CONCURRENCY);
      }
      await eventually(async () => (await measureAll()).every(({ calls }) => calls === 0));
      for (const lag of lags) expect(lag).toBeLessThan(LAG_SECONDS_MAXIMUM);
      expect(await runCommand(database.url, 'verify')).toEqual({ drifts: [] });
    },
    (SECONDS + DELIVERY_SECONDS_MAXIMUM + 180) * 1000,
  );
});

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
    const created = await runCommand(databaseUrl, 'create-client', '--scopes', 'content:administer');
    for (let count = 0; count < STREAMS_OF_CLIENT; count++)
      for (const { url } of processes) streams.push(await SoakStream.open(url, created as Credentials));
  }
  return streams;
}

interface Measures {
  /** Resident, in MB. */
  readonly memory: number;
  /** Open file descriptors apart from those of calls. */
  readonly handles: number;
  /** Connections to the receiver. */
  readonly calls: number;
}

async function measure({ pid, metricsUrl }: MeasuredService, receiverPort: number): Promise<Measures> {
  const bytes = await readMetric(metricsUrl, 'process_resident_memory_bytes');
  const { [`socket to ${receiverPort}`]: calls = 0, ...others } = countDescriptors(pid);
  const handles = Object.values(others).reduce((sum, count) => sum + count, 0);
  return { memory: Math.round(bytes / 1_000_000), handles, calls };
}

function readLag({ metricsUrl }: MeasuredService): Promise<number> {
  return readMetric(metricsUrl, 'content_service_event_lag_seconds{consumer="webhooks"}');
}

async function readMetric(url: string, series: string): Promise<number> {
  const lines = (await (await fetch(url)).text()).split('\n');
  return Number(lines.find((line) => line.startsWith(`${series} `))?.slice(series.length));
}

function isSubset(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return [...part].every((id) => whole.has(id));
}
