import { randomUUID } from 'node:crypto';
import type { ApiClient } from '../support/api-client.js';
import { type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { shiftClock } from '../support/process-variables.js';
import { createAdministrator, prepareSite } from './prepared-site.js';
import { BEHIND_ONE_ADDRESS } from './processes.js';

const ENTRIES = 40;
const HOUR = 3600;

interface LoggedEvent {
  readonly type: string;
  readonly cause: string;
  readonly subject: { readonly id: string };
}

describe('schedules of several processes', () => {
  let database: TestDatabase;
  const running: Service[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    await prepareSite(database.url);
  }, 600_000);
  afterEach(async () => {
    await Promise.all(running.splice(0).map((service) => service.stop()));
  });
  afterAll(() => database.remove());

  const start = async (clockOffsetSeconds = 0): Promise<{ service: Service; api: ApiClient }> => {
    const service = await startService(database.url, {
      ...BEHIND_ONE_ADDRESS,
      ...shiftClock(clockOffsetSeconds),
    });
    running.push(service);
    return { service, api: await createAdministrator(service) };
  };
  const create = async (api: ApiClient, attributes: object): Promise<string> => {
    const id = randomUUID();
    const document = { data: { type: 'node--tally', id, attributes: { title: 'Tally', ...attributes } } };
    expect((await api.send('POST', '/api/node/tally', { document })).status).toBe(201);
    return id;
  };
  const isPublished = async (api: ApiClient, id: string): Promise<boolean> => {
    const answer = await api.send('GET', `/api/node/tally/${id}`);
    return ((await answer.json()) as { data: { attributes: { status: boolean } } }).data.attributes.status;
  };
  const eventsOf = async (api: ApiClient, id: string): Promise<readonly LoggedEvent[]> => {
    const answer = await api.send('GET', `/manage/events?subject=${id}`);
    return ((await answer.json()) as { items: LoggedEvent[] }).items;
  };
  const timeIn = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();
  const expectOneEffect = async (api: ApiClient, ids: readonly string[], type: string): Promise<void> => {
    for (const id of ids) {
      await eventually(async () => (await eventsOf(api, id)).length >= 2);
      const caused = (await eventsOf(api, id)).filter(({ cause }) => cause === 'schedule');
      expect(caused.map((event) => event.type)).toEqual([type]);
    }
  };

  it('publish each entry once when two processes perform them', async () => {
    const [{ api }] = [await start(), await start()];
    const ids: string[] = [];
    for (let n = 0; n < ENTRIES; n += 1)
      ids.push(await create(api, { status: false, publish_on: timeIn(-1) }));

    for (const id of ids) await eventually(() => isPublished(api, id));

    await expectOneEffect(api, ids, 'entry.published');
  }, 600_000);

  it('are performed by another process when one was killed, once', async () => {
    const first = await start();
    const ids: string[] = [];
    for (let n = 0; n < ENTRIES; n += 1)
      ids.push(await create(first.api, { unpublish_on: timeIn(n < ENTRIES / 2 ? -1 : 2) }));
    await eventually(async () => !(await isPublished(first.api, ids[0] ?? '')));
    await first.service.kill();

    const { api } = await start();

    for (const id of ids) await eventually(async () => !(await isPublished(api, id)));
    await expectOneEffect(api, ids, 'entry.unpublished');
  }, 600_000);

  it('publish the unpublished changes of each entry once by three processes, one of which is killed', async () => {
    const [first, { api }] = [await start(), await start(), await start()];
    const ids: string[] = [];
    for (let n = 0; n < ENTRIES; n += 1) ids.push(await create(api, {}));
    for (const id of ids) {
      const attributes = { title: 'Changed', publish_on: timeIn(1) };
      const document = { data: { type: 'node--tally', id, attributes } };
      const address = `/api/node/tally/${id}?resourceVersion=rel:working-copy`;
      expect((await api.send('PATCH', address, { document })).status).toBe(200);
    }
    await first.service.kill();

    const listCopies = async (): Promise<readonly object[]> => {
      const answer = await api.send('GET', '/manage/entry-copies');
      return ((await answer.json()) as { items: readonly object[] }).items;
    };
    await eventually(async () => (await listCopies()).length === 0);
    await expectOneEffect(api, ids, 'entry.updated');
  }, 600_000);

  it('have one effect when the clocks of the processes differ', async () => {
    const [{ api }] = [await start(), await start(2 * HOUR)];

    const id = await create(api, { status: false, publish_on: timeIn(HOUR) });

    await eventually(() => isPublished(api, id));
    await expectOneEffect(api, [id], 'entry.published');
  }, 600_000);
});
