import { listSchema, objectSchema, ref, type Schema, type Schemas } from './schema.js';

/** The members every document of entries has besides its primary data. */
export function documentSchema(primaryData: Schema): Schema {
  return objectSchema(membersOf(primaryData, ref('Meta'), ref('Links')), ['jsonapi', 'data', 'links']);
}

/** Specification, «Collection document». */
export function collectionSchema(resource: Schema): Schema {
  const members = membersOf(listSchema(resource), ref('CollectionMeta'), ref('PageLinks'));
  return objectSchema(members, ['jsonapi', 'data', 'links', 'meta']);
}

function membersOf(data: Schema, meta: Schema, links: Schema): Schemas {
  return { jsonapi: ref('JsonApi'), data, included: listSchema(ref('Resource')), meta, links };
}

/** The body of a write: a document of which only the primary data is looked at. */
export function bodySchema(primaryData: Schema): Schema {
  return objectSchema({ data: primaryData }, ['data']);
}

/** A resource object. Sparse fieldsets leave out fields, so none of them is always there. */
export function resourceSchema(type: Schema, attributes: Schema, relationships: Schema): Schema {
  return objectSchema({ type, id: ref('Uuid'), attributes, relationships, links: ref('Links') }, [
    'type',
    'id',
    'attributes',
    'relationships',
  ]);
}

/** Of an entry that is to be created. */
export const NEW_ID: Schema = {
  ...ref('Uuid'),
  description: 'Chosen by the client, in lower case; without it the service makes one.',
};

export function identifierSchema(type: Schema): Schema {
  return objectSchema({ type, id: ref('Uuid'), meta: ref('IdentifierMeta') }, ['type', 'id']);
}
