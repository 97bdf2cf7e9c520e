import { type Field, isMultiple, type ResourceType, targetTypes } from '@content-service/bundles';
import type { Json, JsonObject } from '@content-service/kernel';
import { entryHref, type Site } from '@content-service/jsonapi';
import { EXAMPLE_ID } from './document-schemas.js';
import { shownExample, writtenExample } from './field-examples.js';
import { visibleAttributes } from './field-schema.js';

const TARGET_ID = '0192f0c8-9b3d-7f40-8a55-2c6d1e7f9b02';

/** An entry with a value in every field, as answers show it. */
export function exampleOfShown(type: ResourceType, site: Site): JsonObject {
  const self = entryHref({ type: type.name, id: EXAMPLE_ID }, site);
  return {
    type: type.name,
    id: EXAMPLE_ID,
    attributes: byName(visibleAttributes(type), shownExample),
    relationships: byName(type.relationships, (field) => ({
      data: linkageExample(field, type),
      links: {
        self: { href: `${self}/relationships/${field.name}` },
        related: { href: `${self}/${field.name}` },
      },
    })),
    links: { self: { href: self } },
  };
}

/**
 * A new entry with what is required and the bundle's own attributes. It can be sent as it stands, unless it names an
 * entry, which will not exist.
 */
export function exampleOfNew(type: ResourceType): JsonObject {
  const { baseFields } = type.entityType;
  const attributes = type.attributes.filter((field) => field.required || !baseFields.includes(field));
  const relationships = type.relationships.filter(({ required }) => required);
  return {
    type: type.name,
    attributes: byName(attributes, writtenExample),
    ...(relationships.length === 0
      ? {}
      : { relationships: byName(relationships, (field) => ({ data: linkageExample(field, type) })) }),
  };
}

/** A change of the attribute that every entry of the type has. */
export function exampleOfChange(type: ResourceType): JsonObject {
  const label = type.attributes.filter(({ name }) => name === type.entityType.labelField);
  return { type: type.name, id: EXAMPLE_ID, attributes: byName(label, writtenExample) };
}

function linkageExample(field: Field, { name }: ResourceType): Json {
  const [type = name] = targetTypes(field, name);
  const target = { type, id: TARGET_ID };
  return isMultiple(field) ? [target] : target;
}

function byName(fields: readonly Field[], valueOf: (field: Field) => Json): JsonObject {
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
}
