import { setTimeout as sleep } from 'node:timers/promises';
import { AuditTrail } from '@content-service/audit';
import { StoreUnavailable } from '@content-service/entries';
import {
  type Job,
  JobFailed,
  type JobHandler,
  JobPostponed,
  JobRunner,
  JobService,
  type JobState,
} from '@content-service/jobs';
import { DomainError, FakeClock, UuidV7Generator } from '@content-service/kernel';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import type { Storage } from '@content-service/storage';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';

const KIND = 'count';
const JOB = { kind: KIND, parameters: {} };

class Refused extends DomainError {
  constructor() {
    super('refused', 'The work was refused.');
  }
}

describe('JobRunner', () => {
  const clock = new FakeClock();
  const ids = new UuidV7Generator();
  const runners: JobRunner[] = [];
  const errors: unknown[] = [];
  let storage: Storage;
  beforeEach(async () => {
    storage = new RecordStorage(new MemoryRecordStore());
    errors.length = 0;
  });
  afterEach(async () => {
    for (const runner of runners.splice(0)) await runner.stop(1000);
  });

  it('runs a queued job with its parameters and stores progress and result', async () => {
    const { jobs, runner } = startProcess(async ({ parameters }, monitor) => {
      await monitor.report({ phase: 'count', done: 2, total: 3 });
      return { sum: Number(parameters['n']) + 1 };
    });
    runner.start();

    const { id } = await jobs.queue({ ...JOB, parameters: { n: 4 } }, OPERATOR_CONTEXT);

    const job = await waitFor(jobs, id, 'succeeded');
    expect(job).toMatchObject({
      result: { sum: 5 },
      progress: { phase: 'count', done: 2, total: 3 },
      attempts: 1,
      startedAt: clock.now(),
      endedAt: clock.now(),
    });
  });

  it('runs each of thirty jobs once when two processes take them', async () => {
    const runs: string[] = [];
    const processes = [0, 1].map(() =>
      startProcess(async ({ id }) => {
        runs.push(id);
        await sleep(1);
        return undefined;
      }),
    );
    const [{ jobs } = startProcess(() => Promise.resolve(undefined))] = processes;
    const queued: Job[] = [];
    for (let n = 0; n < 30; n += 1) queued.push(await jobs.queue(JOB, OPERATOR_CONTEXT));

    for (const { runner } of processes) runner.start();

    for (const { id } of queued) await waitFor(jobs, id, 'succeeded');
    expect(runs.sort()).toEqual(queued.map(({ id }) => id).sort());
  });

  it('ends a cancelled job between two batches, and continues it at its checkpoint when it is resumed', async () => {
    const begun: unknown[] = [];
    const { jobs, runner } = startProcess(async (_, monitor) => {
      begun.push(monitor.checkpoint);
      const from = Number(monitor.checkpoint?.['at'] ?? 0);
      for (let at = from + 1; begun.length === 1; at += 1) {
        await sleep(5);
        await monitor.report({ phase: 'count', done: at, checkpoint: { at } });
      }
      return undefined;
    });
    runner.start();
    const { id } = await jobs.queue(JOB, OPERATOR_CONTEXT);
    await eventually(async () => (await jobs.get(id)).progress.done > 2);

    expect((await jobs.cancel(id, OPERATOR_CONTEXT)).cancelRequested).toBe(true);

    const cancelled = await waitFor(jobs, id, 'cancelled');
    await expect(jobs.cancel(id, OPERATOR_CONTEXT)).rejects.toMatchObject({ code: 'job_not_cancellable' });
    await jobs.resume(id, OPERATOR_CONTEXT);
    await waitFor(jobs, id, 'succeeded');
    expect(begun).toEqual([undefined, cancelled.progress.checkpoint]);
  });

  it('ends its job at the end of the process, and another process continues it', async () => {
    const first = startProcess(async (_, monitor) => {
      for (let at = 1; ; at += 1) {
        await sleep(5);
        await monitor.report({ phase: 'count', done: at, checkpoint: { at } });
      }
    });
    first.runner.start();
    const { id } = await first.jobs.queue(JOB, OPERATOR_CONTEXT);
    await eventually(async () => (await first.jobs.get(id)).progress.done > 0);

    await first.runner.stop(1000);

    const stopped = await first.jobs.get(id);
    expect([stopped.state, stopped.attempts]).toEqual(['queued', 0]);
    const next = startProcess((_, monitor) => Promise.resolve({ from: Number(monitor.checkpoint?.['at']) }));
    next.runner.start();
    const { result, attempts } = await waitFor(next.jobs, id, 'succeeded');
    expect([result, attempts]).toEqual([{ from: stopped.progress.done }, 1]);
  });

  it('ends a job that another process has taken over, which is the one that stores the result', async () => {
    const first = startProcess(
      async (_, monitor) => {
        for (;;) {
          await sleep(5);
          await monitor.report({ phase: 'count', done: 1 });
        }
      },
      { leaseSeconds: -2 },
    );
    first.runner.start();
    const { id } = await first.jobs.queue(JOB, OPERATOR_CONTEXT);
    await eventually(async () => (await first.jobs.get(id)).progress.done > 0);
    const next = startProcess(() => Promise.resolve({ by: 'next' }));
    next.runner.start();

    expect(await waitFor(next.jobs, id, 'succeeded')).toMatchObject({ result: { by: 'next' }, attempts: 2 });
  });

  it('fails a job with the code of its error, and retries it by request', async () => {
    let isRefused = true;
    const { jobs, runner } = startProcess(() =>
      isRefused ? Promise.reject(new Refused()) : Promise.resolve({}),
    );
    runner.start();
    const { id } = await jobs.queue(JOB, OPERATOR_CONTEXT);

    expect((await waitFor(jobs, id, 'failed')).error).toEqual({
      code: 'refused',
      detail: 'The work was refused.',
    });
    await expect(jobs.resume(id, OPERATOR_CONTEXT)).rejects.toMatchObject({ code: 'job_not_resumable' });
    isRefused = false;
    await jobs.retry(id, OPERATOR_CONTEXT);
    expect((await waitFor(jobs, id, 'succeeded')).error).toBeUndefined();
  });

  it('fails a job that found what needs an administrator, with the result', async () => {
    const { jobs, runner } = startProcess(() =>
      Promise.reject(new JobFailed('index_differs', 'There are differences.', { differences: 2 })),
    );
    runner.start();

    const { id } = await jobs.queue(JOB, OPERATOR_CONTEXT);

    const failed = await waitFor(jobs, id, 'failed');
    expect(failed).toMatchObject({ error: { code: 'index_differs' }, result: { differences: 2 } });
    expect(errors).toEqual([]);
    expect(await jobs.retry(id, OPERATOR_CONTEXT)).toMatchObject({ state: 'queued', result: undefined });
  });

  it('records the end of each job, of routine ones only a failure', async () => {
    const end = async (isRoutine: boolean, run: JobHandler['run'], state: JobState): Promise<unknown[]> => {
      const { jobs, runner } = startProcess(run, { isRoutine });
      runner.start();
      const { id } = await jobs.queue(JOB, OPERATOR_CONTEXT);
      await waitFor(jobs, id, state);
      await runner.stop(1000);
      const { events } = await storage.audit.page({ subject: { kind: 'job', id } }, { limit: 9 });
      return events.map(({ action, details }) => [action, details['state']]);
    };
    const succeed = (): Promise<undefined> => Promise.resolve(undefined);
    const fail = (): Promise<never> => Promise.reject(new Refused());

    expect(await end(false, succeed, 'succeeded')).toEqual([['job.finished', 'succeeded']]);
    expect(await end(true, succeed, 'succeeded')).toEqual([]);
    expect(await end(true, fail, 'failed')).toEqual([['job.finished', 'failed']]);
  });

  it('frees the process for other jobs while a job waits, which then continues at its checkpoint', async () => {
    const begun: unknown[] = [];
    const { jobs, runner } = startProcess(async ({ id, parameters }, monitor) => {
      if (parameters['waits'] !== true) return {};
      begun.push(monitor.checkpoint);
      await monitor.report({ phase: 'count', done: 1, checkpoint: { at: 1 } });
      if (begun.length === 1) throw new JobPostponed(id, 5);
      return undefined;
    });
    runner.start();
    const { id } = await jobs.queue({ ...JOB, parameters: { waits: true } }, OPERATOR_CONTEXT);
    await eventually(async () => (await jobs.get(id)).runAt === clock.now() + 5);
    const other = await jobs.queue(JOB, OPERATOR_CONTEXT);
    await waitFor(jobs, other.id, 'succeeded');
    const waiting = await jobs.get(id);
    expect(waiting).toMatchObject({ state: 'queued', attempts: 0 });
    expect(waiting.error).toBeUndefined();

    clock.advance(5);
    runner.wake();

    expect(await waitFor(jobs, id, 'succeeded')).toMatchObject({ attempts: 1 });
    expect(begun).toEqual([undefined, { at: 1 }]);
    expect(errors).toEqual([]);
  });

  it('hides an unexpected error from the job and reports it to the process', async () => {
    const { jobs, runner } = startProcess(() => Promise.reject(new Error('SELECT secret')));
    runner.start();
    const { id } = await jobs.queue(JOB, OPERATOR_CONTEXT);

    expect((await waitFor(jobs, id, 'failed')).error?.code).toBe('internal_error');
    expect(errors).toEqual([new Error('SELECT secret')]);
  });

  it('tries again later when the database could not be reached', async () => {
    let attempts = 0;
    const { jobs, runner } = startProcess(() => {
      attempts += 1;
      return attempts < 3 ? Promise.reject(new StoreUnavailable('away')) : Promise.resolve({});
    });
    runner.start();
    const { id } = await jobs.queue(JOB, OPERATOR_CONTEXT);

    await eventually(async () => (await jobs.get(id)).error?.code === 'store_unavailable');
    expect((await jobs.get(id)).runAt).toBe(clock.now() + 2);
    clock.advance(2);
    runner.wake();
    await eventually(
      async () => (await jobs.get(id)).attempts === 2 && (await jobs.get(id)).state === 'queued',
    );
    clock.advance(4);
    runner.wake();

    expect((await waitFor(jobs, id, 'succeeded')).attempts).toBe(3);
  });

  it('stores no job for work that ends in time, and passes its error on', async () => {
    const { jobs } = startProcess(({ parameters }) =>
      parameters['fails'] === true ? Promise.reject(new Refused()) : Promise.resolve({}),
    );

    expect(await jobs.runOrQueue(JOB, OPERATOR_CONTEXT, 10_000)).toBeUndefined();
    const failing = { ...JOB, parameters: { fails: true } };
    await expect(jobs.runOrQueue(failing, OPERATOR_CONTEXT, 10_000)).rejects.toThrow(Refused);
    expect((await jobs.getPage({}, 10)).jobs).toEqual([]);
  });

  it('makes work that takes longer a job of its process, with the progress so far', async () => {
    let isOpen = false;
    const { jobs } = startProcess(async (_, monitor) => {
      await monitor.report({ phase: 'count', done: 7, checkpoint: { at: 7 } });
      await eventually(() => Promise.resolve(isOpen));
      return { done: true };
    });
    const job = await jobs.runOrQueue({ ...JOB, dedupKey: 'one' }, OPERATOR_CONTEXT, 10);

    expect(job).toMatchObject({
      state: 'running',
      progress: { done: 7, checkpoint: { at: 7 } },
      attempts: 1,
    });
    await expect(jobs.runOrQueue({ ...JOB, dedupKey: 'one' }, OPERATOR_CONTEXT, 10)).rejects.toMatchObject({
      code: 'job_running',
      meta: { job: job?.id },
    });
    isOpen = true;
    expect((await waitFor(jobs, job?.id ?? '', 'succeeded')).result).toEqual({ done: true });
  });

  it('refuses to queue a second job of the same key by request', async () => {
    const { jobs } = startProcess(() => Promise.resolve({}));
    const job = { ...JOB, dedupKey: 'one' };
    const { id } = await jobs.request(job, OPERATOR_CONTEXT);

    await expect(jobs.request(job, OPERATOR_CONTEXT)).rejects.toMatchObject({ code: 'job_running' });
    await expect(jobs.resume(id, OPERATOR_CONTEXT)).rejects.toMatchObject({ code: 'job_running' });
    expect((await jobs.queue(job, OPERATOR_CONTEXT)).id).toBe(id);
  });

  it('refuses a change of a job in another version than the expected one', async () => {
    const { jobs } = startProcess(() => Promise.resolve({}));
    const { id, version } = await jobs.queue(JOB, OPERATOR_CONTEXT);

    await expect(jobs.cancel(id, OPERATOR_CONTEXT, version + 1)).rejects.toMatchObject({ code: 'outdated' });
    expect((await jobs.cancel(id, OPERATOR_CONTEXT, version)).state).toBe('cancelled');
  });

  function startProcess(
    run: JobHandler['run'],
    { isRoutine = false, ...options }: { leaseSeconds?: number; isRoutine?: boolean } = {},
  ): { runner: JobRunner; jobs: JobService } {
    const trail = new AuditTrail(storage.audit, ids, clock);
    const runner = new JobRunner(storage.jobs, clock, trail, [{ kind: KIND, isRoutine, run }], {
      concurrency: 1,
      leaseSeconds: 30,
      pollMs: 10,
      isTransient: (error) => error instanceof StoreUnavailable,
      onError: (error) => errors.push(error),
      ...options,
    });
    runners.push(runner);
    return { runner, jobs: new JobService(storage.jobs, runner, ids, clock, trail) };
  }
});

async function waitFor(jobs: JobService, id: string, state: JobState): Promise<Job> {
  await eventually(async () => (await jobs.get(id)).state === state);
  return jobs.get(id);
}

/** Polls until the condition holds; the time limit of the test ends it. */
async function eventually(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(2);
}
