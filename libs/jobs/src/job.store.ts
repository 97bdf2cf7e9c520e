import type { TransactionalRecords } from '@content-service/audit';
import type { JsonObject, Progress, Uuid } from '@content-service/kernel';
import type { Job, JobError, JobState } from './job.js';

/** The right of one process to do a job for some time. */
export interface JobLease {
  readonly job: Uuid;
  /** Unique for each attempt, so that a process whose lease has expired stores nothing any more. */
  readonly token: string;
  /** The lease expires this long after it was last renewed, by the clock of the store. */
  readonly seconds: number;
}

export interface JobFilter {
  readonly state?: JobState | undefined;
  readonly kind?: string | undefined;
}

export interface JobPage {
  /** The newest first. */
  readonly jobs: readonly Job[];
  readonly more: boolean;
}

export interface ClaimOptions {
  /** The kinds that the process has handlers for. */
  readonly kinds: readonly string[];
  /** UNIX seconds, compared with `runAt`. Leases are compared with the clock of the store, which all processes share. */
  readonly now: number;
  readonly lease: Omit<JobLease, 'job'>;
  /** A job whose lease has expired after that many attempts fails. */
  readonly attemptsMaximum: number;
}

/** How an attempt ends. */
export type JobOutcome =
  | { readonly state: 'succeeded'; readonly result?: JsonObject | undefined }
  | { readonly state: 'failed'; readonly error: JobError }
  | { readonly state: 'cancelled' }
  /** Another attempt follows. */
  | {
      readonly state: 'queued';
      readonly runAt: number;
      readonly error?: JobError;
      /** The attempt does not count, because it ended with its process. */
      readonly uncounted?: boolean;
    };

/** The port for storing jobs. Every method is atomic. */
export abstract class JobStore {
  /**
   * Stores a queued job, or with a lease one that its process runs already (it keeps the others of its group from
   * starting unless one of them runs).
   *
   * @param records are stored with the job
   * @returns the job, or the unfinished one with the same `dedupKey`, which prevents a second
   */
  abstract add(job: Job, lease?: JobLease, records?: TransactionalRecords): Promise<Job>;

  abstract find(id: Uuid): Promise<Job | undefined>;

  /** @returns the unfinished job with the key */
  abstract findUnfinished(dedupKey: string): Promise<Job | undefined>;

  /** @param window `before`: the last id of the page before */
  abstract page(filter: JobFilter, window: { before?: Uuid | undefined; limit: number }): Promise<JobPage>;

  /**
   * Takes a queued job whose `runAt` has come, or a running one whose lease has expired; the latter first. Of parallel
   * callers one gets a job. No job is taken while another of its group runs.
   */
  abstract claim(options: ClaimOptions): Promise<Job | undefined>;

  /**
   * Renews a lease and stores progress; a progress without a checkpoint leaves the last one.
   *
   * @returns whether the job is to be cancelled; `undefined` when the lease is another's
   */
  abstract advance(lease: JobLease, progress?: Progress): Promise<{ cancelRequested: boolean } | undefined>;

  /**
   * Ends an attempt. A job that is cancelled meanwhile does not become `queued` but `cancelled`.
   *
   * @param now UNIX seconds, for `endedAt`
   * @returns false when the lease is another's
   */
  abstract release(lease: JobLease, outcome: JobOutcome, now: number): Promise<boolean>;

  /**
   * Replaces state, cancellation, times, attempts and error of a job that no process runs, or requests the cancellation
   * of a running one.
   *
   * @param records are stored with the job
   * @returns false when the stored version is not `expectedVersion`
   * @throws JobRunning when another unfinished job has the same `dedupKey`
   */
  abstract replace(job: Job, expectedVersion: number, records?: TransactionalRecords): Promise<boolean>;

  /** Deletes finished jobs that ended before (UNIX seconds). */
  abstract prune(before: number): Promise<void>;
}
