/** @needs faketime */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdministrator, prepareSite } from '../durability/prepared-site.js';
import { BEHIND_ONE_ADDRESS } from '../durability/processes.js';
import { type ApiClient, UnexpectedResponse } from '../support/api-client.js';
import { runCommand, type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { changeConstants } from '../support/process-variables.js';
import { Receiver } from '../support/receiver.js';
import { MovedClock } from './moved-clock.js';
import { printFigures, scaled } from './scale.js';

const HOUR = 3600;
/** So many that a rebuild takes longer than a process waits between two looks for jobs. */
const TALLIES = scaled(3000, 10_000);
/** Entries that are written through both processes. */
const WRITES = scaled(20, 200);
/** Receivers answer after this time, in which an attempt is under way. */
const ANSWER_MS = 1500;

const SETTINGS = {
  ...BEHIND_ONE_ADDRESS,
  ...changeConstants({ JOB_LEASE_SECONDS: 6 }),
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
};

interface Job {
  readonly id: string;
  readonly state: string;
  readonly attempts: number;
}

describe('two processes whose clocks are an hour apart', () => {
  const clock = new MovedClock(HOUR);
  let database: TestDatabase;
  let receiver: Receiver;
  let present: Service;
  let ahead: Service;
  beforeAll(async () => {
    receiver = await Receiver.start();
    database = await createTestDatabase();
    await prepareSite(database.url);
    await importTallies(database.url);
    present = await startService(database.url, SETTINGS);
    ahead = await startService(database.url, { ...SETTINGS, ...clock.variables });
  });
  afterAll(async () => {
    for (const service of [present, ahead] as readonly (Service | undefined)[]) await service?.stop();
    await receiver.stop();
    await database.remove();
    clock.remove();
  });

  it.each([
    ['present', () => present],
    ['ahead', () => ahead],
  ] as const)('a job that is queued at the process whose clock is %s runs once', async (_, getService) => {
    const { id } = await queueRebuild(await createAdministrator(getService()));

    // Each process looks for jobs whose lease has expired every second.
    expect(await runCommand(database.url, 'job', 'wait', id)).toMatchObject({
      ...{ state: 'succeeded', attempts: 1 },
      result: { entries: expect.any(Number) as number },
    });
    expect(await runCommand(database.url, 'verify')).toEqual({ drifts: [] });
  });

  it('an event is delivered by one of them, once', async () => {
    await createWebhook(await createAdministrator(present), receiver.url('/events'));
    receiver.delayMs = ANSWER_MS;
    const written = new Set<string>();

    for (let count = 0; count < WRITES; count++) {
      const api = await createAdministrator(count % 2 === 0 ? present : ahead);
      written.add((await api.create('node--tally', { attributes: { title: `Tally ${count}` } })).id);
    }

    await eventually(() => Promise.resolve(receiver.calls.length >= written.size));
    const delivered = receiver.calls.map(({ body }) => readSubject(body));
    expect(delivered.toSorted()).toEqual([...written].sort());
    printFigures('clocks an hour apart', { writes: written.size, calls: receiver.calls.length });
  });
});

async function importTallies(databaseUrl: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'content-service-'));
  const file = join(folder, 'site.ndjson');
  const lines = [
    { kind: 'header', format: 'content-service/site@1' },
    ...Array.from({ length: TALLIES }, (_, n) => ({
      ...{ kind: 'entry', published: true },
      resource: { type: 'node--tally', id: randomUUID(), attributes: { title: `Tally ${n}` } },
    })),
  ];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await runCommand(databaseUrl, 'import', file);
  rmSync(folder, { recursive: true });
}

async function queueRebuild(api: ApiClient): Promise<Job> {
  return (await post(api, '/manage/jobs', { kind: 'index.rebuild' }, 202)) as Job;
}

async function createWebhook(api: ApiClient, url: string): Promise<void> {
  await post(api, '/manage/webhooks', { label: 'All events', url, visibility: 'content' }, 201);
}

async function post(api: ApiClient, path: string, document: object, expected: number): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await api.send('POST', path, { document, headers });
  if (answer.status !== expected) throw new UnexpectedResponse(answer.status, await answer.text());
  return answer.json();
}

/** The id of the entry that the event of a call is about. */
function readSubject(body: string): string {
  return (JSON.parse(body) as { data: { id: string } }).data.id;
}
