import {
  type Bundle,
  ContentModel,
  defineField,
  type Field,
  NEW_FIELD_TYPES,
  type FieldSettings,
  type FieldTypeName,
} from '@content-service/bundles';
import type { JsonObject } from '@content-service/kernel';
import { type Deployment, buildOpenApiDocument } from './openapi-document.js';

const SETTINGS: Partial<Record<FieldTypeName, FieldSettings>> = {
  string: { maxLength: 5 },
  integer: { min: 10, max: 20 },
  decimal: { precision: 8, scale: 3 },
  daterange: { datetimeType: 'date' },
  list_string: { allowedValues: [{ value: 'red', label: 'Red' }] },
  entity_reference: { targetTypes: ['taxonomy_term--tag', 'node--gone'] },
};

/** A field of the type that may be empty, one that must not, and one for three values. */
function createFields(type: FieldTypeName): readonly Field[] {
  const rest = { label: type, settings: SETTINGS[type] ?? {} };
  return [
    defineField(`field_${type}`, type, rest),
    defineField(`field_${type}_required`, type, { ...rest, required: true }),
    defineField(`field_${type}_three`, type, { ...rest, cardinality: 3 }),
  ];
}

const bundle = (entityType: string, name: string, fields: readonly Field[] = []): Bundle => ({
  entityType,
  bundle: name,
  label: name,
  fields,
  since: 1,
});

const types = NEW_FIELD_TYPES as readonly FieldTypeName[];

/** Every field type in each of its ways. */
export const ARTICLE = bundle('node', 'article', types.flatMap(createFields));
export const TAG = bundle('taxonomy_term', 'tag');

export function describeSite(changes: Partial<Deployment> = {}): JsonObject {
  return buildOpenApiDocument({
    model: new ContentModel(2, [ARTICLE, TAG]),
    baseUrl: 'https://cms.example.com',
    prefix: '/api',
    oauth: true,
    pageLimitMaximum: 50,
    ...changes,
  });
}
