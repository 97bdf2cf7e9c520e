import type { LeasedProgress, Progress, ProgressMonitor } from '@content-service/kernel';
import type { Job } from './job.js';
import { JobCancelled, JobInterrupted, JobLeaseLost } from './job.errors.js';
import type { JobEndRecorder } from './job-end-recorder.js';
import type { JobLease, JobOutcome, JobStore } from './job.store.js';

/** What a handler is given to follow a job. */
export interface JobMonitor extends ProgressMonitor {
  /** Progress to be stored in the transaction of a batch, by a job that was queued. Throws as `report`. */
  lease(progress: Progress): LeasedProgress;
}

/** How often a running job is asked whether it is to be cancelled. */
const WATCH_MS = 1000;

/**
 * One attempt at a job: stores progress under the lease, renews the lease by a timer, and ends the handler between two
 * batches. An attempt that is not attached runs within a request and stores nothing.
 */
export class JobAttempt implements JobMonitor {
  /** Set as soon as the job is being stored. */
  private attached: Promise<unknown> | undefined;
  private isInterrupted = false;
  private cancelRequested: boolean;
  private isLost = false;
  private timer: NodeJS.Timeout | undefined;
  private latest: Progress | undefined;

  /** @param heartbeatMs how often the lease is renewed, also during a long batch */
  constructor(
    private readonly store: JobStore,
    private readonly job: Job,
    private readonly held: JobLease,
    private readonly heartbeatMs: number,
  ) {
    this.cancelRequested = job.cancelRequested;
  }

  get checkpoint(): ProgressMonitor['checkpoint'] {
    return this.job.progress.checkpoint;
  }

  /**
   * From here on progress is stored, under this lease.
   *
   * @param add stores a job that is not stored yet, with the progress so far
   */
  async attach(add: (progress: Progress) => Promise<Job> = () => Promise.resolve(this.job)): Promise<Job> {
    const added = add(this.latest ?? this.job.progress);
    this.attached = added;
    try {
      const stored = await added;
      // Another job does the same work.
      if (stored.id !== this.job.id) this.attached = undefined;
      else this.watch(performance.now());
      return stored;
    } catch (error) {
      this.attached = undefined;
      throw error;
    }
  }

  /** Ends the handler at its next report, so that another process can continue the job. */
  interrupt(): void {
    this.isInterrupted = true;
  }

  /** @throws JobCancelled, JobInterrupted, JobLeaseLost */
  async report(progress: Progress): Promise<void> {
    this.latest = progress;
    if (this.attached === undefined) return;
    await this.attached;
    await this.advance(progress);
    this.assertContinues();
  }

  /** @throws JobCancelled, JobInterrupted, JobLeaseLost */
  lease(progress: Progress): LeasedProgress {
    this.assertContinues();
    // What was reported before is older.
    this.latest = undefined;
    const { job, token } = this.held;
    return { job, token, progress };
  }

  /** @throws JobCancelled, JobInterrupted, JobLeaseLost */
  assertContinues(): void {
    if (this.isLost) throw new JobLeaseLost(this.job.id);
    if (this.cancelRequested) throw new JobCancelled(this.job.id);
    if (this.isInterrupted) throw new JobInterrupted(this.job.id);
  }

  /** Ends the attempt. A store that cannot be reached leaves the job to the next process, when the lease has expired. */
  async release(outcome: JobOutcome, now: number, recorder: JobEndRecorder): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { latest, held: lease } = this;
    if (latest !== undefined && outcome.state === 'succeeded') await this.store.advance(lease, latest);
    await recorder.commit((createAuditLines) => this.store.release(lease, outcome, now, createAuditLines));
  }

  private async advance(progress?: Progress): Promise<void> {
    const held = await this.store.advance(this.held, progress);
    if (held === undefined) this.isLost = true;
    else this.cancelRequested ||= held.cancelRequested;
  }

  private watch(renewed: number): void {
    this.timer = setTimeout(() => {
      const now = performance.now();
      const isDue = now - renewed >= this.heartbeatMs;
      // An error here shows at the next report, or the lease expires.
      void this.look(isDue)
        .catch(() => undefined)
        .then(() => {
          if (this.timer !== undefined) this.watch(isDue ? now : renewed);
        });
    }, WATCH_MS);
    this.timer.unref();
  }

  private async look(renew: boolean): Promise<void> {
    if (renew) await this.advance();
    else this.cancelRequested ||= (await this.store.find(this.job.id))?.cancelRequested === true;
  }
}
