import {
  type ChangeOf,
  type MemberRules,
  type MembersOf,
  pickGiven,
  type Uuid,
} from '@content-service/kernel';
import { findNextTime } from './cron.js';
import type { NewJob } from './job.js';

/** How the job of a run ended. */
export const RUN_OUTCOMES = ['succeeded', 'failed', 'cancelled'] as const;

export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** What an administrator decides about a schedule. Cron expressions are checked by `findNextTime`. */
export const SCHEDULE_MEMBERS = {
  cron: {
    type: 'string',
    description: 'A cron expression in UTC: minute, hour, day of month, month and day of week.',
    examples: ['30 3 * * *'],
  },
  enabled: { type: 'boolean' },
} as const satisfies MemberRules;

type ScheduleMembers = MembersOf<typeof SCHEDULE_MEMBERS>;

/** Members that an administrator gives; omitted ones stay. */
export type JobScheduleChange = ChangeOf<typeof SCHEDULE_MEMBERS>;

/** A schedule as the service defines it: the job that it starts, and when unless an administrator decides otherwise. */
export interface JobScheduleDefinition extends ScheduleMembers {
  /** Such as `prune-events`. */
  readonly name: string;
  /** Its dedup key leaves out a run while the job of the one before is unfinished. */
  readonly job: NewJob;
}

/** What is stored of a schedule; absent members are those of its definition. */
export interface StoredJobSchedule extends JobScheduleChange {
  readonly name: string;
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
  /** Rises with every change of an administrator, not with runs. */
  readonly version: number;
}

/** A schedule as it is in force. */
export interface JobSchedule extends Omit<StoredJobSchedule, keyof ScheduleMembers>, ScheduleMembers {
  readonly definition: JobScheduleDefinition;
}

export function toJobSchedule(definition: JobScheduleDefinition, stored: StoredJobSchedule): JobSchedule {
  const defined = pickGiven(SCHEDULE_MEMBERS, definition) as ScheduleMembers;
  return { ...stored, ...defined, ...pickGiven(SCHEDULE_MEMBERS, stored), definition };
}

/** What is stored of a schedule: its members that differ from the definition. */
export function toStoredSchedule({ definition, ...schedule }: JobSchedule): StoredJobSchedule {
  const isSame = ([name, value]: [string, unknown]): boolean =>
    value === definition[name as keyof ScheduleMembers];
  const same = Object.entries(pickGiven(SCHEDULE_MEMBERS, schedule)).filter(isSame);
  return { ...schedule, ...Object.fromEntries(same.map(([name]) => [name, undefined])) };
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
