import { AuditTrail } from '@content-service/audit';
import { JobRunner, JobService } from '@content-service/jobs';
import { FakeClock, UuidV7Generator } from '@content-service/kernel';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import type { Storage } from '@content-service/storage';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import { runRestoreJob } from './restore-job.js';

const BACKUP = 'one';

describe('runRestoreJob', () => {
  const clock = new FakeClock();
  const ids = new UuidV7Generator();
  let storage: Storage;
  let trail: AuditTrail;
  beforeEach(async () => {
    storage = new RecordStorage(new MemoryRecordStore());
    trail = new AuditTrail(storage.audit, ids, clock);
  });

  const restore = (work: Parameters<typeof runRestoreJob>[4]): ReturnType<typeof runRestoreJob> =>
    runRestoreJob(storage.jobs, BACKUP, clock, trail, work);
  const readEnds = async (): Promise<unknown[]> =>
    (await storage.audit.page({ action: 'job.finished' }, { limit: 9 })).events.map(
      ({ details }) => details['state'],
    );

  it('records the end of a restore, not an interruption', async () => {
    await expect(restore(() => Promise.reject(new Error('The disk is full.')))).rejects.toThrow('full');
    expect(await readEnds()).toEqual([]);

    await restore(() => Promise.resolve({ result: { entries: 1 } }));

    expect(await readEnds()).toEqual(['succeeded']);
    const { jobs } = await storage.jobs.page({}, { limit: 9 });
    expect(jobs).toMatchObject([{ state: 'succeeded', result: { entries: 1 } }]);
  });

  it('records the end of a restore that is cancelled while it runs', async () => {
    const options = { concurrency: 0, leaseSeconds: 30, isTransient: () => false, onError: () => undefined };
    const runner = new JobRunner(storage.jobs, clock, trail, [], options);
    const jobs = new JobService(storage.jobs, runner, ids, clock, trail);

    const restoring = restore(async (report) => {
      const [job] = (await jobs.getPage({}, 1)).jobs;
      await jobs.cancel(job?.id ?? '', OPERATOR_CONTEXT);
      for (;;) {
        report({ phase: 'restore', done: 0 });
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    });

    await expect(restoring).rejects.toMatchObject({ code: 'restore_cancelled' });
    expect(await readEnds()).toEqual(['cancelled']);
  });
});
