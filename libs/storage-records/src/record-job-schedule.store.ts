import type { TransactionalRecords } from '@content-service/audit';
import {
  type Job,
  JobScheduleStore,
  type RunOutcome,
  type ScheduleRun,
  type StoredJobSchedule,
} from '@content-service/jobs';
import type { Uuid } from '@content-service/kernel';
import { MemoryJobScheduleStore, MemoryJobStore, type StoredJob } from '@content-service/storage-memory';
import { JOBS, JOBS_LOCK } from './record-job.store.js';
import type { RecordTransaction } from './record-transaction.js';
import type { Records } from './records.js';

/** By name. */
const SCHEDULES = 'job-schedule/';

export class RecordJobScheduleStore extends JobScheduleStore {
  constructor(private readonly records: Records) {
    super();
  }

  override list(): Promise<readonly StoredJobSchedule[]> {
    return this.records.select<StoredJobSchedule>(SCHEDULES);
  }

  override add(schedule: StoredJobSchedule): Promise<void> {
    return this.records.transaction(async (transaction) =>
      (await load(transaction, schedule.name)).add(schedule),
    );
  }

  override replace(
    schedule: StoredJobSchedule,
    expectedVersion: number,
    records?: TransactionalRecords,
  ): Promise<boolean> {
    return this.records.recordedTransaction(records, async (transaction) =>
      (await load(transaction, schedule.name)).replace(schedule, expectedVersion),
    );
  }

  override start(run: ScheduleRun, job: Job, records?: TransactionalRecords): Promise<Job | undefined> {
    const body = async (transaction: RecordTransaction): Promise<Job | undefined> => {
      await transaction.lock(JOBS_LOCK);
      // Another job is in the way of one with a key alone.
      const needed = job.dedupKey === undefined ? [job.id] : 'all';
      const jobs = new MemoryJobStore(await transaction.load<StoredJob>(JOBS, needed));
      return (await load(transaction, run.name, jobs)).start(run, job);
    };
    return this.records.recordedTransaction(records, body, (started) => started?.id === job.id);
  }

  override complete(name: string, job: Uuid, outcome: RunOutcome): Promise<boolean> {
    return this.records.transaction(async (transaction) =>
      (await load(transaction, name)).complete(name, job, outcome),
    );
  }
}

async function load(
  transaction: RecordTransaction,
  name: string,
  jobs = new MemoryJobStore(),
): Promise<MemoryJobScheduleStore> {
  return new MemoryJobScheduleStore(jobs, await transaction.load<StoredJobSchedule>(SCHEDULES, [name]));
}
