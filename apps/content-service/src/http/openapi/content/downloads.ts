import type { JsonObject } from '@content-service/kernel';
import type { ErrorStatus } from '../elements/error-responses.js';
import type { Operation } from '../elements/operation.js';
import { emptyResponse } from '../elements/responses.js';

const BYTES: JsonObject = {
  description: 'The bytes, which never change.',
  content: { '*/*': {} },
};

const ERRORS: readonly ErrorStatus[] = [401, 404, 412, 503];

/** The addresses of files (`uri.url` of `file--file`) and of the pictures that their links name. */
export function downloadOperations(tag: string): readonly Operation[] {
  const shared = { method: 'get', tag, access: 'reader', parameters: ['ifMatch', 'ifNoneMatch'] } as const;
  const responses = {
    200: BYTES,
    206: { ...BYTES, description: 'The part that the header Range names.' },
    301: emptyResponse('The present address.'),
    304: emptyResponse('Not changed since the ETag in `If-None-Match`.'),
    416: { description: 'The file has no bytes in the range.' },
  };
  return [
    {
      ...shared,
      path: '/files/{uuid}/{filename}',
      id: 'downloadFile',
      summary: 'Download a file',
      description: 'No token is needed while the file is published.',
      responses,
      errors: ERRORS,
    },
    {
      ...shared,
      path: '/files/{uuid}/{style}/{version}/{filename}',
      id: 'downloadPicture',
      summary: 'Download an image in the size of a style',
      description:
        'The links of the file name these addresses. The picture is made when it is asked for the first time.',
      responses,
      errors: [...ERRORS, 422],
    },
  ];
}
