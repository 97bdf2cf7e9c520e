import type { AuditLines } from '@content-service/audit';
import {
  type ClaimOptions,
  type CreateEndAuditLines,
  type JobCount,
  isFinished,
  type Job,
  type JobFilter,
  type JobLease,
  type JobOutcome,
  type JobPage,
  JobRunning,
  type JobState,
  JobStore,
} from '@content-service/jobs';
import { type Progress, type Uuid, parseUuid } from '@content-service/kernel';
import { type Database, repeatInDoubt } from '../database/database.js';
import { insertStatement } from '../database/insert.js';
import {
  all,
  any,
  type DbConnection,
  raw,
  type Row,
  type Sql,
  sql,
  toParameterList,
  TRUE,
  updateStatement,
} from '../database/sql.js';
import { countJobs } from './count-jobs.js';
import {
  findUnfinishedJob,
  isHeld,
  JOB_COLUMNS,
  type JobRow,
  STATES,
  toBytes,
  toJob,
  toJobRow,
  toProgressColumns,
  toUnfinishedRow,
} from './job-rows.js';
import type { AuditedTransactions } from './audited-transactions.js';

/** Jobs that a claim tries at most: the others that want one take the first. */
const CANDIDATES = 10;

export class TypeOrmJobStore extends JobStore {
  private readonly database: Database;

  constructor(private readonly transactions: AuditedTransactions) {
    super();
    this.database = transactions.database;
  }

  override async add(job: Job, lease?: JobLease, auditLines?: AuditLines): Promise<Job> {
    const row = toUnfinishedRow(job);
    if (lease === undefined) return this.insert(job, row, auditLines);
    const { dialect } = this.database;
    const held = (group: string | undefined): Promise<Job> =>
      this.transactions.run(auditLines, async (connection) => {
        const running = { ...row, state: STATES.running, running_group: toBytes(group) };
        await connection.execute(insertStatement('job', [{ ...running, lease_token: toBytes(lease.token) }]));
        await connection.execute(
          sql`UPDATE job SET lease_until = ${dialect.now} + ${lease.seconds}, started_at = created_at
              WHERE id = ${parseUuid(job.id)}`,
        );
        return this.read(connection, job.id);
      });
    try {
      return await held(job.group);
    } catch (error) {
      if (dialect.classifyError(error) !== 'duplicate') throw error;
      const unfinished = await findUnfinishedJob(this.database, job.dedupKey);
      return unfinished ?? held(undefined);
    }
  }

  override async find(id: Uuid): Promise<Job | undefined> {
    const [job] = await this.select(sql`id = ${parseUuid(id)}`);
    return job;
  }

  override findUnfinished(dedupKey: string): Promise<Job | undefined> {
    return findUnfinishedJob(this.database, dedupKey);
  }

  override async page(
    { state, kind }: JobFilter,
    { before, limit }: { before?: Uuid | undefined; limit: number },
  ): Promise<JobPage> {
    const condition = all([
      ...(state === undefined ? [] : [sql`state = ${STATES[state]}`]),
      ...(kind === undefined ? [] : [sql`kind = ${toBytes(kind)}`]),
      ...(before === undefined ? [] : [sql`id < ${parseUuid(before)}`]),
    ]);
    const jobs = await this.select(sql`${condition} ORDER BY id DESC LIMIT ${limit + 1}`);
    return { jobs: jobs.slice(0, limit), more: jobs.length > limit };
  }

  override count(now: number, failedSince: number): Promise<readonly JobCount[]> {
    return countJobs(this.database, now, failedSince);
  }

