import type { Response } from 'express';
import { formatMediaType, matchesETag, MEDIA_TYPE } from '@content-service/jsonapi';
import type { Principal } from '@content-service/scopes';
import type { SiteSettings } from '@content-service/site-settings';

const JSON_TYPE = 'application/json';

/** `charset` as sent by the reference implementation; JSON has no such parameter (RFC 8259 §11). */
const JSON_UTF8 = 'application/json; charset=UTF-8';

/** May be stored by the client and must be revalidated. */
const PRIVATE = 'private, no-cache';
const NO_STORE = 'no-store';

/**
 * Ends a response with a body. `response.json` and `response.send` would add a charset to the media type, which JSON:API
 * 1.1 («Server Responsibilities») forbids, and compute an ETag of their own.
 */
function sendText(response: Response, status: number, mediaType: string, text: string): void {
  const bytes = Buffer.from(text);
  response.writeHead(status, { 'Content-Type': mediaType, 'Content-Length': bytes.length });
  response.end(bytes);
}

/** Ends a response without a body. */
export function sendEmpty(response: Response, status: 204 | 304 = 204): void {
  response.removeHeader('Content-Type');
  response.writeHead(status).end();
}

interface SendOptions {
  readonly status?: 200 | 201 | 202;
  /** Version of the resource; becomes the `ETag`, which `If-Match` compares. */
  readonly version?: number;
  /** Whether the body contains a secret that no cache may store. */
  readonly isSecret?: boolean;
}

/** Sends JSON of the management API. */
export function sendJson(
  response: Response,
  value: object,
  { status = 200, version, isSecret = false }: SendOptions = {},
): void {
  if (version !== undefined) response.setHeader('ETag', `"${version}"`);
  response.setHeader('Cache-Control', isSecret ? NO_STORE : PRIVATE);
  response.vary('Authorization');
  sendText(response, status, JSON_TYPE, JSON.stringify(value));
}

/** Ends a response of the management API to a change that returns no resource. */
export function sendNoContent(response: Response): void {
  response.setHeader('Cache-Control', NO_STORE);
  sendEmpty(response);
}

/** Sends problem details (RFC 9457). */
export function sendProblem(response: Response, problem: { readonly status: number }): void {
  response.removeHeader('ETag');
  response.setHeader('Cache-Control', NO_STORE);
  response.vary('Authorization');
  sendText(response, problem.status, 'application/problem+json', JSON.stringify(problem));
}

/** Sends JSON of the OAuth endpoints, which no cache may store (RFC 6749 §5.1). */
export function sendOAuthJson(
  response: Response,
  status: number,
  value: object,
  mediaType = JSON_UTF8,
): void {
  response.setHeader('Cache-Control', NO_STORE);
  response.setHeader('Pragma', 'no-cache');
  sendText(response, status, mediaType, JSON.stringify(value));
}

/** Sends JSON that is the same for every client. */
export function sendPublicJson(response: Response, value: object, maxAgeSeconds: number): void {
  response.setHeader('Cache-Control', `public, max-age=${maxAgeSeconds}`);
  sendText(response, 200, JSON_TYPE, JSON.stringify(value));
}

/** Announces an extension or profile in the Content-Type of the response, also of an error document. */
export function setMediaTypeParameter(response: Response, parameter: 'ext' | 'profile', uri: string): void {
  response.setHeader('Content-Type', formatMediaType(parameter, uri));
}

/** Sends a JSON:API document, by default with `Cache-Control: private, no-cache`. */
export function sendDocument(response: Response, status: number, text: string, cacheControl = PRIVATE): void {
  response.setHeader('Cache-Control', cacheControl);
  response.vary('Accept, Authorization');
  const contentType = response.getHeader('Content-Type');
  sendText(response, status, typeof contentType === 'string' ? contentType : MEDIA_TYPE, text);
}

/** Sends the JSON:API document of a write. */
export function sendWritten(response: Response, status: 200 | 201, etag: string, text: string): void {
  response.setHeader('ETag', etag);
  sendDocument(response, status, text);
}

/**
 * Sends the JSON:API document of a read, or 304 when `If-None-Match` contains its ETag.
 *
 * @param serialize called only when the document is sent
 */
export function sendCacheable(
  response: Response,
  { principal, settings }: { readonly principal: Principal; readonly settings: SiteSettings },
  etag: string,
  serialize: () => string,
): void {
  const isPublic = principal.kind === 'anonymous';
  const cacheControl = isPublic ? `public, max-age=${settings.publicMaxAgeSeconds}` : PRIVATE;
  response.setHeader('ETag', etag);
  if (!matchesETag(response.req.headers['if-none-match'], etag)) {
    sendDocument(response, 200, serialize(), cacheControl);
    return;
  }
  response.setHeader('Cache-Control', cacheControl);
  response.vary('Accept, Authorization');
  sendEmpty(response, 304);
}

/**
 * Prepares an error response: `Allow`, `Retry-After` (RFC 9110 §10.2.3) and, for a server error, `response.err` for the
 * request log. Destroys a response that is partly sent.
 *
 * @returns whether an error body can be sent
 */
export function prepareErrorResponse(response: Response, thrown: unknown, status: number): boolean {
  if (response.headersSent) {
    response.destroy();
    return false;
  }
  if (!(thrown instanceof Error)) return true;
  if (status >= 500) response.err = thrown;
  if ('allow' in thrown && typeof thrown.allow === 'string') response.setHeader('Allow', thrown.allow);
  if ('retryAfterSeconds' in thrown && typeof thrown.retryAfterSeconds === 'number')
    response.setHeader('Retry-After', thrown.retryAfterSeconds);
  return true;
}
