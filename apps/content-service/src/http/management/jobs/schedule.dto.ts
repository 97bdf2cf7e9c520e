import { type JobSchedule, type JobScheduleChange, SCHEDULE_MEMBERS } from '@content-service/jobs';
import { pickMembers } from '@content-service/kernel';
import { formatNullableTime } from '../protocol/dto.js';
import { createChangeDto } from '../protocol/member-dto.js';

export const ChangedScheduleDto = createChangeDto(SCHEDULE_MEMBERS);
export type ChangedScheduleDto = JobScheduleChange;

/** Serializes the schedule of a job for the management API. */
export function serializeSchedule(schedule: JobSchedule): object {
  const { name, cron, enabled, definition, nextDue, lastDue, lastRun, lastJob, lastOutcome } = schedule;
  return {
    name,
    cron,
    defaultCron: definition.cron,
    ...pickMembers(SCHEDULE_MEMBERS, schedule),
    kind: definition.job.kind,
    nextDueAt: formatNullableTime(enabled ? nextDue : undefined),
    lastDueAt: formatNullableTime(lastDue),
    lastRunAt: formatNullableTime(lastRun),
    lastJob: lastJob ?? null,
    lastOutcome: lastOutcome ?? null,
  };
}
