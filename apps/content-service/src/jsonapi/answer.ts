import type { Response } from 'express';
import { isUnchanged } from '@content-service/jsonapi';
import type { ReadRequest } from './read-request.js';
import { send, sendNothing } from './send.js';

/** What a client may keep, and must ask again for; every answer depends on who asks and for which media type. */
const PRIVATE = 'private, no-cache';

/**
 * Answers a read: with the document, or with 304 when the client has it already.
 *
 * @param text makes the document; not called when it is not needed
 */
export function answerRead(
  response: Response,
  { surroundings }: ReadRequest,
  tag: string,
  text: () => string,
): void {
  const { principal, settings } = surroundings;
  const isPublic = principal.kind === 'anonymous';
  response.setHeader('Cache-Control', isPublic ? `public, max-age=${settings.publicMaxAgeSeconds}` : PRIVATE);
  response.setHeader('ETag', tag);
  response.vary('Accept, Authorization');
  if (isUnchanged(response.req.headers['if-none-match'], tag)) sendNothing(response, 304);
  else send(response, 200, text());
}

/** Answers a write that shows what it made. */
export function answerWrite(response: Response, status: 200 | 201, tag: string, text: string): void {
  response.setHeader('Cache-Control', PRIVATE);
  response.setHeader('ETag', tag);
  response.vary('Accept, Authorization');
  send(response, status, text);
}
