import { CONTENT_ADMINISTER } from '@content-service/scopes';
import { documentAnswer, documentBody, emptyAnswer } from './answers.js';
import type { Operation } from './operation.js';
import type { Schema } from './schema.js';

/** What the operations of a collection and its entries are about: bundles in general, or one bundle. */
export interface EntrySubject {
  /** Of the collection: `/api/{entityType}/{bundle}` or `/api/node/article`. */
  readonly path: string;
  readonly tag: string;
  /** Sets the operation ids of one bundle apart from the general ones. */
  readonly suffix: string;
  /** Whether entries are written over JSON:API. Bundles in general are; those that are not answer 405. */
  readonly writable: boolean;
  readonly schemas: EntrySchemas;
}

interface EntrySchemas {
  readonly collection: Schema;
  readonly document: Schema;
  /** The bodies of POST and PATCH. */
  readonly created: Schema;
  readonly changed: Schema;
}

export const ADMINISTER = { scope: CONTENT_ADMINISTER };
/** Of answers that show entries. */
export const DOCUMENT_HEADERS = ['ETag', 'Cache-Control', 'Vary'] as const;
export const UNCHANGED = {
  304: emptyAnswer('Not changed since the ETag in `If-None-Match`.'),
};
/** The parameters that decide how a document looks. */
export const SHAPE = ['fields', 'include'];

/** The operations 4 to 8 of the specification. */
export function entryOperations(subject: EntrySubject): readonly Operation[] {
  return [...readOperations(subject), ...(subject.writable ? writeOperations(subject) : [])];
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
        '`data` can be shorter than `meta.count`, or empty: entries this request may not see keep their place and are named in `meta.omitted`. Follow `links.next` for further pages.',
      access: 'reader',
      parameters: ['filter', 'fields', 'include', 'page', 'sort', 'resourceVersion', 'ifNoneMatch'],
      answers: {
        200: documentAnswer({
          description: 'A page of the collection.',
          schema: schemas.collection,
          headers: DOCUMENT_HEADERS,
        }),
        ...UNCHANGED,
      },
      errors: [400, 401, 404, 406],
    },
    {
      method: 'get',
      path: `${path}/{uuid}`,
      id: `getEntry${suffix}`,
      tag,
      summary: 'Get one entry',
      description: `An unpublished entry needs the scope \`${CONTENT_ADMINISTER}\`.`,
      access: 'reader',
      parameters: [...SHAPE, 'resourceVersion', 'ifNoneMatch'],
      answers: {
        200: documentAnswer({
          description: 'The entry.',
          schema: schemas.document,
          headers: DOCUMENT_HEADERS,
        }),
        ...UNCHANGED,
      },
      errors: [400, 401, 403, 404, 406],
    },
  ];
}

function writeOperations({ path, tag, suffix, schemas }: EntrySubject): readonly Operation[] {
  return [
    {
      method: 'post',
      path,
      id: `createEntry${suffix}`,
      tag,
      summary: 'Create an entry',
      description: 'The site must allow writing (Allowed operations: Read and write).',
      access: ADMINISTER,
      parameters: [...SHAPE, 'idempotencyKey'],
      body: documentBody('The new entry.', schemas.created),
      answers: {
        201: documentAnswer({
          description: 'The entry as it was stored, with the same content as a later GET.',
          schema: schemas.document,
          headers: ['Location', ...DOCUMENT_HEADERS],
        }),
      },
      errors: [400, 401, 403, 404, 405, 406, 409, 413, 415, 422],
    },
    {
      method: 'patch',
      path: `${path}/{uuid}`,
      id: `updateEntry${suffix}`,
      tag,
      summary: 'Update an entry',
      description: 'Members that are given replace those of the entry, whole lists too; the others stay.',
      access: ADMINISTER,
      parameters: [...SHAPE, 'ifMatch'],
      body: documentBody('What shall change.', schemas.changed),
      answers: {
        200: documentAnswer({
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
      access: ADMINISTER,
      parameters: ['ifMatch'],
      answers: { 204: emptyAnswer('The entry is gone.') },
      errors: [400, 401, 403, 404, 405, 406, 412],
    },
  ];
}
