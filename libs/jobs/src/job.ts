import { type AuditContext, toAuditActor } from '@content-service/audit';
import type { JsonObject, MemberRules, Progress, Uuid } from '@content-service/kernel';

/**
 * `queued` jobs wait for a process, `running` ones have a lease. The others are finished; `cancelled` and `failed` ones
 * can be queued again.
 */
export const JOB_STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;

export type JobState = (typeof JOB_STATES)[number];

/** What administrators can do with a job; each is a method of `JobService`. */
const JOB_ACTIONS = ['cancel', 'resume', 'retry'] as const;

/** The members of the body that changes a job. */
export const JOB_ACTION_MEMBERS = {
  action: { type: 'string', enum: JOB_ACTIONS, required: true },
} as const satisfies MemberRules;

/** Why a job failed, or the last attempt at it. */
export interface JobError {
  /** A stable code, such as `field_exists`; `internal_error` for an unexpected error. */
  readonly code: string;
  readonly detail: string;
}

/** Large work that is done in the background, batch by batch, and survives the end of its process. */
export interface Job {
  /** UUID version 7: the ids of later jobs are greater. */
  readonly id: Uuid;
  /** Names the handler, such as `index.rebuild`. */
  readonly kind: string;
  /** At most one job of a group runs in the whole site. */
  readonly group?: string | undefined;
  /** At most one unfinished job has the key. */
  readonly dedupKey?: string | undefined;
  readonly state: JobState;
  /** What the handler needs; readable by administrators, so never a secret. */
  readonly parameters: JsonObject;
  /** The actor whose request queued the job. */
  readonly context: AuditContext;
  /** As last reported; its checkpoint is where the next attempt continues. */
  readonly progress: Progress;
  /** What the handler returned, or a failed job found. */
  readonly result?: JsonObject | undefined;
  readonly error?: JobError | undefined;
  /** The number of times that a process has started or continued the job. */
  readonly attempts: number;
  readonly cancelRequested: boolean;
  /** UNIX seconds, like all times here. */
  readonly createdAt: number;
  /** The job is not started before. */
  readonly runAt: number;
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
  /** Rises with every change of the state, not with progress. */
  readonly version: number;
}

/** A job as it is queued. */
export type NewJob = Pick<Job, 'kind' | 'group' | 'dedupKey' | 'parameters'>;

/** A job that is not stored yet, to be started at once. */
export function createJob(job: NewJob, { actor, ipAddress }: AuditContext, id: Uuid, now: number): Job {
  return {
    ...job,
    id,
    state: 'queued',
    // A principal carries more than belongs into a job.
    context: { actor: toAuditActor(actor), ...(ipAddress === undefined ? {} : { ipAddress }) },
    progress: { phase: 'queued', done: 0 },
    attempts: 0,
    cancelRequested: false,
    createdAt: now,
    runAt: now,
    version: 1,
  };
}

/** The parameters that say what a bulk action did. */
const TOLD_PARAMETERS = ['resourceType', 'action', 'undoes'] as const;

/** What the audit log tells of a job, such as `{kind: 'entries.bulk-action', resourceType: 'node--article', action: 'publish'}`. */
export function getAuditDetails({ kind, parameters }: Pick<Job, 'kind' | 'parameters'>): JobAuditDetails {
  const told = TOLD_PARAMETERS.flatMap((name): [string, string][] => {
    const value = parameters[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return { kind, ...Object.fromEntries(told) };
}

interface JobAuditDetails extends Partial<Record<(typeof TOLD_PARAMETERS)[number], string>> {
  readonly kind: string;
}

export function isFinished({ state }: Pick<Job, 'state'>): boolean {
  return state !== 'queued' && state !== 'running';
}
