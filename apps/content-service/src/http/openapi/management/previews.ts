import { PREVIEW_SITE_MEMBERS } from '@content-service/site-settings';
import { PREVIEW_MEMBERS } from '../../management/previews/preview-members.js';
import { newResourceSchema } from '../elements/member-schema.js';
import type { Operation } from '../elements/operation.js';
import { jsonResponse } from '../elements/responses.js';
import { completeObjectSchema, listSchema, ref, type Schemas, textSchema } from '../elements/schema.js';
import type { Access } from '../elements/security.js';
import { managementOperation } from './management-operations.js';
import { TIME } from './management-schemas.js';

const CONTENT: Access = { scope: 'content:administer' };

/** Operations that show entries on a site before they are published. */
export const PREVIEW_OPERATIONS: readonly Operation[] = [
  managementOperation({
    method: 'get',
    path: '/manage/preview-sites',
    id: 'listPreviewSites',
    access: CONTENT,
    summary: 'List the sites that show previews',
    description: 'They are the site setting `previewSites`.',
    responses: {
      200: jsonResponse({
        description: 'The sites.',
        schema: completeObjectSchema({ items: listSchema(newResourceSchema(PREVIEW_SITE_MEMBERS)) }),
      }),
    },
  }),
  managementOperation({
    method: 'post',
    path: '/manage/previews',
    id: 'createPreview',
    access: CONTENT,
    summary: 'Make a link that shows an entry as its editors see it',
    description:
      'It is valid for 15 minutes and opens this entry alone, for everybody who has it and may read the site.',
    requestBody: ref('Preview.new'),
    responses: { 200: jsonResponse({ description: 'The preview.', schema: ref('Preview') }) },
  }),
];

export const PREVIEW_SCHEMAS: Schemas = {
  'Preview.new': newResourceSchema(PREVIEW_MEMBERS),
  Preview: completeObjectSchema({
    url: { type: 'string', format: 'uri', description: 'The link to the site.' },
    resourceVersion: textSchema('What reads the entry, as the parameter of this name.'),
    expiresAt: TIME,
  }),
};
