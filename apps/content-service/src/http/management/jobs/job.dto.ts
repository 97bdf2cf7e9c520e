import { formatDateTime } from '@content-service/kernel';
import type { Job } from '@content-service/jobs';
import { REQUESTED_KINDS, type RequestedKind } from '../../../background/jobs/requested-jobs.js';
import { formatNullableTime, OneOf } from '../protocol/dto.js';

export const JOB_ACTIONS = ['cancel', 'resume', 'retry'] as const;

export class NewJobDto {
  @OneOf(REQUESTED_KINDS) readonly kind: RequestedKind;
}

export class ChangedJobDto {
  @OneOf(JOB_ACTIONS) readonly action: (typeof JOB_ACTIONS)[number];
}

/** Serializes a job for the management API. */
export function serializeJob(job: Job): object {
  const { actor } = job.context;
  return {
    id: job.id,
    kind: job.kind,
    state: job.state,
    parameters: job.parameters,
    phase: job.progress.phase,
    done: job.progress.done,
    total: job.progress.total ?? null,
    result: job.result ?? null,
    error: job.error ?? null,
    actor: { kind: actor.kind, userId: actor.userId ?? null, clientId: actor.clientId ?? null },
    attempts: job.attempts,
    cancelRequested: job.cancelRequested,
    createdAt: formatDateTime(job.createdAt),
    runAt: formatDateTime(job.runAt),
    startedAt: formatNullableTime(job.startedAt),
    endedAt: formatNullableTime(job.endedAt),
  };
}
