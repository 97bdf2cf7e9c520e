import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ApiClient } from '../support/api-client.js';
import { runCommand, type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { changeConstants } from '../support/process-variables.js';
import { createAdministrator } from './prepared-site.js';
import { BEHIND_ONE_ADDRESS } from './processes.js';

const SITE = readFileSync(fileURLToPath(new URL('site.ndjson', import.meta.url)), 'utf8');
const DEFINITIONS = SITE.split('\n').filter((line) => /"kind":"(header|bundle)"/.test(line));
/** So many that an import takes some seconds. */
const TALLIES = 8000;
const SETTINGS = { ...BEHIND_ONE_ADDRESS, ...changeConstants({ JOB_LEASE_SECONDS: 6 }) };

interface ImportJob {
  readonly id: string;
  readonly state: string;
  readonly phase: string;
  readonly done: number;
  readonly total: number;
}

describe('an import of several processes', () => {
  let database: TestDatabase;
  let running: Service | undefined;
  beforeEach(async () => {
    database = await createTestDatabase();
    await runCommand(database.url, 'migrate');
    await runCommand(database.url, 'settings', 'set', 'allowedOperations', 'read_write');
  });
  afterEach(async () => {
    await running?.stop();
    await database.remove();
  });

  it('whose process is killed twice is finished by others, and stores and counts each entry once', async () => {
    const topic = { type: 'taxonomy_term--topic', id: randomUUID() };
    let api = await start();
    const { id } = await upload(api, createPackage(topic));
    await eventually(async () => (await getJob(api, id)).done > 100);
    await running?.kill();
    const killed = (await runCommand(database.url, 'job', 'show', id)) as ImportJob;
    expect(killed).toMatchObject({ state: 'running', phase: 'lines' });

    api = await start();
    await eventually(async () => (await getJob(api, id)).phase === 'references');
    await running?.kill();
    api = await start();

    const finished = await runCommand(database.url, 'job', 'wait', id);
    expect(finished).toMatchObject({
      ...{ state: 'succeeded', error: null },
      result: { inserted: TALLIES + 1, updated: 0, unchanged: 0, problems: 0, warnings: 0 },
    });
    const { meta } = await api.collection(`/api/node/tally?filter[field_topic.id]=${topic.id}&page[limit]=1`);
    expect(meta.count).toBe(TALLIES);
    expect(await runCommand(database.url, 'verify')).toEqual({ drifts: [] });
  }, 600_000);

  it('is cancelled between two batches, and continues when it is resumed', async () => {
    const api = await start();
    const { id } = await upload(api, createPackage({ type: 'taxonomy_term--topic', id: randomUUID() }));
    await eventually(async () => (await getJob(api, id)).done > 100);

    await changeJob(api, id, 'cancel');
    await expect(runCommand(database.url, 'job', 'wait', id)).rejects.toThrow('cancelled');
    const cancelled = await getJob(api, id);
    await changeJob(api, id, 'resume');

    expect(cancelled.done).toBeLessThan(cancelled.total);
    expect(await runCommand(database.url, 'job', 'wait', id)).toMatchObject({
      state: 'succeeded',
      result: { inserted: TALLIES + 1, unchanged: 0, problems: 0 },
    });
  }, 600_000);

  async function start(): Promise<ApiClient> {
    running = await startService(database.url, SETTINGS);
    const { token } = await createAdministrator(running);
    return new ApiClient(running.url, token);
  }
});

/** Tallies that refer to a topic whose line is the last. */
function createPackage(topic: { readonly type: string; readonly id: string }): string {
  const tallies = Array.from({ length: TALLIES }, (_, n) =>
    serialize('node--tally', randomUUID(), { title: `Tally ${n}` }, { field_topic: { data: topic } }),
  );
  return [...DEFINITIONS, ...tallies, serialize(topic.type, topic.id, { name: 'Last' })].join('\n');
}

function serialize(type: string, id: string, attributes: object, relationships: object = {}): string {
  return JSON.stringify({
    ...{ kind: 'entry', published: true },
    resource: { type, id, attributes, relationships },
  });
}

async function upload({ baseUrl, token }: ApiClient, body: string): Promise<ImportJob> {
  const headers = { 'Content-Type': 'application/x-ndjson', Authorization: `Bearer ${token ?? ''}` };
  const answer = await fetch(`${baseUrl}/manage/imports`, { method: 'POST', headers, body });
  expect(answer.status).toBe(202);
  return (await answer.json()) as ImportJob;
}

async function getJob(api: ApiClient, id: string): Promise<ImportJob> {
  return (await (await api.send('GET', `/manage/jobs/${id}`)).json()) as ImportJob;
}

async function changeJob(api: ApiClient, id: string, action: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await api.send('PATCH', `/manage/jobs/${id}`, { document: { action }, headers });
  expect(answer.status).toBe(200);
}
