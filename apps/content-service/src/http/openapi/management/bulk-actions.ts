import { BULK_ACTIONS } from '@content-service/site-jobs';
import { FILTER_LENGTH_MAXIMUM } from '../../management/bulk-actions/bulk-actions.controller.js';
import type { Operation } from '../elements/operation.js';
import { closedObjectSchema, ref, type Schemas, textSchema } from '../elements/schema.js';
import { acceptedResponse, managementOperation } from './management-operations.js';

/** The operation that changes many entries. */
export const BULK_ACTION_OPERATIONS: readonly Operation[] = [
  managementOperation({
    method: 'post',
    path: '/manage/bulk-actions',
    id: 'createBulkAction',
    summary: 'Publish, unpublish or delete all entries that match a filter',
    description:
      'A background job changes them batch by batch, each as by a request of its own. Entries created after the request are left out. Its `result` has the numbers `changed`, `unchanged` (they were so already) and `failed` (a rule refused them), and the first `failures`. One action runs for a type at a time.',
    access: { scope: 'content:administer' },
    requestBody: ref('BulkAction.new'),
    responses: acceptedResponse(ref('Job')),
    errors: [409],
  }),
];

export const BULK_ACTION_SCHEMAS: Schemas = {
  'BulkAction.new': closedObjectSchema(
    {
      resourceType: textSchema('The resource type.', 'node--article'),
      filter: {
        ...textSchema(
          'The parameters `filter[…]` of the collection, encoded as in its address. Others, such as `page`, and repeated ones are refused.',
          'filter%5Bstatus%5D=0',
        ),
        maxLength: FILTER_LENGTH_MAXIMUM,
      },
      all: {
        type: 'boolean',
        default: false,
        description: 'Required to be true without a filter: all entries of the type are changed then.',
      },
      action: { type: 'string', enum: [...BULK_ACTIONS] },
    },
    ['resourceType', 'action'],
  ),
};
