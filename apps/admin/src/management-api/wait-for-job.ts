import { t } from '@lingui/core/macro';
import { ApiError } from '../http/api-error.js';
import { type ApiResponse, send } from '../http/send.js';
import { isUnfinished, type Job } from './operations-resources.js';

const POLL_MS = 500;
const CONFLICT = 409;

/**
 * Waits for the background job that a response with 202 names, so that large changes look like small ones.
 *
 * @throws ApiError when the job failed or was cancelled
 */
export async function waitForJob({ status, body }: ApiResponse<unknown>): Promise<void> {
  if (status !== 202) return;
  let job = body as Job;
  while (isUnfinished(job)) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    job = (await send<Job>(`/manage/jobs/${job.id}`, { mediaType: 'application/json' })).body;
  }
  if (job.state === 'succeeded') return;
  const { code, detail } = job.error ?? { code: 'job_cancelled', detail: t`The change was cancelled.` };
  throw new ApiError(CONFLICT, detail, [], { code });
}
