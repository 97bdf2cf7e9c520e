import { FIELD_TYPES, type FieldSettings } from '@content-service/bundles';
import { body, complete, YES_OR_NO } from './management-schemas.js';
import { listSchema, nullable, objectSchema, ref, type Schema, type Schemas, textSchema } from './schema.js';

const MACHINE_NAME: Schema = {
  type: 'string',
  pattern: '^[a-z][a-z0-9_]{0,31}$',
  examples: ['field_rating'],
};
const COUNT: Schema = { type: 'integer', minimum: 0 };
const INTEGER: Schema = { type: 'integer' };

const SETTINGS: Readonly<Record<keyof FieldSettings, Schema>> = {
  maxLength: { type: 'integer', minimum: 1, description: 'In characters.' },
  min: { type: 'number' },
  max: { type: 'number' },
  precision: { ...INTEGER, description: 'All digits of a decimal.' },
  scale: { ...INTEGER, description: 'The digits of a decimal behind the point.' },
  allowedValues: listSchema(complete({ value: { type: 'string' }, label: { type: 'string' } })),
  datetimeType: { type: 'string', enum: ['date', 'datetime'] },
  targetTypes: listSchema(textSchema('A resource type.', 'taxonomy_term--tags')),
  caseSensitive: YES_OR_NO,
};

const CHANGE: Schemas = {
  label: textSchema('Shown to people.', 'Rating'),
  required: YES_OR_NO,
  cardinality: { ...INTEGER, minimum: -1, maximum: 1000, description: 'The most values; -1 for no bound.' },
  settings: objectSchema(SETTINGS),
};

const FIELD: Schemas = {
  name: MACHINE_NAME,
  type: { type: 'string', enum: Object.keys(FIELD_TYPES) },
  ...CHANGE,
};

const BUNDLE_TEXTS: Schemas = {
  label: textSchema('Shown to people.', 'Article'),
  description: nullable({ type: 'string' }),
};

export const CONTENT_MODEL_SCHEMAS: Schemas = {
  Field: complete(FIELD),
  'Field.withUse': complete({ ...FIELD, entriesWithValue: COUNT }),
  'Field.new': body(FIELD, ['name', 'type', 'label']),
  'Field.change': body(CHANGE),
  Bundle: complete({
    entityType: textSchema('The entity type.', 'node'),
    bundle: textSchema('The machine name.', 'article'),
    type: textSchema('The resource type.', 'node--article'),
    ...BUNDLE_TEXTS,
    entries: { ...COUNT, description: 'How many there are, published or not.' },
    baseFields: listSchema(ref('Field')),
    fields: listSchema(ref('Field')),
  }),
  'Bundle.new': body(
    {
      entityType: textSchema('The entity type.', 'node'),
      bundle: MACHINE_NAME,
      ...BUNDLE_TEXTS,
      fields: listSchema(ref('Field.new')),
    },
    ['entityType', 'bundle', 'label'],
  ),
  'Bundle.change': body({
    ...BUNDLE_TEXTS,
    fieldOrder: { ...listSchema(MACHINE_NAME), description: 'All fields of its own, each once.' },
  }),
  ContentModel: complete({
    version: COUNT,
    entityTypes: listSchema(
      complete({
        name: textSchema('The machine name.', 'node'),
        label: textSchema('Shown to people.', 'Content'),
        labelField: textSchema('The field that names an entry to people.', 'title'),
        bundles: { type: 'string', enum: ['many', 'one'] },
        writable: YES_OR_NO,
      }),
    ),
    fieldTypes: listSchema(
      complete({
        name: { type: 'string', enum: Object.keys(FIELD_TYPES) },
        label: textSchema('Shown to people.', 'Plain text'),
        settings: listSchema({ type: 'string', enum: Object.keys(SETTINGS) }),
      }),
    ),
    bundles: listSchema(ref('Bundle')),
  }),
};