  override async claim(options: ClaimOptions): Promise<Job | undefined> {
    const { kinds, now, lease, attemptsMaximum } = options;
    const { dialect } = this.database;
    const expired = sql`state = ${STATES.running} AND lease_until < ${dialect.now}`;
    const waiting = sql`state = ${STATES.queued} AND run_at <= ${now}`;
    const isGroupFree = sql`(job_group IS NULL
      OR job_group NOT IN (SELECT running_group FROM job r WHERE r.running_group IS NOT NULL))`;
    const isKnown = sql`kind IN ${toParameterList(kinds.map(toBytes))}`;
    for (const candidates of [expired, all([waiting, isGroupFree])]) {
      const found = await this.select(sql`${candidates} AND ${isKnown} ORDER BY id LIMIT ${CANDIDATES}`);
      for (const job of found) {
        const isExhausted = job.state === 'running' && job.attempts >= attemptsMaximum;
        if (isExhausted) await this.failExhausted(job, expired, options);
        else if (await this.take(job, job.state === 'running' ? expired : waiting, lease, now))
          return this.find(job.id);
      }
    }
    return undefined;
  }

  override async advance(
    lease: JobLease,
    progress?: Progress,
  ): Promise<{ cancelRequested: boolean } | undefined> {
    const { dialect } = this.database;
    return this.database.transaction(async (connection) => {
      const held = await connection.execute(
        sql`UPDATE job SET lease_until = ${dialect.now} + ${lease.seconds} WHERE ${isHeld(lease)}`,
      );
      if (held === 0) return undefined;
      if (progress !== undefined)
        await connection.execute(updateStatement('job', toProgressColumns(progress), isHeld(lease)));
      return { cancelRequested: (await this.read(connection, lease.job)).cancelRequested };
    }, repeatInDoubt);
  }

  override release(
    lease: JobLease,
    outcome: JobOutcome,
    now: number,
    createAuditLines?: CreateEndAuditLines,
  ): Promise<boolean> {
    let released: Job | undefined;
    const auditLines = (): AuditLines =>
      released && isFinished(released) ? (createAuditLines?.(released) ?? {}) : {};
    const release = async (connection: DbConnection): Promise<boolean> => {
      const isReleased = await releaseAttempt(connection, lease, outcome, now);
      released = isReleased && createAuditLines ? await this.read(connection, lease.job) : undefined;
      return isReleased;
    };
    return this.transactions.run(auditLines, release, undefined, repeatInDoubt);
  }

  override async replace(job: Job, expectedVersion: number, auditLines?: AuditLines): Promise<boolean> {
    const isVersion = sql`id = ${parseUuid(job.id)} AND version = ${expectedVersion}`;
    const version = { version: job.version, cancel_requested: Number(job.cancelRequested) };
    const { state, attempts, run_at, ended_at, result, error } = toJobRow(job);
    const isWaiting = job.state === 'queued';
    const changes: Row =
      job.state === 'running'
        ? version
        : {
            ...version,
            ...{ state, attempts, run_at, ended_at, result, error },
            unfinished_key: isWaiting ? toBytes(job.dedupKey) : null,
          };
    try {
      return (await this.transactions.execute(auditLines, updateStatement('job', changes, isVersion))) === 1;
    } catch (cause) {
      if (this.database.dialect.classifyError(cause) !== 'duplicate') throw cause;
      const unfinished = await findUnfinishedJob(this.database, job.dedupKey);
      if (unfinished === undefined) return false;
      throw new JobRunning(unfinished);
    }
  }

  override prune(before: number, limit: number, kind?: string): Promise<number> {
    const finished = any([sql`state = ${STATES.succeeded}`, FAILED, CANCELLED]);
    const isOfKind = kind === undefined ? TRUE : sql`kind = ${toBytes(kind)}`;
    const isOld = all([finished, sql`ended_at < ${before}`, isOfKind]);
    // The order of `k_job_state`, so that no row of an unfinished job is locked.
    return this.database.deleteFirst('job', ['id'], isOld, raw('state, run_at'), limit);
  }

  private async insert(job: Job, row: Row, auditLines: AuditLines | undefined): Promise<Job> {
    try {
      await this.transactions.execute(auditLines, insertStatement('job', [row]));
      return job;
    } catch (error) {
      if (this.database.dialect.classifyError(error) !== 'duplicate') throw error;
      // The other one may have ended in between.
      return (
        (await findUnfinishedJob(this.database, job.dedupKey)) ??
        (await this.find(job.id)) ??
        this.insert(job, row, auditLines)
      );
    }
  }

