import type { AuditLines } from '@content-service/audit';
import {
  type Job,
  JobScheduleStore,
  type RunOutcome,
  SCHEDULE_MEMBERS,
  type ScheduleRun,
  type StoredJobSchedule,
} from '@content-service/jobs';
import { pickGiven, type Uuid } from '@content-service/kernel';
import type { RecordDatabase } from './record-database.js';
import { insertJob } from './stored-jobs.js';

/** By name. */
const SCHEDULES = 'job-schedule/';

export class RecordJobScheduleStore extends JobScheduleStore {
  constructor(private readonly database: RecordDatabase) {
    super();
  }

  override list(): Promise<readonly StoredJobSchedule[]> {
    return this.database.select(SCHEDULES);
  }

  override add(schedule: StoredJobSchedule): Promise<void> {
    return this.database.transaction(async (transaction) => {
      if ((await transaction.get(SCHEDULES + schedule.name)) !== undefined) return;
      await transaction.put(SCHEDULES + schedule.name, schedule);
    });
  }

  override replace(
    { name, nextDue, lastDue, version, ...members }: StoredJobSchedule,
    expectedVersion: number,
    auditLines?: AuditLines,
  ): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const stored = await transaction.get<StoredJobSchedule>(SCHEDULES + name);
      if (stored?.version !== expectedVersion || stored.lastDue !== lastDue) return false;
      const runs = Object.entries(stored).filter(([member]) => !Object.hasOwn(SCHEDULE_MEMBERS, member));
      const decided = pickGiven(SCHEDULE_MEMBERS, members);
      await transaction.put(SCHEDULES + name, { ...Object.fromEntries(runs), ...decided, nextDue, version });
      return true;
    }, auditLines);
  }

  override start(
    { name, startedAt, due }: ScheduleRun,
    job: Job,
    auditLines?: AuditLines,
  ): Promise<Job | undefined> {
    return this.database.transaction(
      async (transaction) => {
        const stored = await transaction.get<StoredJobSchedule>(SCHEDULES + name);
        if (stored === undefined || (due !== undefined && stored.nextDue !== due.at)) return undefined;
        const started = await insertJob(transaction, job);
        const times = due === undefined ? {} : { lastDue: due.at, nextDue: due.next };
        const run =
          started.id === job.id ? { lastRun: startedAt, lastJob: job.id, lastOutcome: undefined } : {};
        await transaction.put(SCHEDULES + name, { ...stored, ...times, ...run });
        return started;
      },
      auditLines,
      (started) => started?.id === job.id,
    );
  }

  override complete(name: string, job: Uuid, lastOutcome: RunOutcome): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const stored = await transaction.get<StoredJobSchedule>(SCHEDULES + name);
      if (stored?.lastJob !== job || stored.lastOutcome !== undefined) return false;
      await transaction.put(SCHEDULES + name, { ...stored, lastOutcome });
      return true;
    });
  }
}
