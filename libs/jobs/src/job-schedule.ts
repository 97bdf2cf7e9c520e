import type { Uuid } from '@content-service/kernel';
import { findNextTime } from './cron.js';
import type { NewJob } from './job.js';

/** How the job of a run ended. */
export const RUN_OUTCOMES = ['succeeded', 'failed', 'cancelled'] as const;

export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** A schedule as the service defines it: the job that it starts, and when unless an administrator decides otherwise. */
export interface JobScheduleDefinition {
  /** Such as `prune-events`. */
  readonly name: string;
  /** Five fields, in UTC. */
  readonly cron: string;
  readonly enabled: boolean;
  /** Its dedup key leaves out a run while the job of the one before is unfinished. */
  readonly job: NewJob;
}

/** What is stored of a schedule. */
export interface StoredJobSchedule {
  readonly name: string;
  /** Absent: that of the definition. */
  readonly cron?: string | undefined;
  /** Absent: as the definition says. */
  readonly enabled?: boolean | undefined;
  /** UNIX seconds, like all times here; later than `lastDue`. Absent while the schedule is disabled. */
  readonly nextDue?: number | undefined;
  /** The time that the last run was due at. */
  readonly lastDue?: number | undefined;
  /** When the last run was started, by its time or by an administrator. */
  readonly lastRun?: number | undefined;
  /** The job of the last run. */
  readonly lastJob?: Uuid | undefined;
  /** Absent while that job is unfinished. */
  readonly lastOutcome?: RunOutcome | undefined;
  /** Rises with every change of `cron` and `enabled`, not with runs. */
  readonly version: number;
}

/** A schedule as it is in force. */
export interface JobSchedule extends StoredJobSchedule {
  readonly cron: string;
  readonly enabled: boolean;
  readonly definition: JobScheduleDefinition;
}

export function toJobSchedule(definition: JobScheduleDefinition, stored: StoredJobSchedule): JobSchedule {
  const { cron = definition.cron, enabled = definition.enabled } = stored;
  return { ...stored, cron, enabled, definition };
}

/** The next time of an enabled schedule, later than its last one. @throws InvalidCron */
export function computeNextDue(
  { cron, enabled, lastDue = 0 }: Pick<JobSchedule, 'cron' | 'enabled' | 'lastDue'>,
  now: number,
): number | undefined {
  return enabled ? findNextTime(cron, Math.max(now, lastDue)) : undefined;
}

/** A schedule that is not stored yet. Its first time is the next one from now on. */
export function createStored({ name, cron, enabled }: JobScheduleDefinition, now: number): StoredJobSchedule {
  return { name, nextDue: computeNextDue({ cron, enabled }, now), version: 1 };
}
