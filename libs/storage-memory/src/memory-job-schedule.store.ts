import type { TransactionalRecords } from '@content-service/audit';
import {
  type Job,
  JobScheduleStore,
  type RunOutcome,
  type ScheduleRun,
  type StoredJobSchedule,
} from '@content-service/jobs';
import type { Uuid } from '@content-service/kernel';
import { atomic } from './atomic.js';
import type { MemoryJobStore } from './memory-job.store.js';
import { RecordedTransactions } from './recorded-transactions.js';

export class MemoryJobScheduleStore extends JobScheduleStore {
  /** @param schedules by name */
  constructor(
    private readonly jobs: MemoryJobStore,
    private readonly schedules = new Map<string, StoredJobSchedule>(),
    private readonly transactions = new RecordedTransactions(),
  ) {
    super();
  }

  override list(): Promise<readonly StoredJobSchedule[]> {
    return atomic(() => [...this.schedules.values()].sort((a, b) => (a.name < b.name ? -1 : 1)));
  }

  override add(schedule: StoredJobSchedule): Promise<void> {
    return atomic(() => {
      if (!this.schedules.has(schedule.name)) this.schedules.set(schedule.name, schedule);
    });
  }

  override replace(
    { name, cron, enabled, nextDue, lastDue, version }: StoredJobSchedule,
    expectedVersion: number,
    records?: TransactionalRecords,
  ): Promise<boolean> {
    return this.transactions.run(records, () => {
      const stored = this.schedules.get(name);
      if (stored?.version !== expectedVersion || stored.lastDue !== lastDue) return false;
      this.schedules.set(name, { ...stored, cron, enabled, nextDue, version });
      return true;
    });
  }

  override start(
    { name, startedAt, due }: ScheduleRun,
    job: Job,
    records?: TransactionalRecords,
  ): Promise<Job | undefined> {
    const start = (): Job | undefined => {
      const stored = this.schedules.get(name);
      if (stored === undefined || (due !== undefined && stored.nextDue !== due.at)) return undefined;
      const started = this.jobs.insert(job);
      const times = due === undefined ? {} : { lastDue: due.at, nextDue: due.next };
      const run =
        started.id === job.id ? { lastRun: startedAt, lastJob: job.id, lastOutcome: undefined } : {};
      this.schedules.set(name, { ...stored, ...times, ...run });
      return started;
    };
    return this.transactions.run(records, start, (started) => started?.id === job.id);
  }

  override complete(name: string, job: Uuid, lastOutcome: RunOutcome): Promise<boolean> {
    return atomic(() => {
      const stored = this.schedules.get(name);
      if (stored?.lastJob !== job || stored.lastOutcome !== undefined) return false;
      this.schedules.set(name, { ...stored, lastOutcome });
      return true;
    });
  }
}
