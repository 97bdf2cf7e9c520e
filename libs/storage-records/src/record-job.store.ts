import type { RecordsOf, TransactionalRecords } from '@content-service/audit';
import {
  type ClaimOptions,
  type CreateEndRecords,
  type Job,
  type JobFilter,
  type JobLease,
  type JobOutcome,
  type JobPage,
  JobStore,
} from '@content-service/jobs';
import type { LeasedProgress, Progress, Uuid } from '@content-service/kernel';
import { hasEndedBefore, MemoryJobStore, type StoredJob } from '@content-service/storage-memory';
import type { NeededIds } from './loaded-map.js';
import type { RecordTransaction } from './record-transaction.js';
import type { Records } from './records.js';

export const JOBS = 'job/';

/** One transaction at a time decides about keys and groups, which allow one job of several. */
export const JOBS_LOCK = 'lock/jobs';

/** Reads all stored jobs to find one to do: they are few, and finished ones are deleted after some time. */
export class RecordJobStore extends JobStore {
  constructor(private readonly records: Records) {
    super();
  }

  override add(job: Job, lease?: JobLease, records?: TransactionalRecords): Promise<Job> {
    return this.runAlone(
      (store) => store.add(job, lease),
      records,
      ({ id }) => id === job.id,
    );
  }

  override find(id: Uuid): Promise<Job | undefined> {
    return this.run([id], (store) => store.find(id));
  }

  override findUnfinished(dedupKey: string): Promise<Job | undefined> {
    return this.run('all', (store) => store.findUnfinished(dedupKey));
  }

  override page(filter: JobFilter, window: { before?: Uuid | undefined; limit: number }): Promise<JobPage> {
    return this.run('all', (store) => store.page(filter, window));
  }

  override async claim(options: ClaimOptions): Promise<Job | undefined> {
    // Every process asks often, and mostly there is nothing to do.
    const unfinished = await this.records.select<StoredJob>(
      JOBS,
      ({ job }) => job.state === 'queued' || job.state === 'running',
    );
    if (unfinished.length === 0) return undefined;
    return this.withEndRecords(options.createRecords, (createRecords, records) =>
      this.runAlone((store) => store.claim({ ...options, createRecords }), records),
    );
  }

  override advance(lease: JobLease, progress?: Progress): Promise<{ cancelRequested: boolean } | undefined> {
    return this.run([lease.job], (store) => store.advance(lease, progress));
  }

  override release(
    lease: JobLease,
    outcome: JobOutcome,
    now: number,
    createRecords?: CreateEndRecords,
  ): Promise<boolean> {
    return this.withEndRecords(createRecords, (onEnded, records) =>
      this.run([lease.job], (store) => store.release(lease, outcome, now, onEnded), records),
    );
  }

  override replace(job: Job, expectedVersion: number, records?: TransactionalRecords): Promise<boolean> {
    return this.runAlone((store) => store.replace(job, expectedVersion), records);
  }

  override prune(before: number, limit: number, kind?: string): Promise<number> {
    return this.records.deleteSelected(
      JOBS,
      ({ job }: StoredJob) => hasEndedBefore(job, before, kind),
      limit,
    );
  }

  /**
   * Runs an operation whose ended jobs are stored with records.
   *
   * @param operation passes its first argument to `MemoryJobStore` and the second to its transaction
   */
  private withEndRecords<T>(
    createRecords: CreateEndRecords | undefined,
    operation: (onEnded: CreateEndRecords, records: () => TransactionalRecords) => Promise<T>,
  ): Promise<T> {
    // Of a transaction that is repeated, the last attempt counts.
    const ended = new Map<Uuid, Job>();
    const onEnded: CreateEndRecords = (job) => {
      ended.set(job.id, job);
      return {};
    };
    return operation(onEnded, () => ({
      audit: [...ended.values()].flatMap((job) => createRecords?.(job).audit ?? []),
    }));
  }

  private runAlone<T>(
    operation: (store: MemoryJobStore) => Promise<T>,
    records?: RecordsOf<T>,
    isStored?: (result: T) => boolean,
  ): Promise<T> {
    const body = async (transaction: RecordTransaction): Promise<T> => {
      await transaction.lock(JOBS_LOCK);
      return operation(new MemoryJobStore(await transaction.load<StoredJob>(JOBS, 'all')));
    };
    return this.records.recordedTransaction(records, body, isStored);
  }

  private run<T>(
    ids: NeededIds,
    operation: (store: MemoryJobStore) => Promise<T>,
    records?: RecordsOf<T>,
  ): Promise<T> {
    return this.records.recordedTransaction(records, async (transaction) =>
      operation(new MemoryJobStore(await transaction.load<StoredJob>(JOBS, ids))),
    );
  }
}

/** Stores progress as a part of a transaction. @throws JobLeaseLost */
export async function storeProgress(transaction: RecordTransaction, leased: LeasedProgress): Promise<void> {
  new MemoryJobStore(await transaction.load<StoredJob>(JOBS, [leased.job])).storeProgress(leased);
}
