import type { ApiClient, EntityDocument, Identifier } from '../support/api-client.js';
import { type Service, startService } from '../support/content-service.js';
import { testDatabase, type TestDatabase } from '../support/database.js';
import { administratorOf, prepareSite } from './prepared-site.js';

const TIMES = 20;

describe('two services on one database', () => {
  let database: TestDatabase;
  let services: readonly Service[];
  let clients: readonly ApiClient[];
  beforeAll(async () => {
    database = await testDatabase();
    await prepareSite(database.url);
    services = await Promise.all([startService(database.url), startService(database.url)]);
    clients = await Promise.all(services.map(administratorOf));
  }, 300_000);
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await database.remove();
  });

  it('lose none of 20 parallel increments that are made with If-Match and tried again after 412', async () => {
    const tally = await tallyOf(0);

    const statuses = await Promise.all(
      Array.from({ length: TIMES }, (_, at) => increment(clientNumber(at), tally)),
    );

    expect(await countOf(clientNumber(0), tally)).toBe(TIMES);
    expect(await countOf(clientNumber(1), tally)).toBe(TIMES);
    expect(new Set(statuses.flat())).toEqual(new Set([200, 412]));
  }, 300_000);

  it('keep 20 parallel changes of different fields without If-Match', async () => {
    const tally = await tallyOf(0);
    const notes = ['kept'];

    await Promise.all(
      Array.from({ length: TIMES }, (_, at) =>
        clientNumber(at).update(tally, {
          attributes: at % 2 === 0 ? { field_count: 20 } : { field_notes: notes },
        }),
      ),
    );

    const { data } = await read(clientNumber(0), tally);
    expect(data.attributes).toMatchObject({ field_count: 20, field_notes: notes });
  }, 300_000);

  function clientNumber(at: number): ApiClient {
    return clients[at % clients.length]!;
  }

  function tallyOf(count: number): Promise<Identifier> {
    return clientNumber(0).create('node--tally', { attributes: { title: 'Tally', field_count: count } });
  }
});

/** @returns the statuses of the attempts: 412 while others were faster, 200 at last */
async function increment(client: ApiClient, tally: Identifier): Promise<number[]> {
  const answer = await client.send('GET', addressOf(tally));
  const { data } = (await answer.json()) as EntityDocument;
  const attributes = { field_count: Number(data.attributes['field_count']) + 1 };
  const { status } = await client.send('PATCH', addressOf(tally), {
    document: { data: { type: tally.type, id: tally.id, attributes } },
    headers: { 'If-Match': answer.headers.get('ETag') ?? '' },
  });
  return status === 412 ? [status, ...(await increment(client, tally))] : [status];
}

async function read(client: ApiClient, tally: Identifier): Promise<EntityDocument> {
  return (await (await client.send('GET', addressOf(tally))).json()) as EntityDocument;
}

async function countOf(client: ApiClient, tally: Identifier): Promise<unknown> {
  return (await read(client, tally)).data.attributes['field_count'];
}

function addressOf({ id }: Identifier): string {
  return `/api/node/tally/${id}`;
}
