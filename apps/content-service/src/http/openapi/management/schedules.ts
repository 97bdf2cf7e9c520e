import { RUN_OUTCOMES, SCHEDULE_MEMBERS } from '@content-service/jobs';
import { changeSchema, toMemberSchema, toMemberSchemas } from '../elements/member-schema.js';
import type { Operation } from '../elements/operation.js';
import { completeObjectSchema, nullable, ref, type Schemas, textSchema } from '../elements/schema.js';
import {
  acceptedResponse,
  listResponse,
  managementOperation,
  resourceResponse,
} from './management-operations.js';
import { TIME } from './management-schemas.js';

const CRON = toMemberSchema(SCHEDULE_MEMBERS.cron);

/** Operations on the schedules of jobs. */
export const SCHEDULE_OPERATIONS: readonly Operation[] = [
  managementOperation({
    method: 'get',
    path: '/manage/schedules',
    id: 'listSchedules',
    summary: 'List the schedules of jobs',
    responses: listResponse('The schedules.', ref('Schedule')),
  }),
  managementOperation({
    method: 'get',
    path: '/manage/schedules/{schedule}',
    id: 'getSchedule',
    summary: 'Get the schedule of a job',
    description: 'The `ETag` changes with `cron` and `enabled`, not with runs.',
    responses: resourceResponse('The schedule.', ref('Schedule')),
    errors: [404],
  }),
  managementOperation({
    method: 'patch',
    path: '/manage/schedules/{schedule}',
    id: 'updateSchedule',
    summary: 'Change when a schedule starts its job',
    description: 'Omitted members are unchanged. The next time is computed from now on.',
    parameters: ['ifMatch', 'ifNoneMatch'],
    requestBody: ref('Schedule.change'),
    responses: resourceResponse('The schedule.', ref('Schedule')),
    errors: [404, 409, 412],
  }),
  managementOperation({
    method: 'post',
    path: '/manage/schedules/{schedule}/run',
    id: 'runSchedule',
    summary: 'Start the job of a schedule at once',
    description: 'Also of a disabled schedule; its times stay. 409 while such a job is unfinished.',
    responses: acceptedResponse(ref('Job')),
    errors: [404, 409],
  }),
];

export const SCHEDULE_SCHEMAS: Schemas = {
  Schedule: completeObjectSchema({
    name: textSchema('The name.', 'prune-events'),
    cron: CRON,
    defaultCron: { ...CRON, description: 'The expression unless an administrator changes it.' },
    ...toMemberSchemas(SCHEDULE_MEMBERS),
    kind: textSchema('The kind of its jobs.', 'prune'),
    nextDueAt: nullable({ ...TIME, description: '`null` while the schedule is disabled.' }),
    lastDueAt: nullable({ ...TIME, description: 'The time that came last.' }),
    lastRunAt: nullable({ ...TIME, description: 'When the last job was started.' }),
    lastJob: nullable(ref('Uuid')),
    lastOutcome: nullable({
      type: 'string',
      enum: [...RUN_OUTCOMES],
      description: '`null` while the last job is unfinished.',
    }),
  }),
  'Schedule.change': changeSchema(SCHEDULE_MEMBERS),
};
