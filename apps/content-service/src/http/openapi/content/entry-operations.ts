import type { EntityType } from '@content-service/bundles';
import { CONTENT_ADMINISTER } from '@content-service/scopes';
import type { Operation } from '../elements/operation.js';
import type { Access } from '../elements/security.js';
import { documentBody, documentResponse, emptyResponse } from '../elements/responses.js';
import type { Schema } from '../elements/schema.js';

/** Subject of entry operations: bundles in general, or one bundle. */
export interface EntrySubject {
  /** Path of the collection: `/api/{entityType}/{bundle}` or `/api/node/article`. */
  readonly path: string;
  readonly tag: string;
  /** Suffix that makes the operation ids of one bundle unique. */
  readonly suffix: string;
  /** `EntityType.writable`; other writes are answered by 405. */
  readonly writable: EntityType['writable'];
  /** `EntityType.writeScope`. */
  readonly writeScope?: string | undefined;
  readonly schemas: EntrySchemas;
}

interface EntrySchemas {
  readonly collection: Schema;
  readonly document: Schema;
  /** Request bodies of POST and PATCH. */
  readonly created: Schema;
  readonly changed: Schema;
}

export const ADMINISTER = { scope: CONTENT_ADMINISTER };

function getWriteAccess({ writeScope }: EntrySubject): Access {
  return writeScope === undefined ? ADMINISTER : { allScopes: [CONTENT_ADMINISTER, writeScope] };
}

/** Headers of responses with entries. */
export const DOCUMENT_HEADERS = ['ETag', 'Cache-Control', 'Vary'] as const;
export const UNCHANGED = {
  304: emptyResponse('Not changed since the ETag in `If-None-Match`.'),
};
/** Parameters of the shape of a document. */
export const SHAPE = ['fields', 'include'];

/** Operations 4 to 8 of the specification. */
export function entryOperations(subject: EntrySubject): readonly Operation[] {
  return [
    ...readOperations(subject),
    ...(subject.writable === true ? [createOperation(subject)] : []),
    ...(subject.writable === false ? [] : changeOperations(subject)),
  ];
}

function readOperations({ path, tag, suffix, schemas }: EntrySubject): readonly Operation[] {
  return [
    {
      method: 'get',
      path,
      id: `listEntries${suffix}`,
      tag,
      summary: 'List entries',
      description:
        '`data` can be shorter than `meta.count`, or empty: inaccessible entries count towards the page and are listed in `meta.omitted`. Follow `links.next` for further pages.',
      access: 'reader',
      parameters: ['filter', 'fields', 'include', 'page', 'sort', 'presentVersion', 'ifMatch', 'ifNoneMatch'],
      responses: {
        200: documentResponse({
          description: 'A page of the collection.',
          schema: schemas.collection,
          headers: DOCUMENT_HEADERS,
        }),
        ...UNCHANGED,
      },
      errors: [400, 401, 404, 406, 412],
    },
    {
      method: 'get',
      path: `${path}/{uuid}`,
      id: `getEntry${suffix}`,
      tag,
      summary: 'Get one entry',
      description: `An unpublished entry needs the scope \`${CONTENT_ADMINISTER}\`.`,
      access: 'reader',
      parameters: [...SHAPE, 'resourceVersion', 'ifMatch', 'ifNoneMatch'],
      responses: {
        200: documentResponse({
          description: 'The entry.',
          schema: schemas.document,
          headers: DOCUMENT_HEADERS,
        }),
        ...UNCHANGED,
      },
      errors: [400, 401, 403, 404, 406, 412],
    },
  ];
}

function createOperation(subject: EntrySubject): Operation {
  const { path, tag, suffix, schemas } = subject;
  return {
    method: 'post',
    path,
    id: `createEntry${suffix}`,
    tag,
    summary: 'Create an entry',
    description: 'The site must allow writing (Allowed operations: Read and write).',
    access: getWriteAccess(subject),
    parameters: [...SHAPE, 'idempotencyKey'],
    body: documentBody('The new entry.', schemas.created),
    responses: {
      201: documentResponse({
        description: 'The entry as it was stored, with the same content as a later GET.',
        schema: schemas.document,
        headers: ['Location', ...DOCUMENT_HEADERS],
      }),
    },
    errors: [400, 401, 403, 404, 405, 406, 409, 413, 415, 422],
  };
}

function changeOperations(subject: EntrySubject): readonly Operation[] {
  const { path, tag, suffix, schemas } = subject;
  const access = getWriteAccess(subject);
  return [
    {
      method: 'patch',
      path: `${path}/{uuid}`,
      id: `updateEntry${suffix}`,
      tag,
      summary: 'Update an entry',
      description:
        'Given members replace those of the entry, lists as a whole; omitted members are unchanged. With `resourceVersion=rel:working-copy` a published entry stays as it is, and its changes are kept until a request with the attribute `status` true publishes them. It is 409 for members that the entry has changed since, unless `If-Match` names its version.',
      access,
      parameters: [...SHAPE, 'writtenVersion', 'ifMatch', 'ifNoneMatch'],
      body: documentBody('What shall change.', schemas.changed),
      responses: {
        200: documentResponse({
          description: 'The updated entry.',
          schema: schemas.document,
          headers: DOCUMENT_HEADERS,
        }),
      },
      errors: [400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422],
    },
    {
      method: 'delete',
      path: `${path}/{uuid}`,
      id: `deleteEntry${suffix}`,
      tag,
      summary: 'Delete an entry',
      description:
        'With `resourceVersion=rel:working-copy` only the changes are discarded that are not published yet.',
      access,
      parameters: ['writtenVersion', 'ifMatch', 'ifNoneMatch'],
      responses: { 204: emptyResponse('The entry was deleted.') },
      errors: [400, 401, 403, 404, 405, 406, 412],
    },
  ];
}
