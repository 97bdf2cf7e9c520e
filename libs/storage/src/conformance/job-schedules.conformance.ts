import assert from 'node:assert/strict';
import type { Job, ScheduleRun, StoredJobSchedule } from '@content-service/jobs';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { newId } from './sample.js';
import { createSampleJob, NOW, SampleJobs } from './sample-jobs.js';

const TICKS = 1000;
const MINUTE = 60;

/** Schedules of jobs: each time that comes queues one job. */
export function jobSchedules(storage: () => Storage): void {
  const { claim } = new SampleJobs(storage);
  const store = (): Storage['jobSchedules'] => storage().jobSchedules;
  const find = async (name: string): Promise<StoredJobSchedule | undefined> =>
    (await store().list()).find((schedule) => schedule.name === name);
  const add = async (changes: Partial<StoredJobSchedule> = {}): Promise<StoredJobSchedule> => {
    const schedule = { name: newId(), nextDue: NOW, version: 1, ...changes };
    await store().add(schedule);
    return schedule;
  };
  const createRun = ({ name }: StoredJobSchedule, at = NOW): ScheduleRun => ({
    ...{ name, startedAt: at, due: { at, next: at + MINUTE } },
  });
  const finish = async ({ kind }: Job): Promise<void> => {
    await storage().jobs.release(await claim(kind), { state: 'succeeded' }, NOW);
  };

  it('lists schedules by name as they were added, with all that they have', async () => {
    const plain = await add({ nextDue: undefined });
    const full = await add({
      ...{ cron: '*/5 * * * MON-FRI', enabled: false, nextDue: NOW + 9, lastDue: NOW },
      ...{ lastRun: NOW + 1, lastJob: newId(), lastOutcome: 'failed', version: 7 },
    });

    const listed = await store().list();

    const names = listed.map(({ name }) => name);
    assert.deepEqual(names, [...names].sort());
    assert.deepEqual(compact(await find(plain.name)), compact(plain));
    assert.deepEqual(await find(full.name), full);
  });

  it('keeps the stored one of several that are added', async () => {
    const name = newId();

    await Promise.all([1, 2, 3].map((version) => add({ name, cron: `${version} * * * *`, version })));

    const kept = await find(name);
    assert.equal(kept?.cron, `${kept?.version} * * * *`);
    await add({ name, version: 9 });
    assert.deepEqual(await find(name), kept);
  });

  it('replaces the decisions about the expected version, without runs', async () => {
    const schedule = await add();
    const started = await store().start(createRun(schedule), createSampleJob());
    const changed = { ...schedule, cron: '1 2 * * *', enabled: true, nextDue: NOW + 99, version: 2 };

    assert.equal(await store().replace(changed, 1), false);
    assert.equal(await store().replace({ ...changed, lastDue: NOW }, 7), false);
    assert.equal(await store().replace({ ...changed, lastDue: NOW, lastJob: newId() }, 1), true);

    const stored = await find(schedule.name);
    assert.deepEqual(
      [stored?.cron, stored?.enabled, stored?.nextDue, stored?.version, stored?.lastJob],
      ['1 2 * * *', true, NOW + 99, 2, started?.id],
    );
  });

  it('makes one of ten parallel changes', async () => {
    const schedule = await add();

    const replaced = await Promise.all(
      Array.from({ length: 10 }, () => store().replace({ ...schedule, enabled: false, version: 2 }, 1)),
    );

    assert.deepEqual(replaced.filter(Boolean), [true]);
  });

  it('queues the job of a run and stores it as the last one', async () => {
    const schedule = await add();
    const job = createSampleJob();

    const started = await store().start(createRun(schedule), job);

    assert.equal(started?.id, job.id);
    assert.equal((await storage().jobs.find(job.id))?.state, 'queued');
    assert.deepEqual(
      compact(await find(schedule.name)),
      compact({
        ...schedule,
        ...{ nextDue: NOW + MINUTE, lastDue: NOW, lastRun: NOW, lastJob: job.id },
      }),
    );
  });

  it(`starts one run at each of ${TICKS} times that two callers take at the same time`, async () => {
    const schedule = await add();
    const kind = newId();
    const due = Array.from({ length: TICKS }, (_, n) => NOW + n * MINUTE);
    const started: (string | undefined)[] = [];
    for (const at of due) {
      const jobs = [createSampleJob({ kind }), createSampleJob({ kind })];
      const found = await Promise.all(jobs.map((job) => store().start(createRun(schedule, at), job)));
      const own = jobs.filter(({ id }, n) => found[n]?.id === id);
      assert.equal(own.length, 1);
      started.push(own[0]?.id);
    }

    const stored = await find(schedule.name);
    assert.deepEqual([stored?.lastDue, stored?.lastJob], [due.at(-1), started.at(-1)]);
    const { jobs } = await storage().jobs.page({ kind }, { limit: TICKS + 1 });
    assert.deepEqual(new Set(jobs.map(({ id }) => id)), new Set(started));
    assert.equal(jobs.length, TICKS);
  });

  it('starts nothing at another time than the stored one, of a disabled schedule and of one that is not stored', async () => {
    const schedule = await add();
    const disabled = await add({ nextDue: undefined });
    const job = createSampleJob();

    assert.equal(await store().start(createRun(schedule, NOW - 1), job), undefined);
    assert.equal(await store().start(createRun(disabled), job), undefined);
    assert.equal(await store().start({ name: newId(), startedAt: NOW }, job), undefined);

    assert.equal(await storage().jobs.find(job.id), undefined);
    assert.deepEqual(compact(await find(schedule.name)), compact(schedule));
  });

  it('leaves a run out while the job of the one before is unfinished, and moves on', async () => {
    const schedule = await add();
    const dedupKey = newId();
    const first = createSampleJob({ dedupKey });
    await store().start(createRun(schedule), first);
    const second = createSampleJob({ dedupKey });

    const found = await store().start(createRun(schedule, NOW + MINUTE), second);

    assert.equal(found?.id, first.id);
    assert.equal(await storage().jobs.find(second.id), undefined);
    const stored = await find(schedule.name);
    assert.deepEqual(
      [stored?.lastDue, stored?.nextDue, stored?.lastRun, stored?.lastJob],
      [NOW + MINUTE, NOW + 2 * MINUTE, NOW, first.id],
    );
    await finish(first);
    const third = createSampleJob({ dedupKey });
    assert.equal((await store().start(createRun(schedule, NOW + 2 * MINUTE), third))?.id, third.id);
  });

  it('starts a run besides its times, unless a job is unfinished', async () => {
    const schedule = await add({ nextDue: undefined });
    const [dedupKey, run] = [newId(), { name: schedule.name, startedAt: NOW + 5 }];
    const job = createSampleJob({ dedupKey });

    assert.equal((await store().start(run, job))?.id, job.id);
    assert.equal((await store().start(run, createSampleJob({ dedupKey })))?.id, job.id);

    assert.deepEqual(
      compact(await find(schedule.name)),
      compact({ ...schedule, lastRun: NOW + 5, lastJob: job.id }),
    );
  });

  it('stores the outcome of the last run once; the next run has none', async () => {
    const schedule = await add();
    const job = createSampleJob();
    await store().start(createRun(schedule), job);

    assert.equal(await store().complete(schedule.name, newId(), 'failed'), false);
    const stored = await Promise.all(
      Array.from({ length: 10 }, () => store().complete(schedule.name, job.id, 'succeeded')),
    );

    assert.deepEqual(stored.filter(Boolean), [true]);
    assert.equal((await find(schedule.name))?.lastOutcome, 'succeeded');
    await store().start(createRun(schedule, NOW + MINUTE), createSampleJob());
    assert.equal((await find(schedule.name))?.lastOutcome, undefined);
  });
}

/** Without members that are `undefined`. */
function compact(schedule: StoredJobSchedule | undefined): unknown {
  return JSON.parse(JSON.stringify(schedule));
}
