import type { TransactionalRecords } from '@content-service/audit';
import {
  type ClaimOptions,
  type CreateEndRecords,
  isFinished,
  type Job,
  type JobFilter,
  type JobLease,
  JobLeaseLost,
  type JobOutcome,
  type JobPage,
  JobRunning,
  JobStore,
} from '@content-service/jobs';
import type { LeasedProgress, Progress, Uuid } from '@content-service/kernel';
import { atomic } from './atomic.js';
import { deleteSelected } from './delete-selected.js';
import { RecordedTransactions } from './recorded-transactions.js';

export interface StoredJob {
  readonly job: Job;
  readonly lease?: { readonly token: string; readonly until: number } | undefined;
  /** A job of a group that was started while another one of it ran does not keep further ones from starting. */
  readonly group?: string | undefined;
}

export class MemoryJobStore extends JobStore {
  constructor(
    private readonly jobs = new Map<Uuid, StoredJob>(),
    private readonly transactions = new RecordedTransactions(),
  ) {
    super();
  }

  override add(job: Job, lease?: JobLease, records?: TransactionalRecords): Promise<Job> {
    return this.transactions.run(
      records,
      () => this.insert(job, lease),
      ({ id }) => id === job.id,
    );
  }

  /** As `add`, as a part of a transaction. */
  insert(job: Job, lease?: JobLease): Job {
    const unfinished = this.findByKey(job.dedupKey);
    if (unfinished !== undefined) return unfinished;
    if (lease === undefined) return this.put({ job });
    const group = this.isGroupFree(job) ? job.group : undefined;
    const running: Job = { ...job, state: 'running', startedAt: job.createdAt };
    return this.put({ job: running, lease: renew(lease), group });
  }

  override find(id: Uuid): Promise<Job | undefined> {
    return atomic(() => this.jobs.get(id)?.job);
  }

  override findUnfinished(dedupKey: string): Promise<Job | undefined> {
    return atomic(() => this.findByKey(dedupKey));
  }

  override page(
    { state, kind }: JobFilter,
    { before, limit }: { before?: Uuid | undefined; limit: number },
  ): Promise<JobPage> {
    return atomic(() => {
      const found = [...this.jobs.values()]
        .map(({ job }) => job)
        .filter((job) => (state ?? job.state) === job.state && (kind ?? job.kind) === job.kind)
        .filter(({ id }) => before === undefined || id < before)
        .sort((a, b) => (a.id < b.id ? 1 : -1));
      return { jobs: found.slice(0, limit), more: found.length > limit };
    });
  }

  override claim({
    kinds,
    now,
    lease,
    attemptsMaximum,
    createRecords,
  }: ClaimOptions): Promise<Job | undefined> {
    return this.endJobs(createRecords, (end) => {
      const known = [...this.jobs.values()].filter(({ job }) => kinds.includes(job.kind)).sort(oldestFirst);
      for (const stored of known.filter(isExpired)) {
        if (stored.job.attempts < attemptsMaximum) return this.start(stored.job, lease, now);
        end(failExhausted(stored.job, now));
      }
      const waiting = known.find(
        ({ job }) => job.state === 'queued' && job.runAt <= now && this.isGroupFree(job),
      );
      return waiting && this.start(waiting.job, lease, now);
    });
  }

  override advance(lease: JobLease, progress?: Progress): Promise<{ cancelRequested: boolean } | undefined> {
    return atomic(() => {
      const stored = this.findHeld(lease);
      if (stored === undefined) return undefined;
      const job =
        progress === undefined
          ? stored.job
          : { ...stored.job, progress: keepCheckpoint(progress, stored.job.progress) };
      this.put({ ...stored, job, lease: renew(lease) });
      return { cancelRequested: job.cancelRequested };
    });
  }

  /** @throws JobLeaseLost when the lease is another's */
  assertHeld(lease: Pick<JobLease, 'job' | 'token'>): StoredJob {
    const stored = this.findHeld(lease);
    if (stored === undefined) throw new JobLeaseLost(lease.job);
    return stored;
  }

  /** Stores progress as a part of another change. @throws JobLeaseLost */
  storeProgress({ progress, ...lease }: LeasedProgress): void {
    const { job, ...rest } = this.assertHeld(lease);
    this.put({ ...rest, job: { ...job, progress: keepCheckpoint(progress, job.progress) } });
  }

