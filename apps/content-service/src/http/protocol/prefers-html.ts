import type { Request } from 'express';

/** `application/json` is first, so that clients that accept everything get no page. */
const MEDIA_TYPES = ['application/json', 'application/vnd.api+json', 'text/html'];

/** Whether a client prefers HTML, as browsers do. */
export function prefersHtml(request: Request): boolean {
  return request.accepts(MEDIA_TYPES) === 'text/html';
}
