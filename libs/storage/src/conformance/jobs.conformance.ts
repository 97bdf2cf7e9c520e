import assert from 'node:assert/strict';
import type { Job } from '@content-service/jobs';
import { generateSecret } from '@content-service/kernel';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { newId } from './sample.js';
import { ATTEMPTS, createSampleJob, NOW, SampleJobs, waitForNextMillisecond } from './sample-jobs.js';

/** Each test has a kind of its own, because a claim takes any job of the kinds it names. */
export function jobs(storage: () => Storage): void {
  const { add, find, tryClaim, claim } = new SampleJobs(storage);

  it('returns a job as it was added, with all that it has', async () => {
    const job = await add({ group: 'schema', dedupKey: newId(), parameters: { type: 'node--a', n: 1 } });

    assert.deepEqual(compact(await storage().jobs.find(job.id)), compact(job));
    assert.equal(await storage().jobs.find(newId()), undefined);
  });

  it('leaves one unfinished job of a dedup key, and allows the next when it is finished', async () => {
    const dedupKey = newId();
    const first = await add({ dedupKey });

    assert.equal((await add({ dedupKey })).id, first.id);
    assert.equal((await storage().jobs.findUnfinished(dedupKey))?.id, first.id);

    const lease = await claim(first.kind);
    await storage().jobs.release(lease, { state: 'succeeded' }, NOW);
    assert.equal(await storage().jobs.findUnfinished(dedupKey), undefined);
    assert.notEqual((await add({ dedupKey })).id, first.id);
  });

  it('leaves one of twenty jobs that are added with one dedup key at the same time', async () => {
    const dedupKey = newId();

    const added = await Promise.all(Array.from({ length: 20 }, () => add({ dedupKey })));

    assert.equal(new Set(added.map(({ id }) => id)).size, 1);
  });

  it('gives a job to one of twenty parallel callers', async () => {
    const job = await add();

    const claimed = await Promise.all(Array.from({ length: 20 }, () => tryClaim(job.kind)));

    const winners = claimed.filter((found) => found !== undefined);
    assert.deepEqual(
      winners.map(({ job: { id, state, attempts, startedAt } }) => ({ id, state, attempts, startedAt })),
      [{ id: job.id, state: 'running', attempts: 1, startedAt: NOW }],
    );
  });

  it('gives each of ten jobs to one of several callers that take them at the same time', async () => {
    const kind = newId();
    const added = [];
    for (let n = 0; n < 10; n += 1) added.push(await add({ kind }));

    const claimed = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const taken: string[] = [];
        for (let found = await tryClaim(kind); found !== undefined; found = await tryClaim(kind))
          taken.push(found.job.id);
        return taken;
      }),
    );

    assert.deepEqual(claimed.flat().sort(), added.map(({ id }) => id).sort());
  });

  it('does not give out a job before its time, of another kind, or that is finished', async () => {
    const later = await add({ runAt: NOW + 1 });
    const finished = await add();
    await storage().jobs.release(await claim(finished.kind), { state: 'succeeded' }, NOW);

    assert.equal(await tryClaim(later.kind), undefined);
    assert.equal(await tryClaim(finished.kind), undefined);
    assert.equal((await tryClaim(later.kind, { now: NOW + 1 }))?.job.id, later.id);
  });

  it('stores progress under the lease and keeps the last checkpoint', async () => {
    const { kind, id } = await add();
    const lease = await claim(kind);

    const checkpoint = { after: 'abc' };
    await storage().jobs.advance(lease, { phase: 'backfill', done: 5, total: 9, checkpoint });
    const held = await storage().jobs.advance(lease, { phase: 'adopt', done: 9 });

    assert.deepEqual(held, { cancelRequested: false });
    assert.deepEqual((await storage().jobs.find(id))?.progress, { phase: 'adopt', done: 9, checkpoint });
  });

  it('gives an expired job to another caller, whose lease ends that of the first', async () => {
    const { kind, id } = await add();
    const expired = await claim(kind, { seconds: -2 });
    const progress = { phase: 'backfill', done: 5, checkpoint: { after: 'abc' } };

    const next = await tryClaim(kind);

    assert.deepEqual([next?.job.id, next?.job.attempts], [id, 2]);
    assert.equal(await storage().jobs.advance(expired, progress), undefined);
    assert.equal(await storage().jobs.release(expired, { state: 'succeeded' }, NOW), false);
    const stored = await storage().jobs.find(id);
    assert.deepEqual([stored?.state, stored?.progress], ['running', { phase: 'queued', done: 0 }]);
  });

  it('renews a lease, so that no other caller gets the job', async () => {
    const { kind } = await add();
    const lease = await claim(kind, { seconds: -2 });

    assert.notEqual(await storage().jobs.advance({ ...lease, seconds: 60 }), undefined);

    assert.equal(await tryClaim(kind), undefined);
  });

  it('fails a job whose lease expired in its last attempt, and releases its group and key', async () => {
    const [group, dedupKey] = [newId(), newId()];
    const { kind, id } = await add({ group, dedupKey });
    for (let n = 0; n < ATTEMPTS; n += 1) await claim(kind, { seconds: -2 });
    const next = await add({ kind, group });

    assert.equal((await tryClaim(kind))?.job.id, next.id);
    const failed = await storage().jobs.find(id);
    assert.deepEqual(
      [failed?.state, failed?.attempts, failed?.error?.code, failed?.endedAt],
      ['failed', ATTEMPTS, 'attempts_exhausted', NOW],
    );
    assert.equal(await storage().jobs.findUnfinished(dedupKey), undefined);
  });

  it('runs one job of a group at a time', async () => {
    const group = newId();
    const [one, other] = [await add({ group }), await add({ group })];
    const kinds = [one.kind, other.kind];

    const claimed = await Promise.all(Array.from({ length: 10 }, () => tryClaim(kinds)));
    const [first, ...others] = claimed.filter((found) => found !== undefined);
    assert.ok(first !== undefined && others.length === 0);
    await storage().jobs.release(first.lease, { state: 'succeeded' }, NOW);

    const rest = [one.id, other.id].filter((id) => id !== first.job.id);
    assert.deepEqual([(await tryClaim(kinds))?.job.id], rest);
  });

  it('adds a job that its process runs already, which keeps others of its group waiting', async () => {
    const group = newId();
    const job = createSampleJob({ group });
    const lease = { job: job.id, token: generateSecret(), seconds: 60 };
    const waiting = await add({ group });

    const running = await storage().jobs.add(job, lease);

    assert.deepEqual([running.state, running.startedAt], ['running', NOW]);
    assert.equal(await tryClaim([job.kind, waiting.kind]), undefined);
    assert.equal(
      (await storage().jobs.add(createSampleJob({ group }), { ...lease, job: newId() })).state,
      'running',
    );
    assert.equal(await storage().jobs.release(lease, { state: 'succeeded' }, NOW), true);
  });

  it('ends an attempt with its result, or its error', async () => {
    const [one, other] = [await add(), await add()];
    const result = { entries: 12 };
    await storage().jobs.release(await claim(one.kind), { state: 'succeeded', result }, NOW + 5);
    const error = { code: 'field_exists', detail: 'There is one.' };
    await storage().jobs.release(await claim(other.kind), { state: 'failed', error }, NOW + 6);

    const succeeded = await storage().jobs.find(one.id);
    const failed = await storage().jobs.find(other.id);
    assert.deepEqual(
      [succeeded?.state, succeeded?.result, succeeded?.endedAt],
      ['succeeded', result, NOW + 5],
    );
    assert.deepEqual([failed?.state, failed?.error, failed?.endedAt], ['failed', error, NOW + 6]);
  });

  it('keeps the result of a failed job until it is queued again', async () => {
    const { kind, id } = await add();
    const error = { code: 'index_differs', detail: 'There are differences.' };
    await storage().jobs.release(await claim(kind), { state: 'failed', error, result: { n: 7 } }, NOW);
    const failed = await find(id);
    assert.deepEqual([failed.error, failed.result], [error, { n: 7 }]);

    const again: Job = { ...failed, state: 'queued', result: undefined, version: failed.version + 1 };
    assert.equal(await storage().jobs.replace(again, failed.version), true);

    assert.equal((await find(id)).result, undefined);
  });

  it('queues a job for another attempt, which may leave the number of attempts as it was', async () => {
    const { kind, id } = await add();
    await storage().jobs.release(
      await claim(kind),
      { state: 'queued', runAt: NOW + 9, uncounted: true },
      NOW,
    );

    const queued = await storage().jobs.find(id);
    assert.deepEqual([queued?.state, queued?.attempts, queued?.endedAt], ['queued', 0, undefined]);
    assert.equal(await tryClaim(kind), undefined);
    assert.equal((await tryClaim(kind, { now: NOW + 9 }))?.job.id, id);
  });

  it('tells the process that runs a job of its cancellation', async () => {
    const { kind, id } = await add();
    const lease = await claim(kind);
    const running = await find(id);

    const requested = { ...running, cancelRequested: true, version: running.version + 1 };
    assert.equal(await storage().jobs.replace(requested, running.version), true);

    assert.deepEqual(await storage().jobs.advance(lease, { phase: 'a', done: 1 }), { cancelRequested: true });
    assert.equal(await storage().jobs.release(lease, { state: 'queued', runAt: NOW }, NOW), true);
    assert.deepEqual([(await find(id)).state, (await find(id)).endedAt], ['cancelled', NOW]);
  });

  it('replaces a job in the expected version only', async () => {
    const job = await add();
    const cancelled: Job = { ...job, state: 'cancelled', endedAt: NOW, version: 2 };

    const stored = await Promise.all(
      Array.from({ length: 10 }, () => storage().jobs.replace(cancelled, job.version)),
    );

    assert.deepEqual(stored.filter(Boolean), [true]);
    assert.deepEqual([(await find(job.id)).state, (await find(job.id)).version], ['cancelled', 2]);
    assert.equal(await tryClaim(job.kind), undefined);
  });

  it('refuses to queue a cancelled job again while another one has its dedup key', async () => {
    const dedupKey = newId();
    const job = await add({ dedupKey });
    await storage().jobs.replace({ ...job, state: 'cancelled', endedAt: NOW, version: 2 }, 1);
    const other = await add({ dedupKey });
    const again: Job = { ...job, version: 3 };

    await assert.rejects(storage().jobs.replace(again, 2), { code: 'job_running' });

    await storage().jobs.release(await claim(other.kind), { state: 'succeeded' }, NOW);
    assert.equal(await storage().jobs.replace(again, 2), true);
    assert.equal((await tryClaim(job.kind))?.job.id, job.id);
  });

  it('lists jobs of a state or kind, the newest first, page by page', async () => {
    const kind = newId();
    const added: Job[] = [];
    for (let n = 0; n < 5; n += 1) {
      added.push(await add({ kind }));
      await waitForNextMillisecond();
    }
    await claim(kind);

    const first = await storage().jobs.page({ kind }, { limit: 3 });
    const second = await storage().jobs.page({ kind }, { limit: 3, before: first.jobs.at(-1)?.id });
    const queued = await storage().jobs.page({ kind, state: 'queued' }, { limit: 9 });

    const newestFirst = added.map(({ id }) => id).reverse();
    assert.deepEqual(
      [first, second].flatMap(({ jobs: page }) => page.map(({ id }) => id)),
      newestFirst,
    );
    assert.deepEqual([first.more, second.more], [true, false]);
    assert.deepEqual(
      queued.jobs.map(({ id }) => id),
      newestFirst.slice(0, 4),
    );
  });
}

/** Without members that are `undefined`. */
function compact(job: Job | undefined): unknown {
  return JSON.parse(JSON.stringify(job));
}
