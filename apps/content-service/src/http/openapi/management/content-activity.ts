import type { Operation } from '../elements/operation.js';
import { jsonResponse } from '../elements/responses.js';
import {
  completeObjectSchema,
  listSchema,
  nullable,
  ref,
  type Schemas,
  textSchema,
} from '../elements/schema.js';
import { managementOperation } from './management-operations.js';
import { TIME, YES_OR_NO } from './management-schemas.js';

/** The operation on the latest work on entries. */
export const CONTENT_ACTIVITY_OPERATIONS: readonly Operation[] = [
  managementOperation({
    method: 'get',
    path: '/manage/content-activity',
    id: 'getContentActivity',
    summary: 'List the entries that the caller changed last, and those that others published last',
    description: 'Read from the latest events of the audit log; at most ten entries each, newest first.',
    access: { scope: 'content:administer' },
    responses: { 200: jsonResponse({ description: 'The entries.', schema: ref('ContentActivity') }) },
  }),
];

export const CONTENT_ACTIVITY_SCHEMAS: Schemas = {
  ContentActivity: completeObjectSchema({
    own: {
      ...listSchema(ref('ContentActivity.entry')),
      description: 'Entries that the user or client of the token created or changed.',
    },
    published: {
      ...listSchema(ref('ContentActivity.entry')),
      description: 'Published entries that others published.',
    },
  }),
  'ContentActivity.entry': completeObjectSchema({
    type: textSchema('The resource type.', 'node--article'),
    id: ref('Uuid'),
    label: nullable(textSchema('The title or name.')),
    published: YES_OR_NO,
    action: textSchema('The latest action, as in the audit log.', 'entry.changed'),
    at: TIME,
    by: nullable(textSchema('The name that the user shows to others, or the label of the client.')),
  }),
};
