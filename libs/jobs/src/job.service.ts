import type { AuditContext, AuditTrail } from '@content-service/audit';
import { type Clock, type IdGenerator, isUuid, updateWithOptimisticLock } from '@content-service/kernel';
import { isFinished, type Job, type NewJob } from './job.js';
import {
  InvalidJobCursor,
  JobNotCancellable,
  JobNotFound,
  JobNotResumable,
  JobRunning,
} from './job.errors.js';
import type { JobRunner } from './job-runner.js';
import type { JobFilter, JobStore } from './job.store.js';

/** A page of jobs. */
export interface JobListPage {
  /** The newest first. */
  readonly jobs: readonly Job[];
  /** Leads to the next page; absent on the last. */
  readonly next?: string;
}

/** Queues jobs, shows them, and cancels or continues them. */
export class JobService {
  constructor(
    private readonly store: JobStore,
    private readonly runner: JobRunner,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly trail: AuditTrail,
  ) {}

  /** Queues a job unless an unfinished one has the same `dedupKey`. @returns the job that does the work */
  async queue(job: NewJob, context: AuditContext): Promise<Job> {
    const queued = await this.store.add(this.create(job, context));
    this.runner.wake();
    return queued;
  }

  /**
   * Queues a job by request of an administrator.
   *
   * @throws JobRunning when an unfinished job has the same `dedupKey`
   */
  async request(job: NewJob, context: AuditContext): Promise<Job> {
    const queued = await this.enqueue(job, context);
    await this.trail.record('job.queued', context, queued.id, { kind: queued.kind });
    return queued;
  }

  /**
   * Queues a job of its own, for a use case that has an audit event of its own.
   *
   * @throws JobRunning when an unfinished job has the same `dedupKey`
   */
  async enqueue(job: NewJob, context: AuditContext): Promise<Job> {
    return this.add(this.create(job, context));
  }

  /**
   * Does the work at once if it ends in time, otherwise as a job.
   *
   * @param limitMs 0 to queue a job in any case
   * @returns the job, or `undefined` when the work is done
   * @throws JobRunning when an unfinished job has the same `dedupKey`, and the error of work that ends in time
   */
  async runOrQueue(job: NewJob, context: AuditContext, limitMs: number): Promise<Job | undefined> {
    const unfinished = job.dedupKey === undefined ? undefined : await this.store.findUnfinished(job.dedupKey);
    if (unfinished !== undefined) throw new JobRunning(unfinished);
    const created = this.create(job, context);
    if (limitMs > 0) return this.runner.runNow({ ...created, attempts: 1 }, limitMs);
    return this.add(created);
  }

  /** @throws JobNotFound */
  async get(id: string): Promise<Job> {
    const job = isUuid(id) ? await this.store.find(id) : undefined;
    if (job === undefined) throw new JobNotFound(id);
    return job;
  }

  /**
   * @param cursor `next` of the page before
   * @throws InvalidJobCursor
   */
  async getPage(filter: JobFilter, limit: number, cursor?: string): Promise<JobListPage> {
    if (cursor !== undefined && !isUuid(cursor)) throw new InvalidJobCursor(cursor);
    const { jobs, more } = await this.store.page(filter, { before: cursor, limit });
    const last = jobs.at(-1);
    return more && last !== undefined ? { jobs, next: last.id } : { jobs };
  }

  /**
   * Cancels a queued job at once, a running one between two of its batches (within about two seconds).
   *
   * @throws JobNotFound, JobNotCancellable, VersionOutdated
   */
  async cancel(id: string, context: AuditContext, expectedVersion?: number): Promise<Job> {
    const job = await this.update(id, expectedVersion, (present) => {
      if (isFinished(present)) throw new JobNotCancellable(present);
      return present.state === 'running'
        ? { ...present, cancelRequested: true }
        : { ...present, state: 'cancelled', endedAt: this.clock.now() };
    });
    await this.trail.record('job.cancelled', context, job.id, { kind: job.kind });
    return job;
  }

  /**
   * Queues a cancelled job again; it continues at its checkpoint.
   *
   * @throws JobNotFound, JobRunning, JobNotResumable, VersionOutdated
   */
  resume(id: string, context: AuditContext, expectedVersion?: number): Promise<Job> {
    return this.queueAgain(id, 'resume', context, expectedVersion);
  }

  /**
   * Queues a failed job again; it continues at its checkpoint.
   *
   * @throws JobNotFound, JobRunning, JobNotResumable, VersionOutdated
   */
  retry(id: string, context: AuditContext, expectedVersion?: number): Promise<Job> {
    return this.queueAgain(id, 'retry', context, expectedVersion);
  }

  private async queueAgain(
    id: string,
    action: 'resume' | 'retry',
    context: AuditContext,
    expectedVersion: number | undefined,
  ): Promise<Job> {
    const job = await this.update(id, expectedVersion, (present) => {
      if (!isFinished(present)) throw new JobRunning(present);
      if (present.state !== (action === 'resume' ? 'cancelled' : 'failed'))
        throw new JobNotResumable(present, action);
      return {
        ...present,
        state: 'queued',
        attempts: 0,
        cancelRequested: false,
        runAt: this.clock.now(),
        endedAt: undefined,
        error: undefined,
      };
    });
    this.runner.wake();
    await this.trail.record(action === 'resume' ? 'job.resumed' : 'job.retried', context, job.id, {
      kind: job.kind,
    });
    return job;
  }

  private async add(created: Job): Promise<Job> {
    const queued = await this.store.add(created);
    if (queued.id !== created.id) throw new JobRunning(queued);
    this.runner.wake();
    return queued;
  }

  private async update(
    id: string,
    expectedVersion: number | undefined,
    change: (present: Job) => Job,
  ): Promise<Job> {
    const { after } = await updateWithOptimisticLock(
      {
        label: `The job ${id}`,
        read: () => this.get(id),
        store: (job: Job, version) => this.store.replace(job, version),
      },
      expectedVersion,
      change,
    );
    return after;
  }

  private create(job: NewJob, { actor, ipAddress }: AuditContext): Job {
    const now = this.clock.now();
    const { kind, userId, clientId } = actor;
    return {
      ...job,
      id: this.ids.next(),
      state: 'queued',
      // A principal carries more than belongs into a job.
      context: {
        actor: {
          kind,
          ...(userId === undefined ? {} : { userId }),
          ...(clientId === undefined ? {} : { clientId }),
        },
        ...(ipAddress === undefined ? {} : { ipAddress }),
      },
      progress: { phase: 'queued', done: 0 },
      attempts: 0,
      cancelRequested: false,
      createdAt: now,
      runAt: now,
      version: 1,
    };
  }
}
