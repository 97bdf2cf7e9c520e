import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditContext, AuditEvent, AuditTrail } from '@content-service/audit';
import {
  type Clock,
  type IdGenerator,
  isUuid,
  updateWithOptimisticLock,
  type Uuid,
  type VersionCondition,
} from '@content-service/kernel';
import { createJob, getAuditDetails, isFinished, type Job, type NewJob } from './job.js';
import {
  InvalidJobCursor,
  JobNotCancellable,
  JobNotFound,
  JobNotResumable,
  JobRunning,
} from './job.errors.js';
import { JobEndRecorder } from './job-end-recorder.js';
import type { JobRunner } from './job-runner.js';
import type { JobFilter, JobStore } from './job.store.js';

/** How often a finished job is looked for. */
const POLL_MS = 50;

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
    return this.enqueue(job, context, (created) =>
      this.trail.createEvent('job.queued', context, created.id, getAuditDetails(created)),
    );
  }

  /**
   * Queues a job of its own, for a use case that has an audit event of its own.
   *
   * @param createEvent creates the event that is stored with the job
   * @throws JobRunning when an unfinished job has the same `dedupKey`
   */
  async enqueue(job: NewJob, context: AuditContext, createEvent: (job: Job) => AuditEvent): Promise<Job> {
    const created = this.create(job, context);
    return this.add(created, [createEvent(created)]);
  }

  /**
   * Does the work at once if it ends in time, otherwise as a job.
   *
   * @param limitMs 0 to queue a job in any case
   * @returns the job, or `undefined` when the work is done
   * @throws JobRunning when an unfinished job has the same `dedupKey`, and the error of work that ends in time
   */
  async runOrQueue(job: NewJob, context: AuditContext, limitMs: number): Promise<Job | undefined> {
    if (job.dedupKey !== undefined) await this.assertNoneUnfinished(job.dedupKey);
    const created = this.create(job, context);
    if (limitMs > 0) return this.runner.runNow({ ...created, attempts: 1 }, limitMs);
    return this.add(created);
  }

  /** @throws JobRunning while there is an unfinished job with the key */
  async assertNoneUnfinished(dedupKey: string): Promise<void> {
    const unfinished = await this.store.findUnfinished(dedupKey);
    if (unfinished !== undefined) throw new JobRunning(unfinished);
  }

  /**
   * Waits for the end of a job.
   *
   * @param limitMs how long at most
   * @returns the job, finished or not
   */
  async wait(id: Uuid, limitMs: number): Promise<Job> {
    const deadline = performance.now() + limitMs;
    for (;;) {
      const job = await this.get(id);
      if (isFinished(job) || performance.now() >= deadline) return job;
      await sleep(POLL_MS);
    }
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
   * @throws JobNotFound, JobNotCancellable, ResourcePreconditionFailed
   */
  async cancel(id: string, context: AuditContext, expectedVersion?: VersionCondition): Promise<Job> {
    const cancel = (present: Job): Job => {
      if (isFinished(present)) throw new JobNotCancellable(present);
      return present.state === 'running'
        ? { ...present, cancelRequested: true }
        : { ...present, state: 'cancelled', endedAt: this.clock.now() };
    };
    return this.update(id, expectedVersion, cancel, 'job.cancelled', context);
  }

  /**
   * Queues a cancelled job again; it continues at its checkpoint.
   *
   * @throws JobNotFound, JobRunning, JobNotResumable, ResourcePreconditionFailed
   */
  resume(id: string, context: AuditContext, expectedVersion?: VersionCondition): Promise<Job> {
    return this.queueAgain(id, 'resume', context, expectedVersion);
  }

  /**
   * Queues a failed job again; it continues at its checkpoint.
   *
   * @throws JobNotFound, JobRunning, JobNotResumable, ResourcePreconditionFailed
   */
  retry(id: string, context: AuditContext, expectedVersion?: VersionCondition): Promise<Job> {
    return this.queueAgain(id, 'retry', context, expectedVersion);
  }

  private async queueAgain(
    id: string,
    action: 'resume' | 'retry',
    context: AuditContext,
    expectedVersion: VersionCondition | undefined,
  ): Promise<Job> {
    const queue = (present: Job): Job => {
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
        result: undefined,
        error: undefined,
      };
    };
    const auditAction = action === 'resume' ? 'job.resumed' : 'job.retried';
    const job = await this.update(id, expectedVersion, queue, auditAction, context);
    this.runner.wake();
    return job;
  }

  private async add(created: Job, events: readonly AuditEvent[] = []): Promise<Job> {
    const queued = await this.trail.commit(
      events,
      (auditLines) => this.store.add(created, undefined, auditLines),
      ({ id }) => id === created.id,
    );
    if (queued.id !== created.id) throw new JobRunning(queued);
    this.runner.wake();
    return queued;
  }

  private async update(
    id: string,
    expectedVersion: VersionCondition | undefined,
    change: (present: Job) => Job,
    action: 'job.cancelled' | 'job.resumed' | 'job.retried',
    context: AuditContext,
  ): Promise<Job> {
    const { after } = await updateWithOptimisticLock(
      {
        label: `The job ${id}`,
        read: () => this.get(id),
        store: (job: Job, version) => {
          const event = this.trail.createEvent(action, context, job.id, getAuditDetails(job));
          const ended = isFinished(job) ? new JobEndRecorder(this.trail).createLines(job) : [];
          return this.trail.commit([event, ...ended], (auditLines) =>
            this.store.replace(job, version, auditLines),
          );
        },
      },
      expectedVersion,
      change,
    );
    return after;
  }

  private create(job: NewJob, context: AuditContext): Job {
    return createJob(job, context, this.ids.next(), this.clock.now());
  }
}
