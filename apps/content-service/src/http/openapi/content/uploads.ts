import { FILE_TYPE } from '@content-service/bundles';
import type { JsonObject } from '@content-service/kernel';
import type { ErrorStatus } from '../elements/error-responses.js';
import type { Operation } from '../elements/operation.js';
import { documentResponse } from '../elements/responses.js';
import { ref, type Schema } from '../elements/schema.js';
import { ADMINISTER, DOCUMENT_HEADERS, SHAPE } from './entry-operations.js';

/** A field for files, of one bundle. */
export interface UploadSubject {
  /** Path of the collection: `/api/node/article`. */
  readonly path: string;
  readonly field: string;
  readonly tag: string;
  /** Suffix that makes the operation ids of one field unique. */
  readonly suffix: string;
  /** The document with the files of the field. */
  readonly related: Schema;
}

const CONTENT_DISPOSITION: JsonObject = {
  name: 'Content-Disposition',
  in: 'header',
  required: true,
  description:
    'The name of the file: `file; filename="tram.jpg"`, or `filename*=UTF-8\'\'…` for other characters than those of ASCII.',
  schema: { type: 'string' },
  example: 'file; filename="tram.jpg"',
};

const BODY: JsonObject = {
  required: true,
  description: 'The bytes of the file.',
  content: { 'application/octet-stream': {} },
};

const ERRORS: readonly ErrorStatus[] = [400, 401, 403, 404, 405, 406, 413, 415, 422];

/** Uploads of new files to a field, as the reference implementation has them. */
export function uploadOperations({ path, field, tag, suffix, related }: UploadSubject): readonly Operation[] {
  return [
    {
      ...{ method: 'post', path: `${path}/${field}`, id: `uploadFile${suffix}`, tag },
      summary: 'Upload a file',
      description:
        'The file is hidden until an entry links it by this field or another one; a file that nothing has linked for a day is deleted.',
      access: ADMINISTER,
      parameters: [CONTENT_DISPOSITION, ...SHAPE],
      body: BODY,
      responses: {
        201: documentResponse({
          description: 'The file.',
          schema: ref(`${FILE_TYPE}.document`),
          headers: ['Location', ...DOCUMENT_HEADERS],
        }),
      },
      errors: ERRORS,
    },
    {
      ...{ method: 'post', path: `${path}/{uuid}/${field}`, id: `uploadRelatedFile${suffix}`, tag },
      summary: 'Upload a file and link it',
      description:
        'The file replaces the one of a to-one relationship, and is added to those of a to-many relationship.',
      access: ADMINISTER,
      parameters: [CONTENT_DISPOSITION, ...SHAPE, 'ifMatch', 'ifNoneMatch'],
      body: BODY,
      responses: {
        200: documentResponse({
          description: 'The files of the relationship.',
          schema: related,
          headers: DOCUMENT_HEADERS,
        }),
      },
      errors: [...ERRORS, 412],
    },
  ];
}
