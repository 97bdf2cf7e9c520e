import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiClient } from '../support/api-client.js';
import { runCommand, type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { createAdministrator } from './prepared-site.js';
import { BEHIND_ONE_ADDRESS } from './processes.js';

const SITE = fileURLToPath(new URL('site.ndjson', import.meta.url));
const FIELD = '/manage/bundles/node/tally/fields/field_notes';
const FIELDS = '/manage/bundles/node/tally/fields';
/** So many that a job takes several batches of any kind. */
const TALLIES = 4000;
/** Referrers that a deletion rewrites itself. */
const REWRITTEN_AT_ONCE = 50;
/** More than a quarter of them: a bulk action takes a second. */
const SOME_TALLIES = 'filter[title][operator]=STARTS_WITH&filter[title][value]=Tally 1';
const SETTINGS = { ...BEHIND_ONE_ADDRESS, MODEL_JOB_ENTRIES: '1000', JOB_LEASE_SECONDS: '6' };

interface JobResource {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly phase: string;
  readonly done: number;
  readonly total: number | null;
  readonly attempts: number;
  readonly result: { readonly entries?: number } | null;
  readonly error: unknown;
}

describe('jobs of several processes', () => {
  let database: TestDatabase;
  const running: Service[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    await importSite(database.url);
  }, 600_000);
  afterEach(async () => {
    await Promise.all(running.splice(0).map((service) => service.stop()));
  });
  afterAll(() => database.remove());

  it('an unlink whose process is killed is finished by another one, and no reader sees the deleted entry', async () => {
    const [first] = await start(1);
    const topic = await createTopic(first, TALLIES);
    const { api } = first;

    const deleted = await api.send('DELETE', `/api/taxonomy_term/topic/${topic}`);

    expect(deleted.status).toBe(204);
    const { id } = await findJob(api, 'entries.unlink');
    await eventually(async () => (await getJob(api, id)).done > 0);
    expect(await countReferrers(api, topic)).toBe(0);
    await first.service.kill();
    expect(await runCommand(database.url, 'job', 'show', id)).toMatchObject({ state: 'running' });
    expect(await runCommand(database.url, 'verify')).toEqual({ drifts: [] });
    const [next] = await start(1);
    expect(await countReferrers(next.api, topic)).toBe(0);

    const finished = await runCommand(database.url, 'job', 'wait', id);

    expect(finished).toMatchObject({ state: 'succeeded', attempts: 2, error: null });
    expect(await countReferrers(next.api, topic)).toBe(0);
    expect(await runCommand(database.url, 'verify')).toEqual({ drifts: [] });
  }, 600_000);

  it('a model change whose process is killed is continued by another one', async () => {
    const [first] = await start(1);
    const field = await removeField(database.url, first.api);
    const id = await addField(first.api, field);
    await eventually(async () => isFilling(await getJob(first.api, id)));
    await first.service.kill();
    const killed = (await runCommand(database.url, 'job', 'show', id)) as JobResource;
    expect([killed.state, killed.phase]).toEqual(['running', 'backfill']);
    expect(killed.done).toBeLessThan(killed.total ?? 0);
    const [next] = await start(1);

    const finished = await runCommand(database.url, 'job', 'wait', id);

    expect(finished).toMatchObject({ state: 'succeeded', attempts: 2, error: null });
    await assertFieldWorks(next.api);
    expect(await runCommand(database.url, 'verify')).toEqual({ drifts: [] });
  }, 600_000);

  it('a bulk action whose process is killed is continued by another one, and changes each entry once', async () => {
    const [first] = await start(1);
    const count = await countTallies(first.api, 1);
    const id = await queue(first.api, '/manage/bulk-actions', {
      resourceType: 'node--tally',
      filter: SOME_TALLIES,
      action: 'unpublish',
    });
    await eventually(async () => (await getJob(first.api, id)).done > 0);
    await first.service.kill();
    const killed = (await runCommand(database.url, 'job', 'show', id)) as JobResource;
    expect(killed).toMatchObject({ state: 'running', total: count });
    const [next] = await start(1);

    const finished = await runCommand(database.url, 'job', 'wait', id);

    expect(finished).toMatchObject({ state: 'succeeded', attempts: 2, error: null });
    expect(await countTallies(next.api, 1)).toBe(0);
    expect(await countTallies(next.api, 0)).toBe(count);
    expect(await runCommand(database.url, 'verify')).toEqual({ drifts: [] });
  }, 600_000);

  it('a model change is cancelled while it runs, and continues when it is resumed', async () => {
    const [{ api }] = await start(1);
    const field = await removeField(database.url, api);
    const id = await addField(api, field);
    await eventually(async () => isFilling(await getJob(api, id)));

    await changeJob(api, id, 'cancel');
    await expect(runCommand(database.url, 'job', 'wait', id)).rejects.toThrow('cancelled');

    const cancelled = await getJob(api, id);
    expect(cancelled).toMatchObject({ state: 'cancelled', phase: 'backfill' });
    expect(cancelled.done).toBeLessThan(cancelled.total ?? 0);
    expect((await api.send('GET', FIELD)).status).toBe(404);
    expect(await runCommand(database.url, 'verify')).toEqual({ drifts: [] });
    await runCommand(database.url, 'job', 'resume', id);
    expect(await runCommand(database.url, 'job', 'wait', id)).toMatchObject({ state: 'succeeded' });
    await assertFieldWorks(api);
    expect(
      await runCommand(database.url, 'job', 'list', '--kind', 'model.apply', '--state', 'running'),
    ).toEqual([]);
  }, 600_000);

  it('a process that is stopped hands its job to another one at once', async () => {
    const [first] = await start(2);
    const { id } = await queueJob(first.api, 'index.rebuild');
    await eventually(async () => (await getJob(first.api, id)).done > 0);

    const code = await first.service.stop();

    running.splice(running.indexOf(first.service), 1);
    expect(code).toBe(0);
    expect(await runCommand(database.url, 'job', 'wait', id)).toMatchObject({
      state: 'succeeded',
      attempts: 1,
    });
  }, 600_000);

  it('two processes run each of many jobs once', async () => {
    const [first, second] = await start(2);
    const counts = Array.from({ length: 8 }, (_, n) => 60 + n);
    const topics: string[] = [];
    for (const count of counts) topics.push(await createTopic(first, count));

    for (const topic of topics)
      expect((await first.api.send('DELETE', `/api/taxonomy_term/topic/${topic}`)).status).toBe(204);

    const unlinks = async (): Promise<readonly JobResource[]> => {
      const { items } = await read<{ items: JobResource[] }>(second.api, '/manage/jobs?kind=entries.unlink');
      return items.filter(({ total }) => total !== TALLIES - REWRITTEN_AT_ONCE);
    };
    for (const { id } of await unlinks()) await runCommand(database.url, 'job', 'wait', id);
    const jobs = await unlinks();
    expect(jobs.filter(({ attempts }) => attempts !== 1)).toEqual([]);
    expect(jobs.map(({ result }) => result?.entries).reverse()).toEqual(
      counts.map((count) => count - REWRITTEN_AT_ONCE),
    );
    expect(await runCommand(database.url, 'verify')).toEqual({ drifts: [] });
  }, 600_000);

  async function start(count: 1): Promise<[Running]>;
  async function start(count: 2): Promise<[Running, Running]>;
  async function start(count: number): Promise<Running[]> {
    const services = await Promise.all(
      Array.from({ length: count }, () => startService(database.url, SETTINGS)),
    );
    running.push(...services);
    return Promise.all(
      services.map(async (service) => {
        const { token } = await createAdministrator(service);
        return { service, api: new ApiClient(service.url, token) };
      }),
    );
  }

  /** Creates a topic that tallies refer to. @returns its id */
  async function createTopic({ api }: Running, referrers: number): Promise<string> {
    const topic = { type: 'taxonomy_term--topic', id: randomUUID() };
    const lines = [
      { kind: 'header', format: 'content-service/site@1' },
      entryLine(topic.type, topic.id, { name: 'Gone' }),
      ...Array.from({ length: referrers }, () =>
        entryLine('node--tally', randomUUID(), { title: 'Tally' }, { field_topic: { data: topic } }),
      ),
    ];
    await importLines(database.url, lines);
    await eventually(async () => (await countReferrers(api, topic.id)) === referrers);
    return topic.id;
  }
});

