import type { AuditLines } from '@content-service/audit';
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
  /** What is stored with such a job. */
  readonly createAuditLines?: CreateEndAuditLines | undefined;
}

/** Creates what is stored with a job when it ends; called again when the transaction is repeated. */
export type CreateEndAuditLines = (ended: Job) => AuditLines;

/** How many jobs of a kind have a state. */
export interface JobCount {
  readonly kind: string;
  readonly state: Extract<JobState, 'queued' | 'running' | 'failed'>;
  readonly count: number;
}

/** Jobs of each state that `JobStore.count` counts at most. */
export const JOB_COUNT_MAXIMUM = 1000;

/** How an attempt ends. */
export type JobOutcome =
  | { readonly state: 'succeeded'; readonly result?: JsonObject | undefined }
  | { readonly state: 'failed'; readonly error: JobError; readonly result?: JsonObject | undefined }
  | { readonly state: 'cancelled' }
  /** Another attempt follows. */
  | {
      readonly state: 'queued';
      readonly runAt: number;
      readonly error?: JobError;
      /** The attempt does not count, because it ended with its process. */
      readonly uncounted?: boolean;
    };

const COUNTED_STATES = ['queued', 'running', 'failed'] as const;

/** The port for storing jobs. Every method is atomic. */
export abstract class JobStore {
  /**
   * Stores a queued job, or with a lease one that its process runs already (it keeps the others of its group from
   * starting unless one of them runs).
   *
   * @param auditLines are stored with the job
   * @returns the job, or the unfinished one with the same `dedupKey`, which prevents a second
   */
  abstract add(job: Job, lease?: JobLease, auditLines?: AuditLines): Promise<Job>;

  abstract find(id: Uuid): Promise<Job | undefined>;

  /** @returns the unfinished job with the key */
  abstract findUnfinished(dedupKey: string): Promise<Job | undefined>;

  /** @param window `before`: the last id of the page before */
  abstract page(filter: JobFilter, window: { before?: Uuid | undefined; limit: number }): Promise<JobPage>;

  /**
   * Counts the jobs that are queued and due, that run, and that have failed lately: of each state `JOB_COUNT_MAXIMUM` at most, so
   * that it can be asked for often. This default reads those jobs; a store that can count does it itself.
   *
   * @param now UNIX seconds, compared with `runAt`
   * @param failedSince UNIX seconds
   */
  async count(now: number, failedSince: number): Promise<readonly JobCount[]> {
    const counts = new Map<string, JobCount>();
    for (const state of COUNTED_STATES) {
      const { jobs } = await this.page({ state }, { limit: JOB_COUNT_MAXIMUM });
      for (const { kind, runAt, endedAt = 0 } of jobs) {
        if (state === 'queued' ? runAt > now : state === 'failed' && endedAt < failedSince) continue;
        const key = `${state} ${kind}`;
        counts.set(key, { kind, state, count: (counts.get(key)?.count ?? 0) + 1 });
      }
    }
    return [...counts.values()];
  }

  /**
   * Takes a queued job whose `runAt` has come, or a running one whose lease has expired; the latter first. Only
   * one of parallel callers gets a job. No job is taken while another of its group runs.
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
   * @param createAuditLines for a job that has no further attempt
   * @returns false when the lease is another's
   */
  abstract release(
    lease: JobLease,
    outcome: JobOutcome,
    now: number,
    createAuditLines?: CreateEndAuditLines,
  ): Promise<boolean>;

  /**
   * Replaces state, cancellation, times, attempts, result and error of a job that no process runs, or requests the cancellation
   * of a running one.
   *
   * @param auditLines are stored with the job
   * @returns false when the stored version is not `expectedVersion`
   * @throws JobRunning when another unfinished job has the same `dedupKey`
   */
  abstract replace(job: Job, expectedVersion: number, auditLines?: AuditLines): Promise<boolean>;

  /**
   * Deletes finished jobs that ended before (UNIX seconds); of one kind when it is given.
   *
   * @returns how many were deleted; fewer than `limit` when none is left
   */
  abstract prune(before: number, limit: number, kind?: string): Promise<number>;
}
