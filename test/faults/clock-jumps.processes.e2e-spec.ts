/** @needs faketime */
import { randomInt } from 'node:crypto';
import { createAdministrator, prepareSite } from '../durability/prepared-site.js';
import { type ApiClient, UnexpectedResponse } from '../support/api-client.js';
import { type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { Receiver } from '../support/receiver.js';
import { MovedClock } from './moved-clock.js';
import { printFigures, scaled } from './scale.js';

const HOUR = 3600;
const TALLIES = '/api/node/tally';
/** Jumps of the clock while entries are written. */
const JUMPS = scaled(4, 40);

interface Event {
  readonly id: string;
  readonly type: string;
  readonly sequence: string;
  readonly subject: { readonly id: string };
  readonly version: number;
}

interface Delivery {
  readonly state: string;
  readonly nextAttemptAt: string | null;
}

describe('a service whose clock jumps by hours', () => {
  let clock: MovedClock;
  let database: TestDatabase;
  let receiver: Receiver;
  let service: Service;
  const start = (): Promise<Service> =>
    startService(database.url, {
      ...clock.variables,
      BASE_URL: 'https://content.example',
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      WEBHOOK_RETRY_SCHEDULE: String(HOUR),
    });
  beforeAll(async () => {
    clock = new MovedClock();
    receiver = await Receiver.start();
    database = await createTestDatabase();
    await prepareSite(database.url);
    service = await start();
  });
  beforeEach(() => {
    clock.set(0);
  });
  afterAll(async () => {
    await (service as Service | undefined)?.stop();
    await receiver.stop();
    await database.remove();
    clock.remove();
  });

  it('accepts tokens during their lifetime by its clock, and issues valid ones after each jump', async () => {
    const now = await createAdministrator(service);
    expect(await getStatus(now)).toBe(200);

    clock.set(2 * HOUR);
    expect(await getStatus(now)).toBe(401);
    const ahead = await createAdministrator(service);
    expect(await getStatus(ahead)).toBe(200);

    clock.set(0);
    // Its `nbf` is two hours ahead.
    expect(await getStatus(ahead)).toBe(401);
    expect(await getStatus(now)).toBe(200);

    clock.set(-2 * HOUR);
    expect(await getStatus(now)).toBe(401);
    expect(await getStatus(await createAdministrator(service))).toBe(200);
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
  });

  it('gives events ids and positions in the order of the writes, also after a restart', async () => {
    const written: string[] = [];
    const read: Event[] = [];
    const write = async (): Promise<void> => {
      const api = await createAdministrator(service);
      const { type, id } = await api.create('node--tally', { attributes: { title: 'Tally' } });
      await api.update({ type, id }, { attributes: { title: 'Tally again' } });
      written.push(`${id} 1`, `${id} 2`);
      await eventually(async () => {
        read.push(...(await readEvents(api, read.at(-1)?.sequence)));
        return read.length >= written.length;
      });
    };
    read.push(...(await readEvents(await createAdministrator(service))));
    const before = read.length;
    written.push(...read.map(format));

    for (let jump = 0; jump < JUMPS; jump++) {
      clock.set((jump % 2 === 0 ? 1 : -1) * randomInt(HOUR, 12 * HOUR));
      await write();
    }

    const ids = read.slice(before).map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort());
    await service.stop();
    clock.set(-24 * HOUR);
    service = await start();
    await write();
    expect(read.map(format)).toEqual(written);
    printFigures('clock jumps', { jumps: JUMPS, writes: written.length, events: read.length });
  }, 600_000);

  it('makes the deliveries of the present, and repeats failed ones when its clock has reached their time', async () => {
    const api = await createAdministrator(service);
    const webhook = await createWebhook(api, receiver.url('/events'));
    const create = async (title: string): Promise<void> => {
      await (await createAdministrator(service)).create('node--tally', { attributes: { title } });
    };
    const countCalls = (title: string): number =>
      receiver.of('/events').filter(({ body }) => body.includes(`"${title}"`)).length;
    receiver.status = 500;
    await create('Failed');
    await eventually(async () => {
      const [failed] = await readDeliveries(service, webhook);
      return Date.parse(failed?.nextAttemptAt ?? '') / 1000 > clock.now() + HOUR / 2;
    });
    receiver.status = 204;

    clock.set(-2 * HOUR);
    await create('Earlier');
    await eventually(() => Promise.resolve(countCalls('Earlier') === 1));
    expect(countCalls('Failed')).toBe(1);
    clock.set(2 * HOUR);
    await eventually(() => Promise.resolve(countCalls('Failed') === 2));

    await eventually(async () => {
      const states = (await readDeliveries(service, webhook)).map(({ state }) => state);
      return states.join() === 'delivered,delivered';
    });
    expect([countCalls('Earlier'), countCalls('Failed')]).toEqual([1, 2]);
  });

  it('publishes an entry when its clock has reached the time, and does so once when it jumps back and forward again', async () => {
    const schedule = async (title: string, seconds: number): Promise<string> => {
      const publishOn = new Date((clock.now() + seconds) * 1000).toISOString();
      const attributes = { title, status: false, publish_on: publishOn };
      return (await (await createAdministrator(service)).create('node--tally', { attributes })).id;
    };
    const readTypes = async (id: string): Promise<readonly string[]> => {
      const api = await createAdministrator(service);
      const path = `/manage/events?subject=${id}`;
      return (await read<{ items: readonly { type: string }[] }>(api, path)).items.map(({ type }) => type);
    };
    const isPublished = async (id: string): Promise<boolean> =>
      (await readTypes(id)).includes('entry.published');
    const id = await schedule('Scheduled', HOUR);

    clock.set(2 * HOUR);
    await eventually(() => isPublished(id));
    clock.set(-2 * HOUR);
    const attributes = { status: false };
    await (await createAdministrator(service)).update({ type: 'node--tally', id }, { attributes });
    clock.set(2 * HOUR);
    // The scheduler has looked for what is due.
    const other = await schedule('Due', -1);
    await eventually(() => isPublished(other));

    expect(await readTypes(id)).toEqual(['entry.created', 'entry.published', 'entry.unpublished']);
  });
});

async function getStatus(api: ApiClient): Promise<number> {
  return (await api.send('GET', TALLIES)).status;
}

/** The events after a position. */
/** Events of entries; schedules that become due by a jump record events of jobs, too. */
async function readEvents(api: ApiClient, sequence?: string): Promise<readonly Event[]> {
  const after = sequence === undefined ? '' : `&after=${sequence}`;
  const { items } = await read<{ items: readonly Event[] }>(api, `/manage/events?limit=100${after}`);
  return items.filter(({ type }) => type.startsWith('entry.'));
}

function format({ subject, version }: Event): string {
  return `${subject.id} ${version}`;
}

async function readDeliveries(service: Service, webhook: string): Promise<readonly Delivery[]> {
  const api = await createAdministrator(service);
  return (await read<{ items: readonly Delivery[] }>(api, `/manage/webhooks/${webhook}/deliveries`)).items;
}

/** @returns its id */
async function createWebhook(api: ApiClient, url: string): Promise<string> {
  const answer = await api.send('POST', '/manage/webhooks', {
    document: { label: 'All events', url, visibility: 'content' },
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
  });
  if (answer.status !== 201) throw new UnexpectedResponse(answer.status, await answer.text());
  return ((await answer.json()) as { id: string }).id;
}

async function read<Body>(api: ApiClient, address: string): Promise<Body> {
  const answer = await api.send('GET', address);
  if (answer.status !== 200) throw new UnexpectedResponse(answer.status, await answer.text());
  return (await answer.json()) as Body;
}
