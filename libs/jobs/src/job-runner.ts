import type { AuditTrail } from '@content-service/audit';
import { type Clock, DomainError, generateSecret, type JsonObject } from '@content-service/kernel';
import type { Job, JobError } from './job.js';
import { JobAttempt, type JobMonitor } from './job-attempt.js';
import { JobEndRecorder } from './job-end-recorder.js';
import { JobCancelled, JobFailed, JobInterrupted, JobLeaseLost, JobPostponed } from './job.errors.js';
import type { JobLease, JobOutcome, JobStore } from './job.store.js';

/** Does the jobs of one kind. */
export interface JobHandler {
  readonly kind: string;
  /** Whether a success is neither an audit line nor an event, as of jobs that schedules start again and again. */
  readonly isRoutine?: boolean;
  /**
   * Does the work, or continues it at `monitor.checkpoint`. A process can end at any moment, so every batch is stored
   * before it is reported, and can be repeated.
   *
   * @returns facts for administrators, such as the number of entries
   * @throws JobPostponed to go on later, JobFailed to fail the job with a result, other errors to fail it
   */
  run(job: Job, monitor: JobMonitor): Promise<JsonObject | undefined>;
}

export interface JobRunnerOptions {
  /** The number of jobs that this process runs at the same time. */
  readonly concurrency: number;
  /** Whether the same work may succeed later, as when the database cannot be reached. */
  readonly isTransient: (error: unknown) => boolean;
  /** Receives unexpected errors. */
  readonly onError: (error: unknown, job?: Job) => void;
  /** Default `JOB_LEASE_SECONDS`. */
  readonly leaseSeconds?: number;
  readonly pollMs?: number;
}

/**
 * Seconds after which a job continues in another process when this one no longer renews its lease. One that is killed is
 * replaced within half a minute, while a process or a database that pauses for 20 seconds keeps its jobs.
 */
export const JOB_LEASE_SECONDS = 30;

/** A lease is renewed so many times before it ends. */
const RENEWALS_OF_LEASE = 3;
const POLL_MS = 1000;
const ATTEMPTS_MAXIMUM = 5;

/** Runs queued jobs, and those whose process has ended, in this process. */
export class JobRunner {
  private readonly handlers: ReadonlyMap<string, JobHandler>;
  private readonly endRecorder: JobEndRecorder;
  private readonly attempts = new Map<JobAttempt, Promise<void>>();
  private state: 'idle' | 'started' | 'stopped' = 'idle';
  private timer: NodeJS.Timeout | undefined;
  private claiming: Promise<void> | undefined;
  private wokenUp = false;

  constructor(
    private readonly store: JobStore,
    private readonly clock: Clock,
    trail: AuditTrail,
    handlers: readonly JobHandler[],
    private readonly options: JobRunnerOptions,
  ) {
    this.handlers = new Map(handlers.map((handler) => [handler.kind, handler]));
    this.endRecorder = new JobEndRecorder(trail, (kind) => this.handlers.get(kind)?.isRoutine === true);
  }

  start(): void {
    if (this.state !== 'idle') return;
    this.state = 'started';
    this.wake();
  }

  /** Looks for jobs at once, after one was queued. */
  wake(): void {
    if (this.state !== 'started') return;
    this.wokenUp = true;
    clearTimeout(this.timer);
    this.claimJobs();
  }

  /**
   * Takes no more jobs and ends the running ones between two of their batches; other processes continue them.
   *
   * @param limitMs a job that takes longer keeps its lease, until that expires
   */
  async stop(limitMs: number): Promise<void> {
    this.state = 'stopped';
    clearTimeout(this.timer);
    for (const attempt of this.attempts.keys()) attempt.interrupt();
    const ended = Promise.resolve(this.claiming).then(() => Promise.all(this.attempts.values()));
    await Promise.race([ended, sleepUnreferenced(limitMs)]);
  }

  /**
   * Runs a job in this process at once. Work that ends in time is never stored as a job; other work becomes a job that
   * this process runs, and another continues if it ends.
   *
   * @returns the job, or `undefined` when the work is done
   * @throws the error of work that ends in time
   */
  async runNow(job: Job, limitMs: number): Promise<Job | undefined> {
    const lease = this.createLease(job);
    const attempt = this.createAttempt(job, lease);
    const work = this.runHandler(job, attempt);
    const isDone = work.then(
      () => true,
      () => true,
    );
    if (await Promise.race([isDone, sleepUnreferenced(limitMs).then(() => false)])) {
      await work;
      return undefined;
    }
    const stored = await attempt.attach((progress) => this.store.add({ ...job, progress }, lease));
    if (stored.id !== job.id) {
      await work;
      return undefined;
    }
    this.track(attempt, this.finish(job, attempt, work));
    return stored;
  }

