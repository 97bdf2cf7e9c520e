import type { AuditLines } from '@content-service/audit';
import {
  type ClaimOptions,
  type CreateEndAuditLines,
  isFinished,
  type Job,
  type JobFilter,
  type JobLease,
  type JobOutcome,
  type JobPage,
  JobRunning,
  JobStore,
} from '@content-service/jobs';
import type { Progress, Uuid } from '@content-service/kernel';
import {
  endAttempt,
  failExhausted,
  findByKey,
  findHeldJob,
  insertJob,
  isGroupFree,
  JOBS,
  keepCheckpoint,
  listJobsAlone,
  putJob,
  renewLease,
  startAttempt,
  type StoredJob,
} from './stored-jobs.js';
import type { RecordDatabase } from './record-database.js';
import type { RecordTransaction } from './record-transaction.js';

/** Reads all stored jobs to find one to do: they are few, and finished ones are deleted after some time. */
export class RecordJobStore extends JobStore {
  constructor(private readonly database: RecordDatabase) {
    super();
  }

  override add(job: Job, lease?: JobLease, auditLines?: AuditLines): Promise<Job> {
    return this.database.transaction(
      (transaction) => insertJob(transaction, job, lease),
      auditLines,
      ({ id }) => id === job.id,
    );
  }

  override async find(id: Uuid): Promise<Job | undefined> {
    return (await this.database.get<StoredJob>(JOBS + id))?.job;
  }

  override async findUnfinished(dedupKey: string): Promise<Job | undefined> {
    return findByKey(await this.database.select<StoredJob>(JOBS), dedupKey);
  }

  override async page(
    { state, kind }: JobFilter,
    { before, limit }: { before?: Uuid | undefined; limit: number },
  ): Promise<JobPage> {
    const jobs: Job[] = [];
    const after = before === undefined ? undefined : JOBS + before;
    const range = { reverse: true, after, pageSize: limit + 1 };
    for await (const { job } of this.database.values<StoredJob>(JOBS, range)) {
      if (jobs.length > limit) break;
      if ((state ?? job.state) === job.state && (kind ?? job.kind) === job.kind) jobs.push(job);
    }
    return { jobs: jobs.slice(0, limit), more: jobs.length > limit };
  }

  override async claim({
    kinds,
    now,
    lease,
    attemptsMaximum,
    createAuditLines,
  }: ClaimOptions): Promise<Job | undefined> {
    // Every process asks often, and mostly there is nothing to do.
    const unfinished = await this.database.select<StoredJob>(JOBS, ({ job }) => !isFinished(job));
    if (unfinished.length === 0) return undefined;
    return this.endJobs(createAuditLines, async (transaction, end) => {
      let jobs = await listJobsAlone(transaction);
      for (const stored of jobs.filter((stored) => kinds.includes(stored.job.kind) && isExpired(stored))) {
        if (stored.job.attempts < attemptsMaximum)
          return putJob(transaction, startAttempt(stored.job, lease, now));
        await end(failExhausted(stored.job, now));
        jobs = jobs.filter((other) => other !== stored);
      }
      const waiting = jobs.find(
        ({ job }) =>
          kinds.includes(job.kind) && job.state === 'queued' && job.runAt <= now && isGroupFree(jobs, job),
      );
      return waiting && putJob(transaction, startAttempt(waiting.job, lease, now));
    });
  }

  override advance(lease: JobLease, progress?: Progress): Promise<{ cancelRequested: boolean } | undefined> {
    return this.database.transaction(async (transaction) => {
      const stored = await findHeldJob(transaction, lease);
      if (stored === undefined) return undefined;
      const job = progress === undefined ? stored.job : keepCheckpoint(stored.job, progress);
      await putJob(transaction, { ...stored, job, lease: renewLease(lease) });
      return { cancelRequested: job.cancelRequested };
    });
  }

  override release(
    lease: JobLease,
    outcome: JobOutcome,
    now: number,
    createAuditLines?: CreateEndAuditLines,
  ): Promise<boolean> {
    return this.endJobs(createAuditLines, async (transaction, end) => {
      const stored = await findHeldJob(transaction, lease);
      if (stored !== undefined) await end(endAttempt(stored.job, outcome, now));
      return stored !== undefined;
    });
  }

  override replace(job: Job, expectedVersion: number, auditLines?: AuditLines): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const jobs = await listJobsAlone(transaction);
      const stored = await transaction.get<StoredJob>(JOBS + job.id);
      if (stored?.job.version !== expectedVersion) return false;
      const { cancelRequested, version } = job;
      if (job.state === 'running') {
        await putJob(transaction, { ...stored, job: { ...stored.job, cancelRequested, version } });
        return true;
      }
      const other = job.state === 'queued' ? findByKey(jobs, job.dedupKey) : undefined;
      if (other !== undefined && other.id !== job.id) throw new JobRunning(other);
      await putJob(transaction, { job });
      return true;
    }, auditLines);
  }

  override prune(before: number, limit: number, kind?: string): Promise<number> {
    const hasEnded = ({ job }: StoredJob): boolean =>
      job.endedAt !== undefined && job.endedAt < before && job.kind === (kind ?? job.kind);
    return this.database.deleteSelected(JOBS, hasEnded, limit);
  }

  /** @param body calls `end` with jobs after an attempt, which are stored with the audit lines of those that are finished */
  private async endJobs<T>(
    createAuditLines: CreateEndAuditLines | undefined,
    body: (transaction: RecordTransaction, end: (job: Job) => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const { result } = await this.database.transaction(
      async (transaction) => {
        const finished: Job[] = [];
        const result = await body(transaction, async (job) => {
          await putJob(transaction, { job });
          if (isFinished(job)) finished.push(job);
        });
        return { result, finished };
      },
      ({ finished }) => ({ audit: finished.flatMap((job) => createAuditLines?.(job).audit ?? []) }),
    );
    return result;
  }
}

function isExpired({ job, lease }: StoredJob): boolean {
  return job.state === 'running' && lease !== undefined && lease.until < Math.floor(Date.now() / 1000);
}
