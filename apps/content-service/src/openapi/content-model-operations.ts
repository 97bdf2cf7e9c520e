import { created, DONE, list, managed, resource } from './management-operations.js';
import { jsonAnswer } from './answers.js';
import type { Operation } from './operation.js';
import { listSchema, objectSchema, ref } from './schema.js';

const BUNDLES = { anyScope: ['content_type:administer', 'media_type:administer', 'taxonomy:administer'] };
const FIELDS = {
  anyScope: ['content_type:administer_fields', 'media_type:administer', 'taxonomy:administer_fields'],
};
const BUNDLES_OR_FIELDS = { anyScope: [...new Set([...BUNDLES.anyScope, ...FIELDS.anyScope])] };
const MODEL = { anyScope: ['content:administer', ...BUNDLES_OR_FIELDS.anyScope] };

const BUNDLE = '/manage/bundles/{entityType}/{bundle}';
const FIELD = `${BUNDLE}/fields/{name}`;
const WHICH_SCOPE = 'Which of the scopes is needed depends on the entity type.';

/** Bundles and their fields. */
export const CONTENT_MODEL_OPERATIONS: readonly Operation[] = [
  managed({
    method: 'get',
    path: '/manage/content-model',
    id: 'getContentModel',
    summary: 'Get the whole content model',
    access: MODEL,
    answers: resource('Entity types, field types and bundles.', ref('ContentModel')),
  }),
  managed({
    method: 'get',
    path: '/manage/bundles',
    id: 'listBundles',
    summary: 'List the bundles that the token may administer',
    access: BUNDLES,
    answers: list('The bundles.', ref('Bundle')),
  }),
  managed({
    method: 'post',
    path: '/manage/bundles',
    id: 'createBundle',
    summary: 'Make a bundle',
    description: `It is served, indexed and described at once. ${WHICH_SCOPE} To bring fields needs the scope of addField, too.`,
    access: BUNDLES,
    said: ref('Bundle.new'),
    answers: created('The bundle.', ref('Bundle')),
    errors: [409],
  }),
  managed({
    method: 'get',
    path: BUNDLE,
    id: 'getBundle',
    summary: 'Get a bundle',
    access: BUNDLES_OR_FIELDS,
    answers: resource('The bundle.', ref('Bundle')),
    errors: [404],
  }),
  managed({
    method: 'patch',
    path: BUNDLE,
    id: 'updateBundle',
    summary: 'Change the label, the description or the order of fields',
    access: BUNDLES,
    parameters: ['ifMatch'],
    said: ref('Bundle.change'),
    answers: resource('The bundle.', ref('Bundle')),
    errors: [404, 412],
  }),
  managed({
    method: 'delete',
    path: BUNDLE,
    id: 'removeBundle',
    summary: 'Remove a bundle that has no entries',
    description: 'Entries of a bundle whose removal is forced are found again when it is made anew.',
    access: BUNDLES,
    parameters: ['force', 'ifMatch'],
    answers: DONE,
    errors: [400, 404, 409, 412],
  }),
  managed({
    method: 'get',
    path: `${BUNDLE}/fields`,
    id: 'listFields',
    summary: 'List the fields of a bundle, without those its entity type brings',
    access: FIELDS,
    answers: {
      200: jsonAnswer({
        description: 'The fields.',
        schema: objectSchema({ items: listSchema(ref('Field')), next: { type: 'null' } }, ['items', 'next']),
        headers: ['ETag'],
      }),
    },
    errors: [404],
  }),
  managed({
    method: 'post',
    path: `${BUNDLE}/fields`,
    id: 'addField',
    summary: 'Add a field to a bundle',
    description: WHICH_SCOPE,
    access: FIELDS,
    parameters: ['ifMatch'],
    said: ref('Field.new'),
    answers: created('The field.', ref('Field.withUse')),
    errors: [404, 409, 412],
  }),
  managed({
    method: 'get',
    path: FIELD,
    id: 'getField',
    summary: 'Get a field, and how many entries hold a value of it',
    access: FIELDS,
    answers: resource('The field.', ref('Field.withUse')),
    errors: [404],
  }),
  managed({
    method: 'patch',
    path: FIELD,
    id: 'updateField',
    summary: 'Change a field',
    description: 'What values of entries might not fit is changed only while there are none.',
    access: FIELDS,
    parameters: ['ifMatch'],
    said: ref('Field.change'),
    answers: resource('The field.', ref('Field.withUse')),
    errors: [404, 409, 412],
  }),
  managed({
    method: 'delete',
    path: FIELD,
    id: 'removeField',
    summary: 'Remove a field of which there are no values',
    description: 'Entries keep the values of a field whose removal is forced until they are next written.',
    access: FIELDS,
    parameters: ['force', 'ifMatch'],
    answers: DONE,
    errors: [400, 404, 409, 412],
  }),
];
