import type { ContentModel, Field, ResourceType } from '@content-service/bundles';
import type { Site } from '@content-service/jsonapi';
import { collectionSchema, documentSchema, NEW_ID, resourceSchema } from './document-shapes.js';
import { shownAttributeSchema, visibleAttributes, writtenAttributeSchema } from './field-schema.js';
import { shownRelationshipSchema, writtenRelationshipSchema } from './relationship-schemas.js';
import { exampleOfChange, exampleOfNew, exampleOfShown } from './resource-examples.js';
import { objectSchema, ref, type Schema, type Schemas } from './schema.js';

/** The schemas of every bundle: the resource under the name of its type, what belongs to it with a point behind. */
export function bundleSchemas(model: ContentModel, site: Site): Schemas {
  const schemas = model.resourceTypes.flatMap((type) => [
    ...shownSchemas(type, site),
    ...(type.entityType.writable ? writtenSchemas(type) : []),
  ]);
  return Object.fromEntries(schemas);
}

type NamedSchema = readonly [name: string, schema: Schema];

function shownSchemas(type: ResourceType, site: Site): readonly NamedSchema[] {
  const { name, bundle } = type;
  const resource = resourceSchema(
    typeSchema(type),
    objectSchema(byName(visibleAttributes(type), (field) => shownAttributeSchema(field, type))),
    objectSchema(byName(type.relationships, (field) => shownRelationshipSchema(field, type))),
  );
  return [
    [name, { ...resource, title: bundle.label, examples: [exampleOfShown(type, site)] }],
    [`${name}.collection`, collectionSchema(ref(name))],
    [`${name}.document`, documentSchema(ref(name))],
  ];
}

function writtenSchemas(type: ResourceType): readonly NamedSchema[] {
  const { name } = type;
  const attributes = byName(visibleAttributes(type), writtenAttributeSchema);
  const relationships = byName(type.relationships, (field) => writtenRelationshipSchema(field, type));
  const parts = { attributes: ref(`${name}.attributes`), relationships: ref(`${name}.relationships`) };
  const change = objectSchema({ type: typeSchema(type), id: ref('Uuid'), ...parts }, ['type', 'id']);
  return [
    [`${name}.attributes`, { ...objectSchema(attributes), additionalProperties: false }],
    [`${name}.relationships`, { ...objectSchema(relationships), additionalProperties: false }],
    [`${name}.new`, { ...newResource(type, parts), examples: [exampleOfNew(type)] }],
    [`${name}.change`, { ...change, examples: [exampleOfChange(type)] }],
  ];
}

/** The resource of a POST must bring what a change may leave out. */
function newResource(
  type: ResourceType,
  parts: Readonly<Record<'attributes' | 'relationships', Schema>>,
): Schema {
  const attributes = visibleAttributes(type).filter(isRequired);
  const relationships = type.relationships.filter(isRequired);
  return objectSchema(
    {
      type: typeSchema(type),
      id: NEW_ID,
      attributes: requiring(attributes, parts.attributes),
      relationships: requiring(relationships, parts.relationships),
    },
    [
      'type',
      ...(attributes.length > 0 ? ['attributes'] : []),
      ...(relationships.length > 0 ? ['relationships'] : []),
    ],
  );
}

function requiring(fields: readonly Field[], part: Schema): Schema {
  if (fields.length === 0) return part;
  return { allOf: [part, { type: 'object', required: fields.map(({ name }) => name) }] };
}

function isRequired({ required }: Field): boolean {
  return required;
}

function typeSchema({ name }: ResourceType): Schema {
  return { type: 'string', const: name };
}

function byName(fields: readonly Field[], schemaOf: (field: Field) => Schema): Schemas {
  return Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)]));
}
