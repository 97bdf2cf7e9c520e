import {
  CHANGED_BUNDLE_MEMBERS,
  CHANGED_FIELD_MEMBERS,
  FIELD_HINTS,
  FIELD_SETTINGS,
  FIELD_TYPES,
  NEW_BUNDLE_MEMBERS,
  NEW_FIELD_MEMBERS,
} from '@content-service/bundles';
import type { MemberRule } from '@content-service/kernel';
import { USAGE_COUNT_MAXIMUM } from '@content-service/site-jobs';
import {
  changeSchema,
  newResourceSchema,
  toMemberSchema,
  toMemberSchemas,
} from '../elements/member-schema.js';
import type { Operation } from '../elements/operation.js';
import { jsonResponse } from '../elements/responses.js';
import {
  closedObjectSchema,
  completeObjectSchema,
  listSchema,
  objectSchema,
  ref,
  type Schema,
  type Schemas,
  textSchema,
} from '../elements/schema.js';
import {
  acceptedResponse,
  createdResponse,
  DONE_RESPONSE,
  listResponse,
  managementOperation,
  resourceResponse,
} from './management-operations.js';
import { YES_OR_NO } from './management-schemas.js';

const BUNDLES = { anyScope: ['content_type:administer', 'media_type:administer', 'taxonomy:administer'] };
const FIELDS = {
  anyScope: ['content_type:administer_fields', 'media_type:administer', 'taxonomy:administer_fields'],
};
const BUNDLES_OR_FIELDS = { anyScope: [...new Set([...BUNDLES.anyScope, ...FIELDS.anyScope])] };
export const MODEL = { anyScope: ['content:administer', ...BUNDLES_OR_FIELDS.anyScope] };

const BUNDLE_PATH = '/manage/bundles/{entityType}/{bundle}';
const FIELD_PATH = `${BUNDLE_PATH}/fields/{name}`;
const WHICH_SCOPE = 'The entity type decides which of the scopes is required.';

/** A type with many entries: the model changes when the job has succeeded. */
const BY_JOB = acceptedResponse(ref('Job'));

/** Operations on bundles and fields. */
export const CONTENT_MODEL_OPERATIONS: readonly Operation[] = [
  managementOperation({
    method: 'get',
    path: '/manage/content-model',
    id: 'getContentModel',
    summary: 'Get the whole content model',
    access: MODEL,
    responses: resourceResponse('Entity types, field types and bundles.', ref('ContentModel')),
  }),
  managementOperation({
    method: 'get',
    path: '/manage/bundles',
    id: 'listBundles',
    summary: 'List the bundles that the token may administer',
    access: BUNDLES,
    responses: listResponse('The bundles.', ref('Bundle')),
  }),
  managementOperation({
    method: 'post',
    path: '/manage/bundles',
    id: 'createBundle',
    summary: 'Create a bundle',
    description: `The bundle is served, indexed and described at once. ${WHICH_SCOPE} A body with fields also needs the scope of addField.`,
    access: BUNDLES,
    parameters: ['prefer'],
    requestBody: ref('Bundle.new'),
    responses: { ...createdResponse('The bundle.', ref('Bundle')), ...BY_JOB },
    errors: [409],
  }),
  managementOperation({
    method: 'get',
    path: BUNDLE_PATH,
    id: 'getBundle',
    summary: 'Get a bundle',
    access: BUNDLES_OR_FIELDS,
    responses: resourceResponse('The bundle.', ref('Bundle')),
    errors: [404],
  }),
  managementOperation({
    method: 'patch',
    path: BUNDLE_PATH,
    id: 'updateBundle',
    summary: 'Change the label, the description or the order of fields',
    access: BUNDLES,
    parameters: ['ifMatch', 'ifNoneMatch', 'prefer'],
    requestBody: ref('Bundle.change'),
    responses: { ...resourceResponse('The bundle.', ref('Bundle')), ...BY_JOB },
    errors: [404, 409, 412],
  }),
  managementOperation({
    method: 'delete',
    path: BUNDLE_PATH,
    id: 'removeBundle',
    summary: 'Remove a bundle that has no entries',
    description:
      'If the removal is forced, the entries are kept and available again when the bundle is created anew.',
    access: BUNDLES,
    parameters: ['force', 'ifMatch', 'ifNoneMatch', 'prefer'],
    responses: { ...DONE_RESPONSE, ...BY_JOB },
    errors: [400, 404, 409, 412],
  }),
  managementOperation({
    method: 'get',
    path: `${BUNDLE_PATH}/fields`,
    id: 'listFields',
    summary: 'List the custom fields of a bundle',
    access: FIELDS,
    responses: {
      200: jsonResponse({
        description: 'The fields.',
        schema: objectSchema({ items: listSchema(ref('Field')), next: { type: 'null' } }, ['items', 'next']),
        headers: ['ETag'],
      }),
    },
    errors: [404],
  }),
  managementOperation({
    method: 'post',
    path: `${BUNDLE_PATH}/fields`,
    id: 'addField',
    summary: 'Add a field to a bundle',
    description: WHICH_SCOPE,
    access: FIELDS,
    parameters: ['ifMatch', 'ifNoneMatch', 'prefer'],
    requestBody: ref('Field.new'),
    responses: { ...createdResponse('The field.', ref('Field.withUse')), ...BY_JOB },
    errors: [404, 409, 412],
  }),
  managementOperation({
    method: 'get',
    path: FIELD_PATH,
    id: 'getField',
    summary: 'Get a field and the number of entries with a value',
    access: FIELDS,
    responses: resourceResponse('The field.', ref('Field.withUse')),
    errors: [404],
  }),
  managementOperation({
    method: 'patch',
    path: FIELD_PATH,
    id: 'updateField',
    summary: 'Change a field',
    description: 'Changes that existing values might violate are refused while entries have values.',
    access: FIELDS,
    parameters: ['ifMatch', 'ifNoneMatch', 'prefer'],
    requestBody: ref('Field.change'),
    responses: { ...resourceResponse('The field.', ref('Field.withUse')), ...BY_JOB },
    errors: [404, 409, 412],
  }),
  managementOperation({
    method: 'delete',
    path: FIELD_PATH,
    id: 'removeField',
    summary: 'Remove a field that has no values',
    description: 'If the removal is forced, entries keep the values until their next update.',
    access: FIELDS,
    parameters: ['force', 'ifMatch', 'ifNoneMatch', 'prefer'],
    responses: { ...DONE_RESPONSE, ...BY_JOB },
    errors: [400, 404, 409, 412],
  }),
];

