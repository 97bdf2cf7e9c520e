import {
  type ClaimOptions,
  type Job,
  type JobLease,
  JobLeaseLost,
  type JobOutcome,
} from '@content-service/jobs';
import type { LeasedProgress, Progress, Uuid } from '@content-service/kernel';
import type { RecordTransaction } from './record-transaction.js';

export const JOBS = 'job/';

/** One transaction at a time decides about keys and groups, which allow one job of several. */
const JOBS_LOCK = 'lock/jobs';

export interface StoredJob {
  readonly job: Job;
  readonly lease?: { readonly token: string; readonly until: number } | undefined;
  /** A job of a group that was started while another one of it ran does not keep further ones from starting. */
  readonly group?: string | undefined;
}

/** All jobs, the oldest first, for a transaction that excludes others which decide about keys and groups. */
export async function listJobsAlone(transaction: RecordTransaction): Promise<readonly StoredJob[]> {
  await transaction.lock(JOBS_LOCK);
  return transaction.list<StoredJob>(JOBS);
}

/** As `JobStore.add`, as a part of a transaction. */
export async function insertJob(transaction: RecordTransaction, job: Job, lease?: JobLease): Promise<Job> {
  // Nothing is in the way of a job without a key that waits.
  if (job.dedupKey === undefined && lease === undefined) return putJob(transaction, { job });
  const jobs = await listJobsAlone(transaction);
  const unfinished = findByKey(jobs, job.dedupKey);
  if (unfinished !== undefined) return unfinished;
  if (lease === undefined) return putJob(transaction, { job });
  const group = isGroupFree(jobs, job) ? job.group : undefined;
  const running: Job = { ...job, state: 'running', startedAt: job.createdAt };
  return putJob(transaction, { job: running, lease: renewLease(lease), group });
}

/** Stores progress as a part of a transaction. @throws JobLeaseLost when the lease is another's */
export async function storeProgress(
  transaction: RecordTransaction,
  { progress, ...lease }: LeasedProgress,
): Promise<void> {
  const stored = await findHeldJob(transaction, lease);
  if (stored === undefined) throw new JobLeaseLost(lease.job);
  await putJob(transaction, { ...stored, job: keepCheckpoint(stored.job, progress) });
}

export async function putJob(transaction: RecordTransaction, stored: StoredJob): Promise<Job> {
  await transaction.put(JOBS + stored.job.id, stored);
  return stored.job;
}

export async function findHeldJob(
  transaction: RecordTransaction,
  { job, token }: { readonly job: Uuid; readonly token: string },
): Promise<StoredJob | undefined> {
  const stored = await transaction.get<StoredJob>(JOBS + job);
  return stored?.lease?.token === token ? stored : undefined;
}

/** The unfinished job with a key. */
export function findByKey(jobs: readonly StoredJob[], dedupKey: string | undefined): Job | undefined {
  if (dedupKey === undefined) return undefined;
  return jobs.find(
    ({ job }) => job.dedupKey === dedupKey && (job.state === 'queued' || job.state === 'running'),
  )?.job;
}

export function isGroupFree(jobs: readonly StoredJob[], { group }: Job): boolean {
  return group === undefined || !jobs.some((running) => running.group === group);
}

/** A job with new progress; its checkpoint stays unless there is a new one. */
export function keepCheckpoint(job: Job, progress: Progress): Job {
  const { checkpoint } = job.progress;
  return { ...job, progress: checkpoint === undefined ? progress : { checkpoint, ...progress } };
}

export function startAttempt(job: Job, lease: ClaimOptions['lease'], now: number): StoredJob {
  const started: Job = {
    ...job,
    state: 'running',
    attempts: job.attempts + 1,
    startedAt: job.startedAt ?? now,
    version: job.version + 1,
  };
  return { job: started, lease: renewLease(lease), group: job.group };
}

export function failExhausted(job: Job, now: number): Job {
  const error = {
    code: 'attempts_exhausted',
    detail: `The process ended in each of ${job.attempts} attempts, the last in the phase '${job.progress.phase}'.`,
  };
  return endAttempt(job, { state: 'failed', error }, now);
}

export function endAttempt(job: Job, outcome: JobOutcome, now: number): Job {
  const isCancelled = outcome.state === 'queued' && job.cancelRequested;
  const ended: Job = {
    ...job,
    state: isCancelled ? 'cancelled' : outcome.state,
    error: 'error' in outcome ? outcome.error : undefined,
    version: job.version + 1,
  };
  if (outcome.state !== 'queued')
    return { ...ended, endedAt: now, result: 'result' in outcome ? outcome.result : undefined };
  const attempts = outcome.uncounted === true ? job.attempts - 1 : job.attempts;
  return { ...ended, attempts, runAt: outcome.runAt, endedAt: isCancelled ? now : undefined };
}

/** In real time, because leases are compared with the clock of the store. */
export function renewLease({ token, seconds }: ClaimOptions['lease']): NonNullable<StoredJob['lease']> {
  return { token, until: Math.floor(Date.now() / 1000) + seconds };
}
