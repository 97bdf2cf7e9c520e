import {
  type ContentModel,
  type Field,
  isMultiple,
  type ResourceType,
  targetTypes,
} from '@content-service/bundles';
import { bodySchema, documentSchema, identifierSchema } from './document-shapes.js';
import { listBounds, titleOf } from './field-schema.js';
import type { RelationshipSchemas } from './relationship-operations.js';
import { anyOf, listSchema, nullable, objectSchema, ref, type Schema } from './schema.js';

/** The documents of one relationship of one bundle. */
export function relationshipSchemas(
  field: Field,
  type: ResourceType,
  model: ContentModel,
): RelationshipSchemas {
  const target = anyOf(existingTargets(field, type, model).map((name) => ref(name)));
  return {
    related: documentSchema(isMultiple(field) ? listSchema(target) : nullable(target)),
    relationship: documentSchema(shownLinkageSchema(field, type)),
    linkage: bodySchema(linkageSchema(field, type)),
    members: bodySchema(listSchema(memberSchema(field, type))),
  };
}

/** A relationship as resource objects show it. */
export function shownRelationshipSchema(field: Field, type: ResourceType): Schema {
  const links = ref('Links');
  return {
    ...objectSchema({ data: shownLinkageSchema(field, type), links }, ['data', 'links']),
    ...titleOf(field),
  };
}

/** A relationship in the body of a write. */
export function writtenRelationshipSchema(field: Field, type: ResourceType): Schema {
  return { ...objectSchema({ data: linkageSchema(field, type) }, ['data']), ...titleOf(field) };
}

/** Targets that are gone are left out, so that even a required relationship can be empty. */
function shownLinkageSchema(field: Field, type: ResourceType): Schema {
  return linkageSchema({ ...field, required: false }, type);
}

function linkageSchema(field: Field, type: ResourceType): Schema {
  const member = memberSchema(field, type);
  if (isMultiple(field)) return { ...listSchema(member), ...listBounds(field, field.required) };
  return field.required ? member : nullable(member);
}

function memberSchema(field: Field, type: ResourceType): Schema {
  return identifierSchema({ type: 'string', enum: targetTypes(field, type.name) });
}

/** A field may name types whose bundle was removed or is still to come. */
function existingTargets(field: Field, type: ResourceType, model: ContentModel): readonly string[] {
  const existing = targetTypes(field, type.name).filter((name) => model.find(name) !== undefined);
  return existing.length === 0 ? ['Resource'] : existing;
}
