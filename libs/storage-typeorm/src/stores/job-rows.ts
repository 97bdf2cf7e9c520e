import { type Job, type JobLease, JobLeaseLost, type JobState } from '@content-service/jobs';
import {
  formatUuid,
  type JsonObject,
  type LeasedProgress,
  parseUuid,
  type Progress,
} from '@content-service/kernel';
import {
  type DbConnection,
  type Queryable,
  raw,
  type Row,
  type Sql,
  sql,
  type SqlValue,
  updateStatement,
} from '../database/sql.js';

/** A row of `job` apart from its lease. */
export interface JobRow {
  readonly id: Buffer;
  readonly kind: Buffer;
  readonly job_group: Buffer | null;
  readonly dedup_key: Buffer | null;
  readonly state: Buffer;
  readonly parameters: string;
  readonly context: string;
  readonly phase: Buffer;
  readonly done: number;
  readonly total: number | null;
  readonly checkpoint: string | null;
  readonly result: string | null;
  readonly error: string | null;
  readonly attempts: number;
  readonly cancel_requested: number;
  readonly created_at: number;
  readonly run_at: number;
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly version: number;
}

export const JOB_COLUMNS = raw(
  'id, kind, job_group, dedup_key, state, parameters, context, phase, done, total, checkpoint, result, error, attempts, ' +
    'cancel_requested, created_at, run_at, started_at, ended_at, version',
);

export const STATES: Readonly<Record<JobState, Buffer>> = {
  queued: Buffer.from('queued'),
  running: Buffer.from('running'),
  succeeded: Buffer.from('succeeded'),
  failed: Buffer.from('failed'),
  cancelled: Buffer.from('cancelled'),
};

/** The unfinished job of a key, of which there is one at most. */
export async function findUnfinishedJob(
  queryable: Queryable,
  dedupKey: string | undefined,
): Promise<Job | undefined> {
  if (dedupKey === undefined) return undefined;
  const [row] = await queryable.query<JobRow>(
    sql`SELECT ${JOB_COLUMNS} FROM job WHERE unfinished_key = ${toBytes(dedupKey)}`,
  );
  return row && toJob(row);
}

/** Condition: a lease is still the current one of its job. */
export function isHeld({ job, token }: Pick<JobLease, 'job' | 'token'>): Sql {
  return sql`id = ${parseUuid(job)} AND lease_token = ${toBytes(token)} AND state = ${STATES.running}`;
}

/** Stores progress as a part of a transaction. @throws JobLeaseLost */
export async function storeProgress(connection: DbConnection, leased: LeasedProgress): Promise<void> {
  const update = updateStatement('job', toProgressColumns(leased.progress), isHeld(leased));
  if ((await connection.execute(update)) === 0) throw new JobLeaseLost(leased.job);
}

export function toBytes(text: string | undefined): Buffer | null {
  return text === undefined ? null : Buffer.from(text);
}

export function toJobRow(job: Job): Row & Readonly<Record<keyof JobRow, SqlValue>> {
  return {
    id: parseUuid(job.id),
    kind: toBytes(job.kind),
    job_group: toBytes(job.group),
    dedup_key: toBytes(job.dedupKey),
    state: toBytes(job.state),
    parameters: JSON.stringify(job.parameters),
    context: JSON.stringify(job.context),
    checkpoint: null,
    ...toProgressColumns(job.progress),
    result: serialize(job.result),
    error: serialize(job.error),
    attempts: job.attempts,
    cancel_requested: Number(job.cancelRequested),
    created_at: job.createdAt,
    run_at: job.runAt,
    started_at: job.startedAt ?? null,
    ended_at: job.endedAt ?? null,
    version: job.version,
  };
}

/** The row of a job that is added; the key leaves one unfinished job. */
export function toUnfinishedRow(job: Job): Row {
  return { ...toJobRow(job), unfinished_key: toBytes(job.dedupKey) };
}

/** Without a checkpoint the last one stays. */
export function toProgressColumns({
  phase,
  done,
  total,
  checkpoint,
}: Progress): Row & Readonly<Record<'phase' | 'done' | 'total', SqlValue>> {
  const columns = { phase: toBytes(phase), done, total: total ?? null };
  return checkpoint === undefined ? columns : { ...columns, checkpoint: JSON.stringify(checkpoint) };
}

export function toJob(row: JobRow): Job {
  return {
    id: formatUuid(row.id),
    kind: row.kind.toString(),
    group: row.job_group?.toString(),
    dedupKey: row.dedup_key?.toString(),
    state: row.state.toString() as JobState,
    parameters: JSON.parse(row.parameters) as JsonObject,
    context: JSON.parse(row.context) as Job['context'],
    progress: {
      phase: row.phase.toString(),
      done: row.done,
      ...(row.total === null ? {} : { total: row.total }),
      ...(row.checkpoint === null ? {} : { checkpoint: JSON.parse(row.checkpoint) as JsonObject }),
    },
    result: parse(row.result),
    error: parse(row.error) as Job['error'],
    attempts: row.attempts,
    cancelRequested: row.cancel_requested === 1,
    createdAt: row.created_at,
    runAt: row.run_at,
    startedAt: row.started_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
    version: row.version,
  };
}

function serialize(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function parse(text: string | null): JsonObject | undefined {
  return text === null ? undefined : (JSON.parse(text) as JsonObject);
}
