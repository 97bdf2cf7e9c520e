import { SCHEDULE_ACTIONS } from '@content-service/entries';
import type { Operation } from '../elements/operation.js';
import { emptyResponse } from '../elements/responses.js';
import {
  completeObjectSchema,
  listSchema,
  nullable,
  ref,
  type Schema,
  type Schemas,
  textSchema,
} from '../elements/schema.js';
import { NAMED_ENTRIES_MAXIMUM } from '../../management/protocol/entry-ids.js';
import type { Access } from '../elements/security.js';
import { listResponse, managementOperation } from './management-operations.js';
import { TIME } from './management-schemas.js';

const CONTENT: Access = { scope: 'content:administer' };
const ACTION: Schema = { type: 'string', enum: [...SCHEDULE_ACTIONS] };

/** Operations on future publications of entries. */
export const ENTRY_SCHEDULE_OPERATIONS: readonly Operation[] = [
  managementOperation({
    method: 'get',
    path: '/manage/entry-schedules',
    id: 'listEntrySchedules',
    access: CONTENT,
    summary: 'List the future publications of entries, the next first',
    description: 'They are made by the attributes `publish_on` and `unpublish_on` of nodes and media.',
    parameters: [
      {
        name: 'entry',
        in: 'query',
        description: 'Only those of these entries: the parameter is repeated.',
        schema: { ...listSchema(ref('Uuid')), maxItems: NAMED_ENTRIES_MAXIMUM },
      },
      { name: 'from', in: 'query', description: 'Only those from this time on.', schema: TIME },
      { name: 'until', in: 'query', description: 'Only those up to this time.', schema: TIME },
      ...['cursor', 'limit'],
    ],
    responses: listResponse('The schedules.', ref('EntrySchedule')),
    errors: [400],
  }),
  managementOperation({
    method: 'delete',
    path: '/manage/entry-schedules/{entry}/{action}',
    id: 'cancelEntrySchedule',
    access: CONTENT,
    summary: 'Cancel a future publication',
    responses: { 204: emptyResponse('The schedule is cancelled.') },
    errors: [404],
  }),
];

/** An entry as lists about entries name it. */
export const LABELLED_ENTRY: Schema = completeObjectSchema({
  type: textSchema('The resource type.', 'node--article'),
  id: ref('Uuid'),
  label: nullable(textSchema('Its title or name.', 'Trams')),
});

export const ENTRY_SCHEDULE_SCHEMAS: Schemas = {
  EntrySchedule: completeObjectSchema({
    entry: LABELLED_ENTRY,
    action: ACTION,
    dueAt: TIME,
    problems: {
      type: 'array',
      description:
        'Why it failed when it was due; it is tried again every minute. Empty before, and for faults that are not in the content.',
      items: completeObjectSchema({
        code: textSchema('The code of an error of a write.', 'working_copy_conflict'),
        detail: textSchema('What is wrong.', 'title is required.'),
        field: nullable(textSchema('The machine name of the field.', 'title')),
      }),
    },
  }),
};
