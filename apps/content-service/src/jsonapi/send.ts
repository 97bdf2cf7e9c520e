import type { Response } from 'express';
import { MEDIA_TYPE, mediaTypeWith } from '@content-service/jsonapi';

/** Says that the answer, an error too, is made by the rules of an extension or a profile. */
export function applies(response: Response, parameter: 'ext' | 'profile', uri: string): void {
  response.setHeader('Content-Type', mediaTypeWith(parameter, uri));
}

/**
 * Ends an answer with a document. `res.json` and `res.send` would add a charset to the media type, which JSON:API 1.1
 * («Server Responsibilities») forbids, and hash the whole text for a validator of their own.
 */
export function send(response: Response, status: number, text: string): void {
  const bytes = Buffer.from(text);
  response.statusCode = status;
  if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', MEDIA_TYPE);
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}

/** An answer without a body: 204 and 304. */
export function sendNothing(response: Response, status: 204 | 304): void {
  response.statusCode = status;
  response.removeHeader('Content-Type');
  response.end();
}
