import {
  FIELD_TYPES,
  type FieldSettings,
  FORM_REGIONS,
  NEW_FIELD_TYPES,
  PRECISION_MAXIMUM,
  STRING_MAXIMUM,
} from '@content-service/bundles';
import { USAGE_COUNT_MAXIMUM } from '@content-service/site-jobs';
import type { Operation } from '../elements/operation.js';
import { jsonResponse } from '../elements/responses.js';
import {
  closedObjectSchema,
  completeObjectSchema,
  listSchema,
  nullable,
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

const MACHINE_NAME: Schema = {
  type: 'string',
  pattern: '^[a-z][a-z0-9_]{0,31}$',
  examples: ['field_rating'],
};
const COUNT: Schema = { type: 'integer', minimum: 0 };
const INTEGER: Schema = { type: 'integer' };

const SETTINGS: Readonly<Record<keyof FieldSettings, Schema>> = {
  maxLength: { ...INTEGER, minimum: 1, maximum: STRING_MAXIMUM, description: 'In characters.' },
  min: { type: 'number' },
  max: { type: 'number' },
  precision: { ...INTEGER, minimum: 1, maximum: PRECISION_MAXIMUM, description: 'Digits of a decimal.' },
  scale: { ...INTEGER, minimum: 0, maximum: PRECISION_MAXIMUM, description: 'Digits after the point.' },
  allowedValues: listSchema(completeObjectSchema({ value: { type: 'string' }, label: { type: 'string' } })),
  datetimeType: { type: 'string', enum: ['date', 'datetime'] },
  targetTypes: listSchema(textSchema('A resource type.', 'taxonomy_term--tags')),
  caseSensitive: YES_OR_NO,
};

const CHANGE: Schemas = {
  label: textSchema('Label for display.', 'Rating'),
  required: YES_OR_NO,
  cardinality: {
    ...INTEGER,
    ...{ minimum: -1, maximum: 1000, not: { const: 0 } },
    description: 'Maximum number of values; -1 for no limit.',
  },
  settings: objectSchema(SETTINGS),
};

const HINTS: Readonly<Record<'description' | 'placeholder' | 'defaultValue' | 'formDisplay', Schema>> = {
  description: { type: 'string', minLength: 1, maxLength: 1000, description: 'Help text for editors.' },
  placeholder: { type: 'string', minLength: 1, maxLength: 255, description: 'Example in an empty input.' },
  defaultValue: {
    description:
      'Value with which forms begin a new entry, as in request bodies; a list if the field has several. The API does not apply it.',
  },
  formDisplay: {
    ...closedObjectSchema({
      group: {
        ...textSchema('Heading of the group of fields to which it belongs.', 'Search engines'),
        minLength: 1,
        maxLength: 255,
      },
      region: { type: 'string', enum: FORM_REGIONS, default: 'main', description: 'Column of the form.' },
    }),
    description: 'Place in the forms of entries.',
  },
};

/** In request bodies `null` removes a hint. */
const HINT_CHANGES: Schemas = {
  ...HINTS,
  description: nullable(HINTS.description),
  placeholder: nullable(HINTS.placeholder),
  formDisplay: nullable(HINTS.formDisplay),
};

const FIELD: Schemas = {
  name: MACHINE_NAME,
  type: { type: 'string', enum: Object.keys(FIELD_TYPES) },
  ...CHANGE,
};

const NEW_TYPE: Schema = { type: 'string', enum: NEW_FIELD_TYPES };

const IS_MINIMUM: Schema = {
  const: true,
  description: `More entries may have a value: a request counts up to ${USAGE_COUNT_MAXIMUM}.`,
};

const FIELD_NAMES = Object.keys(FIELD);

const BUNDLE_TEXTS: Schemas = {
  label: textSchema('Label for display.', 'Article'),
  description: nullable({ type: 'string' }),
};

export const CONTENT_MODEL_SCHEMAS: Schemas = {
  Field: objectSchema({ ...FIELD, ...HINTS }, FIELD_NAMES),
  'Field.withUse': objectSchema(
    { ...FIELD, ...HINTS, entriesWithValue: COUNT, entriesWithValueIsMinimum: IS_MINIMUM },
    [...FIELD_NAMES, 'entriesWithValue'],
  ),
  'Field.new': closedObjectSchema({ ...FIELD, type: NEW_TYPE, ...HINT_CHANGES }, ['name', 'type', 'label']),
  'Field.change': closedObjectSchema({ ...CHANGE, ...HINT_CHANGES }),
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
    {
      entityType: textSchema('The entity type.', 'node'),
      bundle: MACHINE_NAME,
      ...BUNDLE_TEXTS,
      fields: listSchema(ref('Field.new')),
    },
    ['entityType', 'bundle', 'label'],
  ),
  'Bundle.change': closedObjectSchema({
    ...BUNDLE_TEXTS,
    fieldOrder: { ...listSchema(MACHINE_NAME), description: 'All custom fields of the bundle, each once.' },
  }),
  ContentModel: completeObjectSchema({
    version: COUNT,
    entityTypes: listSchema(
      completeObjectSchema({
        name: textSchema('The machine name.', 'node'),
        label: textSchema('Label for display.', 'Content'),
        labelField: textSchema('The field with the label of an entry.', 'title'),
        bundles: { type: 'string', enum: ['many', 'one'] },
        writable: YES_OR_NO,
      }),
    ),
    fieldTypes: listSchema(
      completeObjectSchema({
        name: { type: 'string', enum: Object.keys(FIELD_TYPES) },
        label: textSchema('Label for display.', 'Plain text'),
        settings: listSchema({ type: 'string', enum: Object.keys(SETTINGS) }),
      }),
    ),
    bundles: listSchema(ref('Bundle')),
  }),
};
