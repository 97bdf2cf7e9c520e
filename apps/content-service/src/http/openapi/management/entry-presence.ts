import { PRESENT_MAXIMUM } from '@content-service/entries';
import type { Operation } from '../elements/operation.js';
import { emptyResponse, jsonResponse } from '../elements/responses.js';
import { completeObjectSchema, listSchema, ref, type Schemas, textSchema } from '../elements/schema.js';
import type { Access } from '../elements/security.js';
import { managementOperation } from './management-operations.js';
import { TIME } from './management-schemas.js';

const CONTENT: Access = { scope: 'content:administer' };
const PATH = '/manage/entry-presence/{entry}';

/** Operations on those who have an entry open. */
export const ENTRY_PRESENCE_OPERATIONS: readonly Operation[] = [
  managementOperation({
    method: 'put',
    path: PATH,
    id: 'enterEntry',
    access: CONTENT,
    summary: 'Say that the caller has an entry open, and get the others who have it open',
    description:
      'The caller is the user of the token, or the client that acts for itself, and is shown to the others for 60 seconds: send it again every 20 seconds. Nothing is locked. It is neither in the audit log nor an event.',
    responses: { 200: jsonResponse({ description: 'The others.', schema: ref('EntryPresence') }) },
    errors: [404],
  }),
  managementOperation({
    method: 'delete',
    path: PATH,
    id: 'leaveEntry',
    access: CONTENT,
    summary: 'Say that the caller has an entry no longer open',
    responses: { 204: emptyResponse('The caller is not shown any more.') },
    errors: [404],
  }),
];

export const ENTRY_PRESENCE_SCHEMAS: Schemas = {
  EntryPresence: completeObjectSchema({
    items: {
      ...listSchema(
        completeObjectSchema({
          name: textSchema('The name that the user shows to others, or the label of the client.', 'edith'),
          seenAt: { ...TIME, description: 'When the last request came.' },
        }),
      ),
      maxItems: PRESENT_MAXIMUM - 1,
      description: 'The one of the last request first.',
    },
  }),
};
