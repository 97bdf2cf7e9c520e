import assert from 'node:assert/strict';
import { type Entry, VersionConflict } from '@content-service/entries';
import { JobLeaseLost } from '@content-service/jobs';
import type { LeasedProgress, Progress } from '@content-service/kernel';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { createSampleEntry, editSample, insert, newId, update } from './sample.js';
import { SampleJobs } from './sample-jobs.js';

const PROGRESS: Progress = { phase: 'entries', done: 5, total: 9, checkpoint: { line: 5 } };
const TYPE = 'node--article';

/** Progress of a job in the transaction of the entries that it changes. */
export function leasedProgress(storage: () => Storage): void {
  const jobs = new SampleJobs(storage);
  const start = async (seconds = 60): Promise<LeasedProgress & { readonly kind: string }> => {
    const { id, kind } = await jobs.add();
    const { token } = await jobs.claim(kind, { seconds });
    return { job: id, token, progress: PROGRESS, kind };
  };
  const isStored = async ({ id }: Entry): Promise<boolean> =>
    (await storage().entries.findStatuses([id])).has(id);

  it('stores the progress of a job with the changes of entries', async () => {
    const job = await start();
    const entry = createSampleEntry(TYPE);

    await storage().entries.apply([insert(entry)], { job });

    assert.equal(await isStored(entry), true);
    assert.deepEqual((await jobs.find(job.job)).progress, PROGRESS);
  });

  it('stores the same progress again, and progress without changes', async () => {
    const job = await start();
    await storage().entries.apply([], { job });

    await storage().entries.apply([], { job });

    assert.deepEqual((await jobs.find(job.job)).progress, PROGRESS);
  });

  it('stores no progress with changes that are refused', async () => {
    const job = await start();
    const refused = update(editSample(createSampleEntry(TYPE), {}));

    await assert.rejects(
      storage().entries.apply([insert(createSampleEntry(TYPE)), refused], { job }),
      VersionConflict,
    );

    assert.deepEqual((await jobs.find(job.job)).progress, { phase: 'queued', done: 0 });
  });

  it('changes nothing for a job that another process has taken over, or that has ended', async () => {
    const [expired, ended] = [await start(-2), await start()];
    await jobs.claim(expired.kind);
    await storage().jobs.release({ ...ended, seconds: 60 }, { state: 'succeeded' }, 1);
    const [first, second, third] = [1, 2, 3].map(() => createSampleEntry(TYPE)) as [Entry, Entry, Entry];

    await assert.rejects(storage().entries.apply([insert(first)], { job: expired }), JobLeaseLost);
    await assert.rejects(storage().entries.apply([insert(second)], { job: ended }), JobLeaseLost);
    const unknown = { job: newId(), token: 'x', progress: PROGRESS };
    await assert.rejects(storage().entries.apply([insert(third)], { job: unknown }), JobLeaseLost);

    assert.deepEqual(await Promise.all([first, second, third].map(isStored)), [false, false, false]);
    assert.deepEqual((await jobs.find(expired.job)).progress, { phase: 'queued', done: 0 });
  });
}
