import express, { type Request, type Response } from 'express';
import { isMediaTypeInUtf8, parseContentType } from '@content-service/jsonapi';
import { OAuthError } from '@content-service/oauth-grants';
import { readRawBody } from '../http/request-body.js';

const MEDIA_TYPE = 'application/x-www-form-urlencoded';

/** Parser of forms that clients send. */
const readTokenForm = express.raw({ type: () => true, limit: 16 * 1024, inflate: false });

/** Parser of forms of pages: a destination of the maximum length, with each character percent-encoded, fits. */
const readAuthorizationForm = express.raw({ type: () => true, limit: 512 * 1024, inflate: false });

/**
 * Reads a form from the body of a request.
 *
 * @throws OAuthError invalid_request when its Content-Type is not a form in UTF-8; the
 *   errors of Express, which have a `status`, when it is too large or compressed
 */
export function readFormBody(request: Request, response: Response): Promise<URLSearchParams> {
  return parseForm(readTokenForm, request, response);
}

/** Reads a form that contains a destination; otherwise as `readFormBody`. */
export function readAuthorizationFormBody(request: Request, response: Response): Promise<URLSearchParams> {
  return parseForm(readAuthorizationForm, request, response);
}

async function parseForm(
  read: typeof readTokenForm,
  request: Request,
  response: Response,
): Promise<URLSearchParams> {
  if (!isMediaTypeInUtf8(MEDIA_TYPE, parseContentType(request.headers['content-type']))) {
    throw new OAuthError('invalid_request', `The Content-Type must be ${MEDIA_TYPE}, in UTF-8.`);
  }
  return new URLSearchParams((await readRawBody(read, request, response)).toString('utf8'));
}
