import express, { type Request, type Response } from 'express';
import { isMediaTypeInUtf8, parseContentType } from '@content-service/jsonapi';
import { OAuthError } from '@content-service/oauth-grants';
import { URL_LENGTH_MAXIMUM } from '../server/middleware.js';
import { readRawBody } from '../protocol/request-body.js';

const MEDIA_TYPE = 'application/x-www-form-urlencoded';

/** A form without a destination: names, passwords and tokens of the maximum lengths fit. */
const FORM_BYTES_MAXIMUM = 16 * 1024;

/** A URL of the maximum length fits, with each character percent-encoded. */
const DESTINATION_BYTES_MAXIMUM = 3 * URL_LENGTH_MAXIMUM;

/** Parser of forms without a destination. */
const readForm = express.raw({ type: () => true, limit: FORM_BYTES_MAXIMUM, inflate: false });

/** Parser of forms of pages that lead to a destination afterwards. */
const readDestinationForm = express.raw({
  type: () => true,
  limit: FORM_BYTES_MAXIMUM + DESTINATION_BYTES_MAXIMUM,
  inflate: false,
});

/**
 * Reads a form from the body of a request.
 *
 * @throws OAuthError invalid_request when its Content-Type is not a form in UTF-8; the
 *   errors of Express, which have a `status`, when it is too large or compressed
 */
export function readFormBody(request: Request, response: Response): Promise<URLSearchParams> {
  return parseForm(readForm, request, response);
}

/**
 * Reads a form that contains a destination; otherwise as `readFormBody`. It is read before the CSRF check: the login shows
 * the form again with its destination when the cookie is gone, and a program can send any cookie.
 */
export function readDestinationFormBody(request: Request, response: Response): Promise<URLSearchParams> {
  return parseForm(readDestinationForm, request, response);
}

async function parseForm(
  read: typeof readForm,
  request: Request,
  response: Response,
): Promise<URLSearchParams> {
  if (!isMediaTypeInUtf8(MEDIA_TYPE, parseContentType(request.headers['content-type']))) {
    throw new OAuthError('invalid_request', `The Content-Type must be ${MEDIA_TYPE}, in UTF-8.`);
  }
  return new URLSearchParams((await readRawBody(read, request, response)).toString('utf8'));
}