  /** One of parallel callers changes the row; the unique key of running groups refuses a second job of the group. */
  private async take(job: Job, state: Sql, lease: ClaimOptions['lease'], now: number): Promise<boolean> {
    const { dialect } = this.database;
    try {
      const taken = await this.database.execute(sql`UPDATE job SET
        lease_token = ${toBytes(lease.token)}, lease_until = ${dialect.now} + ${lease.seconds},
        running_group = job_group, attempts = attempts + 1, version = version + 1,
        started_at = COALESCE(started_at, ${now}), state = ${STATES.running}
        WHERE id = ${parseUuid(job.id)} AND ${state}`);
      return taken === 1;
    } catch (error) {
      if (dialect.classifyError(error) === 'duplicate') return false;
      throw error;
    }
  }

  private async failExhausted(
    job: Job,
    expired: Sql,
    { now, createAuditLines }: Pick<ClaimOptions, 'now' | 'createAuditLines'>,
  ): Promise<void> {
    const { id, attempts, progress } = job;
    const error = JSON.stringify({
      code: 'attempts_exhausted',
      detail: `The process ended in each of ${attempts} attempts, the last in the phase '${progress.phase}'.`,
    });
    const auditLines = (): AuditLines => createAuditLines?.({ ...job, state: 'failed' }) ?? {};
    await this.transactions.execute(
      auditLines,
      sql`UPDATE job SET
      unfinished_key = NULL, running_group = NULL, lease_token = NULL, lease_until = NULL,
      error = ${error}, ended_at = ${now}, version = version + 1, state = ${STATES.failed}
      WHERE id = ${parseUuid(id)} AND ${expired}`,
    );
  }

  private async select(condition: Sql): Promise<Job[]> {
    const rows = await this.database.query<JobRow>(sql`SELECT ${JOB_COLUMNS} FROM job WHERE ${condition}`);
    return rows.map(toJob);
  }

  private async read(connection: Pick<Database, 'query'>, id: Uuid): Promise<Job> {
    const [row] = await connection.query<JobRow>(
      sql`SELECT ${JOB_COLUMNS} FROM job WHERE id = ${parseUuid(id)}`,
    );
    if (row === undefined) throw new Error('A row that was just locked is gone.');
    return toJob(row);
  }
}

type Changes = Parameters<typeof updateStatement>[1];

/** Stores how an attempt ended. @returns false when its lease is another's */
async function releaseAttempt(
  connection: DbConnection,
  lease: JobLease,
  outcome: JobOutcome,
  now: number,
): Promise<boolean> {
  const released = { ...toOutcomeColumns(outcome), ...RELEASED };
  const end = (state: JobState): Changes => ({ state: STATES[state], unfinished_key: null, ended_at: now });
  const store = async (changes: Changes, condition: Sql): Promise<boolean> =>
    (await connection.execute(updateStatement('job', { ...released, ...changes }, condition))) === 1;
  if (outcome.state !== 'queued') return store(end(outcome.state), isHeld(lease));
  const isToBeQueued = sql`${isHeld(lease)} AND cancel_requested = 0`;
  const isQueued = await store({ state: STATES.queued, ended_at: null }, isToBeQueued);
  return isQueued || store(end('cancelled'), isHeld(lease));
}

/** What the end of every attempt changes. */
const RELEASED: Changes = {
  running_group: null,
  lease_token: null,
  lease_until: null,
  version: raw('version + 1'),
};

function toOutcomeColumns(outcome: JobOutcome): Changes {
  const error = 'error' in outcome && outcome.error !== undefined ? JSON.stringify(outcome.error) : null;
  const result = 'result' in outcome && outcome.result !== undefined ? JSON.stringify(outcome.result) : null;
  if (outcome.state !== 'queued') return { error, result };
  const attempts = raw(outcome.uncounted === true ? 'attempts - 1' : 'attempts');
  return { error, result, run_at: outcome.runAt, attempts };
}

const FAILED = sql`state = ${STATES.failed}`;
const CANCELLED = sql`state = ${STATES.cancelled}`;
