import { ACTOR_KINDS } from '@content-service/audit';
import { JOB_ACTION_MEMBERS, JOB_STATES } from '@content-service/jobs';
import { NEW_JOB_MEMBERS } from '@content-service/site-jobs';
import { newResourceSchema } from '../elements/member-schema.js';
import type { Operation } from '../elements/operation.js';
import {
  completeObjectSchema,
  nullable,
  ref,
  type Schema,
  type Schemas,
  textSchema,
} from '../elements/schema.js';
import {
  acceptedResponse,
  listResponse,
  managementOperation,
  resourceResponse,
} from './management-operations.js';
import { TIME, YES_OR_NO } from './management-schemas.js';

/** Operations on background jobs. */
export const JOB_OPERATIONS: readonly Operation[] = [
  managementOperation({
    method: 'get',
    path: '/manage/jobs',
    id: 'listJobs',
    summary: 'List the background jobs, newest first',
    description: 'Finished jobs are listed for 30 days.',
    parameters: ['state', 'kind', 'cursor', 'limit'],
    responses: listResponse('The jobs.', ref('Job')),
    errors: [400],
  }),
  managementOperation({
    method: 'post',
    path: '/manage/jobs',
    id: 'createJob',
    summary: 'Rebuild or verify the index',
    requestBody: ref('Job.new'),
    responses: acceptedResponse(ref('Job')),
    errors: [409],
  }),
  managementOperation({
    method: 'get',
    path: '/manage/jobs/{id}',
    id: 'getJob',
    summary: 'Get a background job and its progress',
    description:
      'The client or user whose request queued the job needs no scope. The `ETag` changes with the state, not with progress.',
    responses: resourceResponse('The job.', ref('Job')),
    errors: [404],
  }),
  managementOperation({
    method: 'patch',
    path: '/manage/jobs/{id}',
    id: 'updateJob',
    summary: 'Cancel a job, resume a cancelled one, or retry a failed one',
    description:
      'A running job ends between two of its batches, within about two seconds. A resumed or retried job continues where it ended. A bulk action can be changed with `content:administer` by the client or user that requested it.',
    parameters: ['ifMatch', 'ifNoneMatch'],
    requestBody: ref('Job.change'),
    responses: resourceResponse('The job.', ref('Job')),
    errors: [404, 409, 412],
  }),
];

const COUNT: Schema = { type: 'integer', minimum: 0 };

export const JOB_SCHEMAS: Schemas = {
  Job: completeObjectSchema({
    id: ref('Uuid'),
    kind: textSchema('The kind of work.', 'model.apply'),
    state: { type: 'string', enum: [...JOB_STATES] },
    parameters: { type: 'object' },
    phase: textSchema('The part of the work that was last reported.', 'backfill'),
    done: { ...COUNT, description: 'Number of entries that are done.' },
    total: nullable({ ...COUNT, description: 'Number of all entries, where it is known.' }),
    result: nullable({ type: 'object' }),
    error: nullable(completeObjectSchema({ code: { type: 'string' }, detail: { type: 'string' } })),
    actor: completeObjectSchema({
      kind: { type: 'string', enum: [...ACTOR_KINDS] },
      userId: nullable({ type: 'string' }),
      clientId: nullable({ type: 'string' }),
    }),
    attempts: { ...COUNT, description: 'How often a process has started or continued the job.' },
    cancelRequested: YES_OR_NO,
    createdAt: TIME,
    runAt: { ...TIME, description: 'The job is not started before.' },
    startedAt: nullable(TIME),
    endedAt: nullable(TIME),
  }),
  'Job.new': newResourceSchema(NEW_JOB_MEMBERS),
  'Job.change': newResourceSchema(JOB_ACTION_MEMBERS),
};
