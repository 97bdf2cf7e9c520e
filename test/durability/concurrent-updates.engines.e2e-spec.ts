import { ApiClient, type EntryDocument, type Identifier } from '../support/api-client.js';
import { runCommand, type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createAdministrator, prepareSite } from './prepared-site.js';

const TIMES = 20;
const WRITERS = 16;
const ROUNDS = 5;

describe('two services on one database', () => {
  let database: TestDatabase;
  let services: readonly Service[];
  let clients: readonly ApiClient[];
  beforeAll(async () => {
    database = await createTestDatabase();
    await prepareSite(database.url);
    await runCommand(database.url, 'settings', 'set', 'publicAccess', 'true');
    services = await Promise.all([startService(database.url), startService(database.url)]);
    clients = await Promise.all(services.map(createAdministrator));
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await database.remove();
  });

  it('lose none of 20 parallel increments with If-Match that are retried after 412', async () => {
    const counter = await getTally(0);

    const statuses = await Promise.all(
      Array.from({ length: TIMES }, (_, at) => increment(clientNumber(at), counter)),
    );

    expect(await getCount(clientNumber(0), counter)).toBe(TIMES);
    expect(await getCount(clientNumber(1), counter)).toBe(TIMES);
    expect(new Set(statuses.flat())).toEqual(new Set([200, 412]));
  });

  it('keep 20 parallel changes of different fields without If-Match', async () => {
    const counter = await getTally(0);
    const notes = ['kept'];

    await Promise.all(
      Array.from({ length: TIMES }, (_, at) =>
        clientNumber(at).update(counter, {
          attributes: at % 2 === 0 ? { field_count: 20 } : { field_notes: notes },
        }),
      ),
    );

    const { data } = await read(clientNumber(0), counter);
    expect(data.attributes).toMatchObject({ field_count: 20, field_notes: notes });
  });

  it('count exactly what sixteen writers create, unpublish and delete, for readers with and without a token', async () => {
    const before = await clientNumber(0).collection('/api/node/tally');

    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const [first, second] = [clientNumber(writer), clientNumber(writer + 1)];
          const kept = await first.create('node--tally', { attributes: { title: 'Kept', field_count: 1 } });
          const hidden = await second.create('node--tally', {
            attributes: { title: 'Hidden', field_count: 1 },
          });
          const deleted = await first.create('node--tally', {
            attributes: { title: 'Deleted', field_count: 1 },
          });
          await first.update(hidden, { attributes: { status: false } });
          await second.update(kept, { attributes: { field_count: 2 } });
          const { status } = await second.send('DELETE', `/api/node/tally/${deleted.id}`);
          if (status !== 204) throw new Error(`The deletion was answered by ${status}.`);
        }
      }),
    );

    const created = WRITERS * ROUNDS;
    const anonymous = new ApiClient(services[1]!.url, undefined);
    const totals = [...clients, anonymous].map(
      async (client) => (await client.collection('/api/node/tally?page[limit]=1')).meta.count,
    );
    // A list counts what it omits for its reader, too.
    const expected = before.meta.count + 2 * created;
    expect(await Promise.all(totals)).toEqual([expected, expected, expected]);
    expect(await runCommand(database.url, 'verify')).toMatchObject({ drifts: [] });
  });

  function clientNumber(at: number): ApiClient {
    return clients[at % clients.length]!;
  }

  function getTally(count: number): Promise<Identifier> {
    return clientNumber(0).create('node--tally', { attributes: { title: 'Tally', field_count: count } });
  }
});

/** @returns the statuses of the attempts: 412 until the last, which is 200 */
async function increment(client: ApiClient, counter: Identifier): Promise<number[]> {
  const answer = await client.send('GET', getPath(counter));
  const { data } = (await answer.json()) as EntryDocument;
  const attributes = { field_count: Number(data.attributes['field_count']) + 1 };
  const { status } = await client.send('PATCH', getPath(counter), {
    document: { data: { type: counter.type, id: counter.id, attributes } },
    headers: { 'If-Match': answer.headers.get('ETag') ?? '' },
  });
  return status === 412 ? [status, ...(await increment(client, counter))] : [status];
}

async function read(client: ApiClient, counter: Identifier): Promise<EntryDocument> {
  return (await (await client.send('GET', getPath(counter))).json()) as EntryDocument;
}

async function getCount(client: ApiClient, counter: Identifier): Promise<unknown> {
  return (await read(client, counter)).data.attributes['field_count'];
}

function getPath({ id }: Identifier): string {
  return `/api/node/tally/${id}`;
}