const COUNT: Schema = { type: 'integer', minimum: 0 };

/** In answers hints are absent, never `null`. */
const HINTS = Object.fromEntries(
  Object.entries<MemberRule>(FIELD_HINTS).map(([name, rule]) => [
    name,
    toMemberSchema({ ...rule, nullable: undefined }),
  ]),
);

const { name: NAME, label, required, cardinality, settings } = NEW_FIELD_MEMBERS;
const FIELD: Schemas = {
  name: toMemberSchema(NAME),
  type: { type: 'string', enum: Object.keys(FIELD_TYPES) },
  ...toMemberSchemas({ label, required, cardinality, settings }),
};

const IS_MINIMUM: Schema = {
  const: true,
  description: `More entries may have a value: a request counts up to ${USAGE_COUNT_MAXIMUM}.`,
};

const FIELD_NAMES = Object.keys(FIELD);

const BUNDLE_TEXTS = toMemberSchemas({
  label: NEW_BUNDLE_MEMBERS.label,
  description: NEW_BUNDLE_MEMBERS.description,
});

export const CONTENT_MODEL_SCHEMAS: Schemas = {
  Field: objectSchema({ ...FIELD, ...HINTS }, FIELD_NAMES),
  'Field.withUse': objectSchema(
    { ...FIELD, ...HINTS, entriesWithValue: COUNT, entriesWithValueIsMinimum: IS_MINIMUM },
    [...FIELD_NAMES, 'entriesWithValue'],
  ),
  'Field.new': newResourceSchema(NEW_FIELD_MEMBERS),
  'Field.change': changeSchema(CHANGED_FIELD_MEMBERS),
  Bundle: completeObjectSchema({
    entityType: textSchema('The entity type.', 'node'),
    bundle: textSchema('The machine name.', 'article'),
    type: textSchema('The resource type.', 'node--article'),
    ...BUNDLE_TEXTS,
    entries: { ...COUNT, description: 'Number of entries, published or not.' },
    baseFields: listSchema(ref('Field')),
    fields: listSchema(ref('Field')),
  }),
  'Bundle.new': closedObjectSchema(
    { ...toMemberSchemas(NEW_BUNDLE_MEMBERS), fields: listSchema(ref('Field.new')) },
    ['entityType', 'bundle', 'label'],
  ),
  'Bundle.change': changeSchema(CHANGED_BUNDLE_MEMBERS),
  ContentModel: completeObjectSchema({
    version: COUNT,
    entityTypes: listSchema(
      completeObjectSchema({
        name: textSchema('The machine name.', 'node'),
        label: textSchema('Label for display.', 'Content'),
        labelField: textSchema('The field with the label of an entry.', 'title'),
        bundles: { type: 'string', enum: ['many', 'one'] },
        writable: { ...YES_OR_NO, description: 'Whether entries are changed and deleted over JSON:API.' },
        creatable: { ...YES_OR_NO, description: 'Whether clients create entries over JSON:API.' },
        versioned: { ...YES_OR_NO, description: 'Whether replaced and deleted states of entries are kept.' },
        unfinishedDrafts: {
          ...YES_OR_NO,
          description:
            'Whether entries that are not published may lack required values other than their label.',
        },
        schedulable: {
          ...YES_OR_NO,
          description:
            'Whether entries can be published and unpublished at a time (`publish_on`, `unpublish_on`).',
        },
      }),
    ),
    fieldTypes: listSchema(
      completeObjectSchema({
        name: { type: 'string', enum: Object.keys(FIELD_TYPES) },
        label: textSchema('Label for display.', 'Plain text'),
        settings: listSchema({ type: 'string', enum: Object.keys(FIELD_SETTINGS) }),
      }),
    ),
    htmlFormats: listSchema(
      completeObjectSchema({
        name: textSchema('The format of a text.', 'basic_html'),
        elements: {
          type: 'object',
          description: 'The HTML elements that `processed` keeps, with their attributes.',
          additionalProperties: listSchema(textSchema('The name of an attribute.', 'href')),
        },
        attributes: listSchema(textSchema('An attribute of every element.', 'data-*')),
        schemes: listSchema(textSchema('A scheme of addresses.', 'https')),
        pictureSchemes: listSchema(textSchema('A scheme of addresses of pictures.', 'https')),
      }),
    ),
    bundles: listSchema(ref('Bundle')),
  }),
};
