import type { Response } from 'express';
import type { ReadContext } from '@content-service/entries';
import { formatMediaType, MEDIA_TYPE } from '@content-service/jsonapi';
import type { ContentDependencies } from '../../platform/edge-cache/cache-tags.js';
import { type CachingContext, createCachingHeaders } from '../../platform/edge-cache/caching-headers.js';
import { sendBody, varyByCoding } from './content-coding.js';
import { findUnchangedETag } from './preconditions.js';

const JSON_TYPE = 'application/json';

/** `charset` as sent by the reference implementation; JSON has no such parameter (RFC 8259 §11). */
const JSON_UTF8 = 'application/json; charset=UTF-8';

/** May be stored by the client and must be revalidated. */
const PRIVATE = 'private, no-cache';
const NO_STORE = 'no-store';
/** For a state of the past, a working copy and a preview, which only editors and their guests may see. */
const PRIVATE_NO_STORE = 'private, no-store';

/** In characters. Measured: up to 8 KiB a text is sent at less cost than a buffer, above 16 KiB at more. */
const TEXT_LENGTH_MAXIMUM = 8192;

/**
 * Ends a response with a body. `response.json` and `response.send` would add a charset to the media type, which JSON:API
 * 1.1 («Server Responsibilities») forbids, and compute an ETag of their own.
 */
function sendText(response: Response, status: number, mediaType: string, text: string): void {
  // Node sends a text together with the header, but encodes a long one more slowly than a buffer does.
  sendBody(response, status, mediaType, text.length <= TEXT_LENGTH_MAXIMUM ? text : Buffer.from(text));
}

/** Ends a response without a body. */
export function sendEmpty(response: Response, status: 204 | 304 = 204): void {
  response.removeHeader('Content-Type');
  response.writeHead(status).end();
}

interface SendOptions {
  readonly status?: 200 | 201 | 202 | 207;
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

/** Sends an error as JSON of an endpoint that has a form of its own. */
export function sendPlainError(response: Response, status: number, error: object): void {
  response.removeHeader('ETag');
  response.setHeader('Cache-Control', NO_STORE);
  response.vary('Authorization');
  sendText(response, status, JSON_TYPE, JSON.stringify(error));
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

/** Sends a JSON:API document that no shared cache may store. */
export function sendDocument(response: Response, status: number, text: string): void {
  response.setHeader('Cache-Control', PRIVATE);
  response.vary('Accept, Authorization');
  sendText(response, status, getMediaType(response), text);
}

/** The JSON:API media type, with the extension or profile that `setMediaTypeParameter` has announced. */
function getMediaType(response: Response): string {
  const contentType = response.getHeader('Content-Type');
  return typeof contentType === 'string' ? contentType : MEDIA_TYPE;
}

/** Sends the JSON:API document of a write. */
export function sendWritten(response: Response, status: 200 | 201, etag: string, text: string): void {
  response.setHeader('ETag', etag);
  sendDocument(response, status, text);
}

/** The JSON:API document of a read. */
export interface CacheableDocument {
  readonly etag: string;
  /** Called only when the document is sent. */
  readonly serialize: () => string;
  /** Called only when the response has cache tags. */
  readonly getDependencies: () => ContentDependencies;
  /** Whether it shows a working copy. */
  readonly isCopy?: boolean;
}

/**
 * Sends the JSON:API document of a read, or 304 when `If-None-Match` contains its ETag.
 *
 * @throws DocumentChanged
 */
export function sendCacheable(
  response: Response,
  context: CachingContext & Pick<ReadContext, 'principal' | 'revision' | 'preview'>,
  { etag, serialize, getDependencies, isCopy = false }: CacheableDocument,
): void {
  const unchanged = findUnchangedETag(response.req.headers, etag);
  // Before any header is set: a document that is too large becomes an error, which no cache may store.
  const text = unchanged === undefined ? serialize() : undefined;
  // A request with an Authorization header is never anonymous.
  const isPresent = context.revision === undefined && context.preview === undefined && !isCopy;
  const isPublic = isPresent && context.principal.kind === 'anonymous';
  const privately = isPresent ? PRIVATE : PRIVATE_NO_STORE;
  const headers = isPublic ? createCachingHeaders(context, getDependencies) : { 'Cache-Control': privately };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('ETag', unchanged ?? etag);
  response.vary('Accept, Authorization');
  // The answer 304 varies as the one with the body does (RFC 9110 §15.4.5).
  varyByCoding(response);
  if (text === undefined) sendEmpty(response, 304);
  else sendText(response, 200, getMediaType(response), text);
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
