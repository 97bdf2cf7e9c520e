import { NOTES_SHOWN } from '@content-service/transfer/site-package';
import { IMPORT_MEDIA_TYPES } from '../../management/imports/imports.controller.js';
import { LINE_LENGTH_MAXIMUM } from '../../management/imports/upload-site-package.js';
import { MODEL } from './content-model.js';
import type { Operation } from '../elements/operation.js';
import { ref } from '../elements/schema.js';
import { acceptedResponse, managementOperation, resourceResponse } from './management-operations.js';

const HEADER_LINE = '{"kind":"header","format":"content-service/site@1"}';

/** The operation that imports a site package. */
export const IMPORT_OPERATIONS: readonly Operation[] = [
  {
    ...managementOperation({
      method: 'post',
      path: '/manage/imports',
      id: 'createImport',
      summary: 'Import a site package',
      description:
        'The body is a site package as `content-service export` writes it, one JSON object per line; the first line is a header. ' +
        'A background job imports it batch by batch; lines that cannot be imported are counted, and do not stop the others. An import ' +
        'that ends within a second is answered by 200. Each line needs a scope by its kind: those of bundles and fields of the entity ' +
        'type for a bundle, `content:administer` for an entry, also `site_settings:administer` for a user, a file or its bytes. Without the latter, ' +
        '`changed` of a line is not taken over: it is the time at which the import changes the entry. The `result` ' +
        'has the numbers `lines`, `bundles`, `inserted`, `updated`, `unchanged`, `files` (whose bytes are stored), `fileBytes`, ' +
        '`problems` and `warnings`, and up to ' +
        `${NOTES_SHOWN} of each as \`firstProblems\` and \`firstWarnings\`: \`line\`, \`entry\`, \`message\`. One import runs at a time. A body ` +
        `above IMPORT_LIMIT_BYTES is refused (413), a line of more than ${LINE_LENGTH_MAXIMUM} characters, too (422).`,
      access: MODEL,
      responses: { ...resourceResponse('The finished job.', ref('Job')), ...acceptedResponse(ref('Job')) },
      errors: [400, 409, 415, 422],
    }),
    body: {
      required: true,
      content: Object.fromEntries(
        IMPORT_MEDIA_TYPES.map((type) => [type, { schema: { type: 'string' }, example: HEADER_LINE }]),
      ),
    },
  },
];