  override release(
    lease: JobLease,
    outcome: JobOutcome,
    now: number,
    createRecords?: CreateEndRecords,
  ): Promise<boolean> {
    return this.endJobs(createRecords, (end) => {
      const stored = this.findHeld(lease);
      if (stored === undefined) return false;
      end(endAttempt(stored.job, outcome, now));
      return true;
    });
  }

  override replace(job: Job, expectedVersion: number, records?: TransactionalRecords): Promise<boolean> {
    return this.transactions.run(records, () => {
      const stored = this.jobs.get(job.id);
      if (stored?.job.version !== expectedVersion) return false;
      const { cancelRequested, version } = job;
      if (job.state === 'running') {
        this.put({ ...stored, job: { ...stored.job, cancelRequested, version } });
        return true;
      }
      const other = job.state === 'queued' ? this.findByKey(job.dedupKey) : undefined;
      if (other !== undefined && other.id !== job.id) throw new JobRunning(other);
      this.put({ job });
      return true;
    });
  }

  override prune(before: number, limit: number, kind?: string): Promise<number> {
    return atomic(() => deleteSelected(this.jobs, ({ job }) => hasEndedBefore(job, before, kind), limit));
  }

  /** @param body calls `end` with jobs after an attempt */
  private endJobs<T>(
    createRecords: CreateEndRecords | undefined,
    body: (end: (job: Job) => void) => T,
  ): Promise<T> {
    const ended: Job[] = [];
    const records = (): TransactionalRecords => ({
      audit: ended.flatMap((job) => createRecords?.(job).audit ?? []),
    });
    return this.transactions.run(records, () =>
      body((job) => {
        this.put({ job });
        if (isFinished(job)) ended.push(job);
      }),
    );
  }

  private put(stored: StoredJob): Job {
    this.jobs.set(stored.job.id, stored);
    return stored.job;
  }

  private start(job: Job, lease: ClaimOptions['lease'], now: number): Job {
    const started: Job = {
      ...job,
      state: 'running',
      attempts: job.attempts + 1,
      startedAt: job.startedAt ?? now,
      version: job.version + 1,
    };
    return this.put({ job: started, lease: renew(lease), group: job.group });
  }

  private findByKey(dedupKey: string | undefined): Job | undefined {
    if (dedupKey === undefined) return undefined;
    return [...this.jobs.values()].find(
      ({ job }) => job.dedupKey === dedupKey && (job.state === 'queued' || job.state === 'running'),
    )?.job;
  }

  private isGroupFree({ group }: Job): boolean {
    return group === undefined || ![...this.jobs.values()].some((running) => running.group === group);
  }

  private findHeld({ job, token }: Pick<JobLease, 'job' | 'token'>): StoredJob | undefined {
    const stored = this.jobs.get(job);
    return stored?.lease?.token === token ? stored : undefined;
  }
}

/** Whether a job of the kind, or of any without one, ended before. */
export function hasEndedBefore({ endedAt, kind }: Job, before: number, ofKind = kind): boolean {
  return endedAt !== undefined && endedAt < before && kind === ofKind;
}

function failExhausted(job: Job, now: number): Job {
  const error = {
    code: 'attempts_exhausted',
    detail: `The process ended in each of ${job.attempts} attempts, the last in the phase '${job.progress.phase}'.`,
  };
  return endAttempt(job, { state: 'failed', error }, now);
}

function endAttempt(job: Job, outcome: JobOutcome, now: number): Job {
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

function keepCheckpoint(progress: Progress, { checkpoint }: Progress): Progress {
  return checkpoint === undefined ? progress : { checkpoint, ...progress };
}

/** In real time, because leases are compared with the clock of the store. */
const seconds = (): number => Math.floor(Date.now() / 1000);

function renew({ token, seconds: duration }: ClaimOptions['lease']): { token: string; until: number } {
  return { token, until: seconds() + duration };
}

function isExpired({ job, lease }: StoredJob): boolean {
  return job.state === 'running' && lease !== undefined && lease.until < seconds();
}

function oldestFirst(a: StoredJob, b: StoredJob): number {
  return a.job.id < b.job.id ? -1 : 1;
}
