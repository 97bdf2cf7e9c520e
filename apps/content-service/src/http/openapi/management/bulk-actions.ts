import { BULK_ACTION_MEMBERS } from '@content-service/site-jobs';
import { newResourceSchema } from '../elements/member-schema.js';
import type { Operation } from '../elements/operation.js';
import { ref, type Schemas } from '../elements/schema.js';
import { acceptedResponse, managementOperation } from './management-operations.js';

/** The operation that changes many entries. */
export const BULK_ACTION_OPERATIONS: readonly Operation[] = [
  managementOperation({
    method: 'post',
    path: '/manage/bulk-actions',
    id: 'createBulkAction',
    summary: 'Publish, unpublish, delete or edit all entries that match a filter',
    description:
      'A background job changes them batch by batch, each as by a request of its own. Entries created after the request are left out. Its `result` has the numbers `changed`, `unchanged` (they were so already) and `failed` (a rule refused them), and the first `failures`; `undoable` says whether it can be undone. One action runs for a type at a time.\n\nThe action `update` sets the fields that `data` names, as a PATCH of each entry would, or adds values to lists or removes them (`mode`). Values that no entry could be given, unknown and read-only fields, targets that do not exist and schedules are refused with pointers.',
    access: { scope: 'content:administer' },
    requestBody: ref('BulkAction.new'),
    responses: acceptedResponse(ref('Job')),
    errors: [409],
  }),
  managementOperation({
    method: 'post',
    path: '/manage/bulk-actions/{id}/undo',
    id: 'undoBulkAction',
    summary: 'Set back what a bulk action has changed',
    description:
      'A background job restores the entries that it has deleted, with the references to them as `restoreEntry` does, or sets back the publication or the former values of those that it has changed and that still have what it gave them; others are counted as `failed` after an `update`. Possible once, for seven days, of deletions as long as the trash has them.',
    access: { scope: 'content:administer' },
    responses: acceptedResponse(ref('Job')),
    errors: [404, 409],
  }),
];

export const BULK_ACTION_SCHEMAS: Schemas = {
  'BulkAction.new': newResourceSchema(BULK_ACTION_MEMBERS),
};
