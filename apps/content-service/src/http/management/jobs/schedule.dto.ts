import { IsBoolean, IsString } from 'class-validator';
import type { JobSchedule, JobScheduleChange } from '@content-service/jobs';
import { formatNullableTime, Optional } from '../protocol/dto.js';

export class ChangedScheduleDto implements JobScheduleChange {
  @Optional() @IsString() readonly cron?: string;
  @Optional() @IsBoolean() readonly enabled?: boolean;
}

/** Serializes the schedule of a job for the management API. */
export function serializeSchedule(schedule: JobSchedule): object {
  const { name, cron, enabled, definition, nextDue, lastDue, lastRun, lastJob, lastOutcome } = schedule;
  return {
    name,
    cron,
    defaultCron: definition.cron,
    enabled,
    kind: definition.job.kind,
    nextDueAt: formatNullableTime(enabled ? nextDue : undefined),
    lastDueAt: formatNullableTime(lastDue),
    lastRunAt: formatNullableTime(lastRun),
    lastJob: lastJob ?? null,
    lastOutcome: lastOutcome ?? null,
  };
}
