import type { TransactionalRecords } from '@content-service/audit';
import {
  type Job,
  JobScheduleStore,
  type RunOutcome,
  type ScheduleRun,
  type StoredJobSchedule,
} from '@content-service/jobs';
import { formatUuid, parseUuid, type Uuid } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { insertStatement } from '../database/insert.js';
import { type DbConnection, type Row, type Sql, sql, TRUE, updateStatement } from '../database/sql.js';
import { JOB_COLUMNS, type JobRow, toBytes, toJob, toUnfinishedRow } from './job-rows.js';
import type { RecordedTransactions } from './recorded-transactions.js';

interface ScheduleRow {
  readonly name: Buffer;
  readonly cron: string | null;
  readonly enabled: number | null;
  readonly next_due: number | null;
  readonly last_due: number | null;
  readonly last_run: number | null;
  readonly last_job: Buffer | null;
  readonly last_outcome: Buffer | null;
  readonly version: number;
}

export class TypeOrmJobScheduleStore extends JobScheduleStore {
  private readonly database: Database;

  constructor(private readonly transactions: RecordedTransactions) {
    super();
    this.database = transactions.database;
  }

  override async list(): Promise<readonly StoredJobSchedule[]> {
    const rows = await this.database.query<ScheduleRow>(
      sql`SELECT name, cron, enabled, next_due, last_due, last_run, last_job, last_outcome, version
          FROM job_schedule ORDER BY name`,
    );
    return rows.map(toSchedule);
  }

  override async add(schedule: StoredJobSchedule): Promise<void> {
    const { name, lastDue, lastRun, lastJob, lastOutcome } = schedule;
    const row = {
      name: toBytes(name),
      ...toChangedColumns(schedule),
      last_due: lastDue ?? null,
      last_run: lastRun ?? null,
      last_job: lastJob === undefined ? null : parseUuid(lastJob),
      last_outcome: toBytes(lastOutcome),
    };
    try {
      await this.database.execute(insertStatement('job_schedule', [row]));
    } catch (error) {
      if (this.database.dialect.classifyError(error) !== 'duplicate') throw error;
    }
  }

  override async replace(
    schedule: StoredJobSchedule,
    expectedVersion: number,
    records?: TransactionalRecords,
  ): Promise<boolean> {
    const { name, lastDue } = schedule;
    const hasNoRunSince = lastDue === undefined ? sql`last_due IS NULL` : sql`last_due = ${lastDue}`;
    const isExpected = sql`${isNamed(name)} AND version = ${expectedVersion} AND ${hasNoRunSince}`;
    const changes = updateStatement('job_schedule', toChangedColumns(schedule), isExpected);
    return (await this.transactions.execute(records, changes)) > 0;
  }

  override async start(run: ScheduleRun, job: Job, records?: TransactionalRecords): Promise<Job | undefined> {
    const task = async (connection: DbConnection): Promise<Job | undefined> => {
      if ((await connection.execute(startStatement(run, job))) === 0) return undefined;
      await connection.execute(insertStatement('job', [toUnfinishedRow(job)]));
      return job;
    };
    try {
      return await this.transactions.run(records, task, (started) => started !== undefined);
    } catch (error) {
      if (this.database.dialect.classifyError(error) !== 'duplicate') throw error;
      const unfinished = await this.findUnfinished(job);
      // It has ended in between.
      if (unfinished === undefined) return this.start(run, job, records);
      if (run.due === undefined) return unfinished;
      const skip = updateStatement('job_schedule', toTimes(run), isDue(run));
      return (await this.database.execute(skip)) === 0 ? undefined : unfinished;
    }
  }

  override async complete(name: string, job: Uuid, outcome: RunOutcome): Promise<boolean> {
    const isLast = sql`${isNamed(name)} AND last_job = ${parseUuid(job)} AND last_outcome IS NULL`;
    const changes = { last_outcome: toBytes(outcome) };
    return (await this.database.execute(updateStatement('job_schedule', changes, isLast))) > 0;
  }

  private async findUnfinished({ dedupKey }: Job): Promise<Job | undefined> {
    const [row] = await this.database.query<JobRow>(
      sql`SELECT ${JOB_COLUMNS} FROM job WHERE unfinished_key = ${toBytes(dedupKey)}`,
    );
    return row && toJob(row);
  }
}

function startStatement(run: ScheduleRun, { id }: Job): Sql {
  const started = { last_run: run.startedAt, last_job: parseUuid(id), last_outcome: null };
  return updateStatement('job_schedule', { ...toTimes(run), ...started }, isDue(run));
}

function toTimes({ due }: ScheduleRun): Row {
  return due === undefined ? {} : { last_due: due.at, next_due: due.next };
}

function isDue({ name, due }: ScheduleRun): Sql {
  return sql`${isNamed(name)} AND ${due === undefined ? TRUE : sql`next_due = ${due.at}`}`;
}

function isNamed(name: string): Sql {
  return sql`name = ${toBytes(name)}`;
}

/** What `replace` changes. */
function toChangedColumns({ cron, enabled, nextDue, version }: StoredJobSchedule): Row {
  return {
    cron: cron ?? null,
    enabled: enabled === undefined ? null : Number(enabled),
    next_due: nextDue ?? null,
    version,
  };
}

function toSchedule(row: ScheduleRow): StoredJobSchedule {
  return {
    name: row.name.toString(),
    cron: row.cron ?? undefined,
    enabled: row.enabled === null ? undefined : row.enabled === 1,
    nextDue: row.next_due ?? undefined,
    lastDue: row.last_due ?? undefined,
    lastRun: row.last_run ?? undefined,
    lastJob: row.last_job === null ? undefined : formatUuid(row.last_job),
    lastOutcome: row.last_outcome === null ? undefined : (row.last_outcome.toString() as RunOutcome),
    version: row.version,
  };
}
