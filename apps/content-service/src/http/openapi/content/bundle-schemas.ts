import { isDeepStrictEqual } from 'node:util';
import {
  type ContentModel,
  type Field,
  FILE_TYPE,
  getStatusField,
  type ResourceType,
} from '@content-service/bundles';
import { requiresValue } from '@content-service/entries';
import type { ApiRoot } from '@content-service/jsonapi';
import {
  getVisibleAttributes,
  mapByName,
  readAttributeSchema,
  writeAttributeSchema,
} from './field-schema.js';
import { createResourceExample, buildResponseExample, updateResourceExample } from './resource-examples.js';
import { objectSchema, ref, type Schema, type Schemas } from '../elements/schema.js';
import { collectionSchema, documentSchema, NEW_ID, resourceSchema } from './document-schemas.js';
import { readRelationshipSchema, writeRelationshipSchema } from './relationships.js';

/**
 * The schemas of every bundle: the resource, named as its type, and further ones with a suffix, such as
 * `node--article.new`.
 */
export function bundleSchemas(model: ContentModel, apiRoot: ApiRoot): Schemas {
  const schemas = model.resourceTypes.flatMap((type) => [
    ...readSchemas(type, apiRoot),
    ...(type.entityType.writable === false ? [] : changeSchemas(type)),
    ...(type.entityType.writable === true ? [createSchema(type)] : []),
  ]);
  return Object.fromEntries(schemas);
}

type NamedSchema = readonly [name: string, schema: Schema];

function readSchemas(type: ResourceType, apiRoot: ApiRoot): readonly NamedSchema[] {
  const { name, bundle } = type;
  const resource = resourceSchema(
    typeSchema(type),
    objectSchema(mapByName(getVisibleAttributes(type), (field) => readAttributeSchema(field, type))),
    objectSchema(mapByName(type.relationships, (field) => readRelationshipSchema(field, type))),
    ref(name === FILE_TYPE ? 'FileLinks' : 'Links'),
  );
  return [
    [name, { ...resource, title: bundle.label, examples: [buildResponseExample(type, apiRoot)] }],
    [`${name}.collection`, collectionSchema(ref(name))],
    [`${name}.document`, documentSchema(ref(name))],
  ];
}

function changeSchemas(type: ResourceType): readonly NamedSchema[] {
  const { name } = type;
  const attributes = {
    ...mapByName(getVisibleAttributes(type), (field) => writeAttributeSchema(field, type)),
    ...(type.entityType.schedulable ? SCHEDULE_ATTRIBUTES : {}),
  };
  const relationships = mapByName(type.relationships, (field) => writeRelationshipSchema(field, type));
  const change = objectSchema({ type: typeSchema(type), id: ref('Uuid'), ...refParts(name) }, ['type', 'id']);
  return [
    [`${name}.attributes`, { ...objectSchema(attributes), additionalProperties: false }],
    [`${name}.relationships`, { ...objectSchema(relationships), additionalProperties: false }],
    [`${name}.change`, { ...change, examples: [updateResourceExample(type)] }],
  ];
}

function createSchema(type: ResourceType): NamedSchema {
  const schema = newResource(type, refParts(type.name));
  return [`${type.name}.new`, { ...schema, examples: [createResourceExample(type)] }];
}

/** The members of a resource object in request bodies. */
function refParts(name: string): Readonly<Record<'attributes' | 'relationships', Schema>> {
  return { attributes: ref(`${name}.attributes`), relationships: ref(`${name}.relationships`) };
}

/** Attributes that are not part of the entry: `/manage/entry-schedules` lists them. */
const SCHEDULE_ATTRIBUTES: Schemas = {
  publish_on: scheduleSchema('published'),
  unpublish_on: scheduleSchema('unpublished'),
};

function scheduleSchema(state: string): Schema {
  const description = `When the entry is to be ${state}; \`null\` cancels. Documents do not contain it.`;
  return { type: ['string', 'null'], format: 'date-time', description };
}

/** The resource of a POST, with the required fields; a draft may lack some of them. */
function newResource(
  type: ResourceType,
  parts: Readonly<Record<'attributes' | 'relationships', Schema>>,
): Schema {
  const always = findRequired(type, false);
  const resource = objectSchema(
    {
      type: typeSchema(type),
      id: NEW_ID,
      attributes: withRequired(always.attributes, parts.attributes),
      relationships: withRequired(always.relationships, parts.relationships),
    },
    ['type', ...Object.keys(toRequired(always))],
  );
  const published = findRequired(type, true);
  if (isDeepStrictEqual(always, published)) return resource;
  const status = getStatusField(type.entityType);
  const draft = objectSchema({ [status]: { const: false } }, [status]);
  const required = toRequired(published);
  return {
    ...resource,
    description: `With \`${status}: false\` it may lack required values other than \`${type.entityType.labelField}\`.`,
    if: objectSchema({ attributes: draft }, ['attributes']),
    else: objectSchema(required, Object.keys(required)),
  };
}

type RequiredNames = Readonly<Record<'attributes' | 'relationships', readonly string[]>>;

/** The names of the fields that an entry has to have values in. */
function findRequired(type: ResourceType, published: boolean): RequiredNames {
  const select = (fields: readonly Field[]): readonly string[] =>
    fields.filter((field) => requiresValue(field, type, published)).map(({ name }) => name);
  return { attributes: select(getVisibleAttributes(type)), relationships: select(type.relationships) };
}

function toRequired(names: RequiredNames): Schemas {
  const parts = Object.entries(names).filter(([, required]) => required.length > 0);
  return Object.fromEntries(parts.map(([part, required]) => [part, objectWith(required)]));
}

function withRequired(names: readonly string[], part: Schema): Schema {
  return names.length === 0 ? part : { allOf: [part, objectWith(names)] };
}

function objectWith(required: readonly string[]): Schema {
  return { type: 'object', required };
}

function typeSchema({ name }: ResourceType): Schema {
  return { type: 'string', const: name };
}
