import assert from 'node:assert/strict';
import type { Storage } from '../storage.js';
import { assertPrunesInBatches, MANY } from './pruning.js';
import { it } from './runner.js';
import { newId } from './sample.js';
import { NOW, SampleJobs } from './sample-jobs.js';

/** How many jobs there are, and which are deleted. */
export function keptJobs(storage: () => Storage): void {
  const { add, find, claim } = new SampleJobs(storage);

  it('counts due, running and lately failed jobs by kind', async () => {
    const kind = newId();
    const count = async (): Promise<unknown> =>
      (await storage().jobs.count(NOW, NOW - 60))
        .filter((counted) => counted.kind === kind)
        .map(({ state, count: number }) => `${state} ${number}`)
        .sort();
    await add({ kind, runAt: NOW + 1 });
    assert.deepEqual(await count(), []);

    for (let n = 0; n < 4; n += 1) await add({ kind });
    const failing = await claim(kind);
    const failedBefore = await claim(kind);
    const succeeding = await claim(kind);
    assert.deepEqual(await count(), ['queued 1', 'running 3']);

    const error = { code: 'e', detail: 'e' };
    await storage().jobs.release(failing, { state: 'failed', error }, NOW);
    await storage().jobs.release(failedBefore, { state: 'failed', error }, NOW - 61);
    await storage().jobs.release(succeeding, { state: 'succeeded' }, NOW);
    assert.deepEqual(await count(), ['failed 1', 'queued 1']);
  });

  it('deletes finished jobs that ended before a time, all or those of a kind', async () => {
    const [ended, recent, unfinished] = [await add(), await add(), await add()];
    await storage().jobs.release(await claim(ended.kind), { state: 'succeeded' }, 10);
    await storage().jobs.release(await claim(recent.kind), { state: 'succeeded' }, 20);

    await storage().jobs.prune(20, MANY, newId());
    assert.equal((await find(ended.id)).state, 'succeeded');
    await storage().jobs.prune(20, MANY, ended.kind);
    assert.equal(await storage().jobs.find(ended.id), undefined);
    await storage().jobs.prune(20, MANY);

    assert.equal((await find(recent.id)).state, 'succeeded');
    assert.equal((await find(unfinished.id)).state, 'queued');
  });

  it('deletes as many finished jobs at once as it is told', async () => {
    await assertPrunesInBatches(
      (limit) => storage().jobs.prune(20, limit),
      async () => {
        const { id, kind } = await add();
        await storage().jobs.release(await claim(kind), { state: 'succeeded' }, 10);
        return async () => (await storage().jobs.find(id)) !== undefined;
      },
    );
  });
}