interface Running {
  readonly service: Service;
  readonly api: ApiClient;
}

/** A site with many tallies that have notes. */
async function importSite(url: string): Promise<void> {
  const tallies = Array.from({ length: TALLIES }, (_, n) =>
    entryLine('node--tally', randomUUID(), { title: `Tally ${n}`, field_notes: [`Note ${n}`, 'second'] }),
  );
  await importLines(url, [
    ...readFileSync(SITE, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
    ...tallies,
  ]);
  await runCommand(url, 'settings', 'set', 'allowedOperations', 'read_write');
}

async function importLines(url: string, lines: readonly object[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'content-service-'));
  const file = join(folder, 'site.ndjson');
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await runCommand(url, 'import', file);
  rmSync(folder, { recursive: true });
}

function entryLine(type: string, id: string, attributes: object, relationships: object = {}): object {
  return { kind: 'entry', published: true, resource: { type, id, attributes, relationships } };
}

/** Removes the field of the notes, whose values stay in the entries. @returns the field */
async function removeField(url: string, api: ApiClient): Promise<object> {
  const { name, type, label, cardinality } = await read<Record<string, unknown>>(api, FIELD);
  const answer = await api.send('DELETE', `${FIELD}?force=true`);
  expect(answer.status).toBe(202);
  const { id } = (await answer.json()) as JobResource;
  expect(await runCommand(url, 'job', 'wait', id)).toMatchObject({ state: 'succeeded' });
  return { name, type, label, cardinality };
}

