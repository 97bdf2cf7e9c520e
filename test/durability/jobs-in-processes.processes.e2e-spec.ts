import { randomUUID } from 'node:crypto';
import { ApiClient } from '../support/api-client.js';
import { runCommand, type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import {
  addField,
  assertFieldWorks,
  entryLine,
  FIELD,
  getJob,
  importLines,
  importTallies,
  isFilling,
  JOB_SETTINGS,
  type JobResource,
  queue,
  read,
  removeField,
  TALLIES,
} from './job-site.js';
import { createAdministrator } from './prepared-site.js';

/** Referrers that a deletion rewrites itself. */
const REWRITTEN_AT_ONCE = 50;
/** More than a quarter of them: a bulk action takes a second. */
const SOME_TALLIES = 'filter[title][operator]=STARTS_WITH&filter[title][value]=Tally 1';

describe('jobs of several processes', () => {
  let database: TestDatabase;
  const running: Service[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    await importTallies(database.url);
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
      return items.filter(({ parameters }) => topics.includes(parameters.entry ?? ''));
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
      Array.from({ length: count }, () => startService(database.url, JOB_SETTINGS)),
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

async function queueJob(api: ApiClient, kind: string): Promise<{ readonly id: string }> {
  return { id: await queue(api, '/manage/jobs', { kind }) };
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

async function countReferrers(api: ApiClient, topic: string): Promise<number> {
  return (await api.collection(`/api/node/tally?filter[field_topic.id]=${topic}&page[limit]=1`)).meta.count;
}

async function findJob(api: ApiClient, kind: string): Promise<JobResource> {
  const { items } = await read<{ items: JobResource[] }>(api, `/manage/jobs?kind=${kind}&limit=1`);
  const [job] = items;
  if (job === undefined) throw new Error(`There is no job of the kind ${kind}.`);
  return job;
}
