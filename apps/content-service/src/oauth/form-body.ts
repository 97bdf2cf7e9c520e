import express, { type Request, type Response } from 'express';
import { OAuthError } from '@content-service/oauth-grants';

const MEDIA_TYPE = 'application/x-www-form-urlencoded';

/** Reads the body of what a program sends. */
const readShort = express.raw({ type: () => true, limit: 16 * 1024, inflate: false });

/** Reads that of a page which leads on to an address: the longest there is, each character of it encoded. */
const readWithAddress = express.raw({ type: () => true, limit: 512 * 1024, inflate: false });

/**
 * The form in the request's body.
 *
 * @throws OAuthError invalid_request when it is not called a form, or one in another character set than UTF-8; the
 *   errors of Express, which have a `status`, when it is too large or compressed
 */
export function formBody(request: Request, response: Response): Promise<URLSearchParams> {
  return formReadBy(readShort, request, response);
}

/** As `formBody`, where the form carries the address to go to. */
export function formWithAddress(request: Request, response: Response): Promise<URLSearchParams> {
  return formReadBy(readWithAddress, request, response);
}

async function formReadBy(
  read: typeof readShort,
  request: Request,
  response: Response,
): Promise<URLSearchParams> {
  if (!isForm(request.headers['content-type'])) {
    throw new OAuthError('invalid_request', `The Content-Type must be ${MEDIA_TYPE}, in UTF-8.`);
  }
  const body = await new Promise<unknown>((resolve, reject) => {
    read(request, response, (error?: Error) => {
      if (error === undefined) resolve(request.body);
      else reject(error);
    });
  });
  return new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : '');
}

function isForm(contentType: string | undefined): boolean {
  const [mediaType, ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const charsets = parameters.map((parameter) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/.exec(parameter)?.[1]);
  return (
    mediaType?.trim() === MEDIA_TYPE &&
    charsets.every((charset) => charset === undefined || charset === 'utf-8')
  );
}