/** @returns the id of the job */
async function addField(api: ApiClient, field: object): Promise<string> {
  return queue(api, FIELDS, field);
}

async function queueJob(api: ApiClient, kind: string): Promise<{ readonly id: string }> {
  return { id: await queue(api, '/manage/jobs', { kind }) };
}

/** @returns the id of the job */
async function queue(api: ApiClient, path: string, document: object): Promise<string> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await api.send('POST', path, { document, headers });
  expect(answer.status).toBe(202);
  return ((await answer.json()) as JobResource).id;
}

/** The number of some tallies with a status. */
async function countTallies(api: ApiClient, status: 0 | 1): Promise<number> {
  const address = `/api/node/tally?${SOME_TALLIES}&filter[status]=${status}&page[limit]=1`;
  return (await api.collection(address)).meta.count;
}

async function changeJob(api: ApiClient, id: string, action: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await api.send('PATCH', `/manage/jobs/${id}`, { document: { action }, headers });
  expect(answer.status).toBe(200);
}

/** The field is served and indexed: each note of `importSite` is found. */
async function assertFieldWorks(api: ApiClient): Promise<void> {
  await eventually(async () => (await api.send('GET', FIELD)).status === 200);
  const { meta } = await api.collection('/api/node/tally?filter[field_notes]=second&page[limit]=1');
  expect(meta.count).toBe(TALLIES);
}

async function countReferrers(api: ApiClient, topic: string): Promise<number> {
  return (await api.collection(`/api/node/tally?filter[field_topic.id]=${topic}&page[limit]=1`)).meta.count;
}

async function findJob(api: ApiClient, kind: string): Promise<JobResource> {
  const { items } = await read<{ items: JobResource[] }>(api, `/manage/jobs?kind=${kind}&limit=1`);
  const [job] = items;
  if (job === undefined) throw new Error(`There is no job of the kind ${kind}.`);
  return job;
}

/** Whether a change of the model has filled some rows of the index. */
function isFilling({ phase, done }: JobResource): boolean {
  return phase === 'backfill' && done > 0;
}

function getJob(api: ApiClient, id: string): Promise<JobResource> {
  return read(api, `/manage/jobs/${id}`);
}

async function read<Body>(api: ApiClient, address: string): Promise<Body> {
  const answer = await api.send('GET', address);
  if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Body;
}
