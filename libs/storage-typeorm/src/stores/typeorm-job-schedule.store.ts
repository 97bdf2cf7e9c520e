import { IsNull } from 'typeorm';
import type { AuditLines } from '@content-service/audit';
import {
  type Job,
  type JobScheduleChange,
  JobScheduleStore,
  type RunOutcome,
  SCHEDULE_MEMBERS,
  type ScheduleRun,
  type StoredJobSchedule,
} from '@content-service/jobs';
import type { Uuid } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { insertStatement } from '../database/insert.js';
import type { DbConnection } from '../database/sql.js';
import { NULL } from '../entities/columns.js';
import { JOB_SCHEDULE } from '../entities/operations.js';
import { findUnfinishedJob, toUnfinishedRow } from './job-rows.js';
import { countRows, type AuditedTransactions } from './audited-transactions.js';

export class TypeOrmJobScheduleStore extends JobScheduleStore {
  private readonly database: Database;

  constructor(private readonly transactions: AuditedTransactions) {
    super();
    this.database = transactions.database;
  }

  override list(): Promise<readonly StoredJobSchedule[]> {
    return this.database.read((connection) =>
      connection.repository(JOB_SCHEDULE).find({ order: { name: 'ASC' } }),
    );
  }

  override async add(schedule: StoredJobSchedule): Promise<void> {
    try {
      await this.database.change((connection) => connection.repository(JOB_SCHEDULE).insert(schedule));
    } catch (error) {
      if (this.database.dialect.classifyError(error) !== 'duplicate') throw error;
    }
  }

  override async replace(
    { name, nextDue, lastDue, version, ...members }: StoredJobSchedule,
    expectedVersion: number,
    auditLines?: AuditLines,
  ): Promise<boolean> {
    const isExpected = { name, version: expectedVersion, lastDue: lastDue ?? IsNull() };
    const decided = Object.keys(SCHEDULE_MEMBERS) as (keyof JobScheduleChange)[];
    const columns = Object.fromEntries(decided.map((member) => [member, members[member] ?? NULL]));
    const changes = { ...columns, nextDue: nextDue ?? NULL, version };
    const changed = await this.transactions.change(auditLines, (connection) =>
      connection.repository(JOB_SCHEDULE).update(isExpected, changes),
    );
    return changed > 0;
  }

  override async start(run: ScheduleRun, job: Job, auditLines?: AuditLines): Promise<Job | undefined> {
    const task = async (connection: DbConnection): Promise<Job | undefined> => {
      const started = { lastRun: run.startedAt, lastJob: job.id, lastOutcome: NULL };
      const schedules = connection.repository(JOB_SCHEDULE);
      if (countRows(await schedules.update(isDue(run), { ...toTimes(run), ...started })) === 0)
        return undefined;
      await connection.execute(insertStatement('job', [toUnfinishedRow(job)]));
      return job;
    };
    try {
      return await this.transactions.run(auditLines, task, (started) => started !== undefined);
    } catch (error) {
      if (this.database.dialect.classifyError(error) !== 'duplicate') throw error;
      const unfinished = await findUnfinishedJob(this.database, job.dedupKey);
      // It has ended in between.
      if (unfinished === undefined) return this.start(run, job, auditLines);
      if (run.due === undefined) return unfinished;
      const skipped = await this.database.change((connection) =>
        connection.repository(JOB_SCHEDULE).update(isDue(run), toTimes(run)),
      );
      return countRows(skipped) === 0 ? undefined : unfinished;
    }
  }

  override async complete(name: string, job: Uuid, outcome: RunOutcome): Promise<boolean> {
    const isLast = { name, lastJob: job, lastOutcome: IsNull() };
    const completed = await this.database.change((connection) =>
      connection.repository(JOB_SCHEDULE).update(isLast, { lastOutcome: outcome }),
    );
    return countRows(completed) > 0;
  }
}

function toTimes({ due }: ScheduleRun): { lastDue?: number; nextDue?: number } {
  return due === undefined ? {} : { lastDue: due.at, nextDue: due.next };
}

function isDue({ name, due }: ScheduleRun): { name: string; nextDue?: number } {
  return due === undefined ? { name } : { name, nextDue: due.at };
}
