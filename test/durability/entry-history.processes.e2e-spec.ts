import { randomUUID } from 'node:crypto';
import type { ApiClient } from '../support/api-client.js';
import { type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createAdministrator, prepareSite } from './prepared-site.js';
import { BEHIND_ONE_ADDRESS } from './processes.js';

const ENTRIES = 4;
const WRITERS = 20;
const WRITES = 25;
/** The writes after which a process is killed. */
const WRITES_BEFORE_KILL = 150;
const COPY = '?resourceVersion=rel:working-copy';

interface Revision {
  readonly number: number;
  readonly track: string;
  readonly version: number;
}

describe('the history of entries that twenty writers change in three processes', () => {
  let database: TestDatabase;
  const running: Service[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    await prepareSite(database.url);
  }, 600_000);
  afterAll(async () => {
    await Promise.all(running.map((service) => service.stop()));
    await database.remove();
  });

  const start = async (): Promise<ApiClient> => {
    const service = await startService(database.url, BEHIND_ONE_ADDRESS);
    running.push(service);
    return createAdministrator(service);
  };

  it('has every acknowledged state once, when one process is killed', async () => {
    const clients = [await start(), await start(), await start()];
    const [killed, api] = [running[0], clients[1]];
    if (killed === undefined || api === undefined) throw new Error('Three processes run.');
    // All states are kept, so that none is missing by design.
    const settings = { document: { revisionsKept: 1000 }, headers: JSON_HEADERS };
    await check(await api.send('PATCH', '/manage/settings/content', settings));
    const ids: string[] = [];
    for (let n = 0; n < ENTRIES; n += 1) {
      const { id } = await api.create('node--tally', { attributes: { title: 'First' } });
      ids.push(id);
    }

    const acknowledged = new Map(ids.map((id) => [id, new Set<string>()]));
    let writes = 0;
    let killing: Promise<unknown> | undefined;
    const write = async (client: ApiClient, id: string, toCopy: boolean): Promise<boolean> => {
      const title = `${toCopy ? 'Copy' : 'Live'} ${randomUUID()}`;
      const document = { data: { type: 'node--tally', id, attributes: { title } } };
      const answer = await client.send('PATCH', `/api/node/tally/${id}${toCopy ? COPY : ''}`, { document });
      if (answer.status === 200) acknowledged.get(id)?.add(title);
      else expect([answer.status, await answer.text()]).toEqual([503, expect.any(String)]);
      writes += 1;
      if (writes === WRITES_BEFORE_KILL) killing = killed.kill();
      return true;
    };
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        const client = clients[writer % clients.length] ?? api;
        for (let n = 0; n < WRITES; n += 1) {
          const id = ids[(writer + n) % ENTRIES] ?? '';
          const goesOn = await write(client, id, writer % 2 === 0).catch(() => false);
          // The process of the writer was killed.
          if (!goesOn) return;
        }
      }),
    );
    await killing;

    expect(killing).toBeDefined();
    for (const id of ids) await checkHistory(api, id, acknowledged.get(id) ?? new Set());
  }, 600_000);
});

const JSON_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json' };

/** Compares the states of an entry and its working copy, the present ones included, with the acknowledged ones. */
async function checkHistory(api: ApiClient, id: string, acknowledged: ReadonlySet<string>): Promise<void> {
  const revisions = await listRevisions(api, id);
  const states = ['', COPY, ...revisions.map(({ number }) => `?resourceVersion=id:${number}`)];
  const titles: string[] = [];
  for (const state of states) titles.push(await readTitle(api, `/api/node/tally/${id}${state}`));

  // A state whose acknowledgement the kill has cut may be there as well, and the first one is.
  expect([...acknowledged].filter((title) => !titles.includes(title))).toEqual([]);
  expect(titles.filter((title, n) => titles.indexOf(title) !== n && title !== 'First')).toEqual([]);
  expect(new Set(revisions.map(({ number }) => number)).size).toBe(revisions.length);
  const versions = revisions
    .filter(({ track }) => track === 'live')
    .map(({ version }) => version)
    .toSorted((one, other) => one - other);
  expect(versions).toEqual(Array.from(versions, (_, n) => (versions[0] ?? 0) + n));
  expect(revisions.length).toBeGreaterThan(10);
}

async function listRevisions(api: ApiClient, id: string): Promise<readonly Revision[]> {
  const found: Revision[] = [];
  for (let cursor = ''; ;) {
    const answer = await check(
      await api.send('GET', `/manage/entry-revisions?entry=${id}&limit=100${cursor}`),
    );
    const { items, next } = (await answer.json()) as { items: readonly Revision[]; next: string | null };
    found.push(...items);
    if (next === null) return found;
    cursor = `&cursor=${next}`;
  }
}

async function readTitle(api: ApiClient, address: string): Promise<string> {
  const answer = await check(await api.send('GET', address));
  return ((await answer.json()) as { data: { attributes: { title: string } } }).data.attributes.title;
}

async function check(answer: Response): Promise<Response> {
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  return answer;
}