  /** Takes jobs while there are some and places for them; then again after a while. */
  private claimJobs(): void {
    this.claiming ??= this.claimWhilePossible()
      .catch((error: unknown) => {
        this.options.onError(error);
      })
      .then(() => {
        this.claiming = undefined;
        if (this.state !== 'started') return;
        clearTimeout(this.timer);
        this.timer = setTimeout(
          () => {
            this.claimJobs();
          },
          this.wokenUp ? 0 : (this.options.pollMs ?? POLL_MS),
        );
        this.timer.unref();
      });
  }

  private async claimWhilePossible(): Promise<void> {
    this.wokenUp = false;
    while (this.state === 'started' && this.attempts.size < this.options.concurrency)
      if (!(await this.claimJob())) return;
  }

  private async claimJob(): Promise<boolean> {
    const lease = this.createLease({ id: '' });
    const job = await this.endRecorder.commit((createAuditLines) =>
      this.store.claim({
        kinds: [...this.handlers.keys()],
        now: this.clock.now(),
        ...{ lease, createAuditLines },
        attemptsMaximum: ATTEMPTS_MAXIMUM,
      }),
    );
    if (job === undefined) return false;
    const attempt = this.createAttempt(job, { ...lease, job: job.id });
    await attempt.attach();
    if (this.hasStopped) attempt.interrupt();
    this.track(attempt, this.finish(job, attempt, this.runHandler(job, attempt)));
    return true;
  }

  private async runHandler(job: Job, attempt: JobAttempt): Promise<JsonObject | undefined> {
    const handler = this.handlers.get(job.kind);
    if (handler === undefined) throw new Error(`There is no handler for jobs of the kind ${job.kind}.`);
    attempt.assertContinues();
    return handler.run(job, attempt);
  }

  private async finish(job: Job, attempt: JobAttempt, work: Promise<JsonObject | undefined>): Promise<void> {
    const outcome = await work.then(
      (result): JobOutcome => ({ state: 'succeeded', result }),
      (error: unknown) => this.toOutcome(error, job),
    );
    try {
      await attempt.release(outcome, this.clock.now(), this.endRecorder);
    } catch (error) {
      this.options.onError(error, job);
    }
  }

  private toOutcome(error: unknown, job: Job): JobOutcome {
    if (error instanceof JobCancelled) return { state: 'cancelled' };
    if (error instanceof JobInterrupted || error instanceof JobLeaseLost)
      return { state: 'queued', runAt: this.clock.now(), uncounted: true };
    if (error instanceof JobPostponed)
      return { state: 'queued', runAt: this.clock.now() + error.seconds, uncounted: true };
    const fault = toJobError(error);
    if (error instanceof JobFailed) return { state: 'failed', error: fault, result: error.result };
    if (!(error instanceof DomainError)) this.options.onError(error, job);
    if (!this.options.isTransient(error) || job.attempts >= ATTEMPTS_MAXIMUM)
      return { state: 'failed', error: fault };
    return { state: 'queued', runAt: this.clock.now() + 2 ** job.attempts, error: fault };
  }

  private track(attempt: JobAttempt, ended: Promise<void>): void {
    const tracked = ended.finally(() => {
      this.attempts.delete(attempt);
      this.wake();
    });
    this.attempts.set(attempt, tracked);
  }

  private get hasStopped(): boolean {
    return this.state === 'stopped';
  }

  private createAttempt(job: Job, lease: JobLease): JobAttempt {
    return new JobAttempt(this.store, job, lease, (lease.seconds * 1000) / RENEWALS_OF_LEASE);
  }

  private createLease({ id }: Pick<Job, 'id'>): JobLease {
    return { job: id, token: generateSecret(), seconds: this.options.leaseSeconds ?? JOB_LEASE_SECONDS };
  }
}

/** Errors of the domain are for administrators; others may contain SQL or addresses. */
function toJobError(error: unknown): JobError {
  return error instanceof DomainError
    ? { code: error.code, detail: error.message }
    : {
        code: 'internal_error',
        detail: 'The job ended with an internal error; the log of its process has it.',
      };
}

function sleepUnreferenced(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
