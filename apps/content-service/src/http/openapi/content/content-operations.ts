import { type ContentModel, getFileRules, isMultiple } from '@content-service/bundles';
import { atomicOperations } from './atomic-operations.js';
import { bodySchema } from './document-schemas.js';
import { downloadOperations } from './downloads.js';
import { entryOperations, type EntrySubject } from './entry-operations.js';
import { menuItemsOperation } from './menu-items.js';
import type { Operation } from '../elements/operation.js';
import { relationshipOperations, relationshipSchemas, type RelationshipSubject } from './relationships.js';
import { documentResponse } from '../elements/responses.js';
import { ref } from '../elements/schema.js';
import { uploadOperations } from './uploads.js';

export const ENTRIES_TAG = 'Entries';

/** The endpoints of the specification as they are on every deployment. @param prefix `/api`, or `/jsonapi` */
export function generalOperations(prefix: string): readonly Operation[] {
  const path = `${prefix}/{entityType}/{bundle}`;
  const shared = { tag: ENTRIES_TAG, suffix: '', writable: true };
  const entries: EntrySubject = {
    ...shared,
    path,
    schemas: {
      collection: ref('EntryCollection'),
      document: ref('EntryDocument'),
      created: ref('NewEntry'),
      changed: ref('ChangedEntry'),
    },
  };
  const relationships: RelationshipSubject = {
    ...shared,
    entryPath: `${path}/{uuid}`,
    field: '{field}',
    multiple: true,
    schemas: {
      related: ref('RelatedDocument'),
      relationship: ref('RelationshipDocument'),
      linkage: ref('Linkage'),
      members: ref('LinkageMembers'),
    },
  };
  return [
    entryPoint(prefix),
    eventStream(prefix),
    menuItemsOperation(prefix, ENTRIES_TAG),
    ...entryOperations(entries),
    ...relationshipOperations(relationships),
    ...atomicOperations(prefix, ENTRIES_TAG),
    ...downloadOperations(ENTRIES_TAG),
  ];
}

/** The entry and relationship operations of each bundle, with its fields. */
export function bundleOperations(model: ContentModel, prefix: string): readonly Operation[] {
  return model.resourceTypes.flatMap((type) => {
    const { name, entityType, bundle } = type;
    const path = `${prefix}/${entityType.name}/${bundle.bundle}`;
    const shared = { tag: name, writable: entityType.writable };
    const entries = entryOperations({
      ...shared,
      path,
      suffix: `.${name}`,
      writeScope: entityType.writeScope,
      schemas: {
        collection: ref(`${name}.collection`),
        document: ref(`${name}.document`),
        created: bodySchema(ref(`${name}.new`)),
        changed: bodySchema(ref(`${name}.change`)),
      },
    });
    const relationships = type.relationships.flatMap((field) =>
      relationshipOperations({
        ...shared,
        entryPath: `${path}/{uuid}`,
        field: field.name,
        suffix: `.${name}.${field.name}`,
        multiple: isMultiple(field),
        schemas: relationshipSchemas(field, type, model),
      }),
    );
    const uploads = type.relationships
      .filter((field) => getFileRules(field) !== undefined)
      .flatMap((field) =>
        uploadOperations({
          ...{ path, tag: name, field: field.name, suffix: `.${name}.${field.name}` },
          related: relationshipSchemas(field, type, model).related,
        }),
      );
    return [...entries, ...relationships, ...uploads];
  });
}

function entryPoint(prefix: string): Operation {
  return {
    method: 'get',
    path: prefix,
    id: 'apiRoot',
    tag: ENTRIES_TAG,
    summary: 'List the collections of the site',
    description: 'Links by resource type, such as `node--article`. Any valid token is accepted.',
    access: 'token',
    responses: {
      200: documentResponse({
        description: 'The index.',
        schema: ref('EntryPoint'),
        headers: ['Cache-Control', 'Vary'],
      }),
    },
    errors: [400, 401, 406],
  };
}

function eventStream(prefix: string): Operation {
  return {
    method: 'get',
    path: `${prefix}/events`,
    id: 'streamEvents',
    tag: ENTRIES_TAG,
    summary: 'Follow changes of entries as server-sent events',
    description:
      'Events of published entries; with the scope `content:administer` of all entries. `Last-Event-ID` or `after` resumes ' +
      'behind an event. An event `reset` says that events were missed, `end` that the token has expired or the service stops.',
    access: 'reader',
    parameters: ['types', 'resourceTypes', 'data', 'after', 'lastEventId'],
    responses: {
      200: {
        description: 'The events, until the connection is closed.',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
    },
    errors: [400, 401, 403, 409, 429],
  };
}
