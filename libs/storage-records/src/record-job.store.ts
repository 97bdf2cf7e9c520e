import type { TransactionalRecords } from '@content-service/audit';
import {
  type ClaimOptions,
  type Job,
  type JobFilter,
  type JobLease,
  type JobOutcome,
  type JobPage,
  JobStore,
} from '@content-service/jobs';
import type { Progress, Uuid } from '@content-service/kernel';
import { MemoryJobStore, type StoredJob } from '@content-service/storage-memory';
import type { NeededIds } from './loaded-map.js';
import type { RecordTransaction } from './record-transaction.js';
import type { Records } from './records.js';

const JOBS = 'job/';

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
    return unfinished.length === 0 ? undefined : this.runAlone((store) => store.claim(options));
  }

  override advance(lease: JobLease, progress?: Progress): Promise<{ cancelRequested: boolean } | undefined> {
    return this.run([lease.job], (store) => store.advance(lease, progress));
  }

  override release(lease: JobLease, outcome: JobOutcome, now: number): Promise<boolean> {
    return this.run([lease.job], (store) => store.release(lease, outcome, now));
  }

  override replace(job: Job, expectedVersion: number, records?: TransactionalRecords): Promise<boolean> {
    return this.runAlone((store) => store.replace(job, expectedVersion), records);
  }

  override async prune(before: number): Promise<void> {
    await this.records.deleteSelected<StoredJob>(
      JOBS,
      ({ job: { endedAt } }) => endedAt !== undefined && endedAt < before,
    );
  }

  /** Keys and groups allow one job of several, which one transaction at a time decides. */
  private runAlone<T>(
    operation: (store: MemoryJobStore) => Promise<T>,
    records?: TransactionalRecords,
    isStored?: (result: T) => boolean,
  ): Promise<T> {
    const body = async (transaction: RecordTransaction): Promise<T> => {
      await transaction.lock('lock/jobs');
      return operation(new MemoryJobStore(await transaction.load<StoredJob>(JOBS, 'all')));
    };
    return this.records.recordedTransaction(records, body, isStored);
  }

  private run<T>(ids: NeededIds, operation: (store: MemoryJobStore) => Promise<T>): Promise<T> {
    return this.records.transaction(async (transaction) =>
      operation(new MemoryJobStore(await transaction.load<StoredJob>(JOBS, ids))),
    );
  }
}
