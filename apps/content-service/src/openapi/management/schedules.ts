import { SCHEDULE_ACTIONS } from '@content-service/entries';
import type { Operation } from '../operation.js';
import { emptyResponse } from '../responses.js';
import { completeObjectSchema, ref, type Schema, type Schemas, textSchema } from '../schema.js';
import type { Access } from '../security.js';
import { listResponse, managementOperation } from './management-operations.js';
import { TIME } from './management-schemas.js';

const CONTENT: Access = { scope: 'content:administer' };
const ACTION: Schema = { type: 'string', enum: [...SCHEDULE_ACTIONS] };

/** Operations on future publications of entries. */
export const SCHEDULE_OPERATIONS: readonly Operation[] = [
  managementOperation({
    method: 'get',
    path: '/manage/schedules',
    id: 'listSchedules',
    access: CONTENT,
    summary: 'List the future publications of entries, the next first',
    description: 'They are made by the attributes `publish_on` and `unpublish_on` of nodes and media.',
    parameters: [
      { name: 'entry', in: 'query', description: 'Only those of this entry.', schema: ref('Uuid') },
      ...['cursor', 'limit'],
    ],
    responses: listResponse('The schedules.', ref('Schedule')),
    errors: [400],
  }),
  managementOperation({
    method: 'delete',
    path: '/manage/schedules/{entry}/{action}',
    id: 'cancelSchedule',
    access: CONTENT,
    summary: 'Cancel a future publication',
    responses: { 204: emptyResponse('The schedule is cancelled.') },
    errors: [404],
  }),
];

export const SCHEDULE_SCHEMAS: Schemas = {
  Schedule: completeObjectSchema({
    entry: completeObjectSchema({ type: textSchema('The resource type.', 'node--article'), id: ref('Uuid') }),
    action: ACTION,
    dueAt: TIME,
  }),
};
