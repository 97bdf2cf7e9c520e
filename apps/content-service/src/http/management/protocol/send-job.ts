import type { Response } from 'express';
import type { Job } from '@content-service/jobs';
import { formatDateTime } from '@content-service/kernel';
import type { Config } from '../../../platform/config/config.js';
import { sendJson } from '../../protocol/send.js';
import { formatNullableTime } from './dto.js';

/** Answers 202 with the job and its address (RFC 9110 §15.3.3, RFC 7240 §4.1). */
export function sendJob(response: Response, job: Job, { baseUrl }: Config): void {
  response.setHeader('Location', `${baseUrl}/manage/jobs/${job.id}`);
  sendJson(response, serializeJob(job), { status: 202, version: job.version });
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
