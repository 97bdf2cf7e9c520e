import express, { type Request, type Response } from 'express';
import { OAuthError } from '@content-service/oauth-grants';

const LIMIT_BYTES = 16 * 1024;
const MEDIA_TYPE = 'application/x-www-form-urlencoded';

const read = express.raw({ type: () => true, limit: LIMIT_BYTES, inflate: false });

/**
 * The form in the request's body.
 *
 * @throws OAuthError invalid_request when it is not called a form, or one in another character set than UTF-8; the
 *   errors of Express, which have a `status`, when it is too large or compressed
 */
export async function formBody(request: Request, response: Response): Promise<URLSearchParams> {
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
