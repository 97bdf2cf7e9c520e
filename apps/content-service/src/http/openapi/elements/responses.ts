import type { Json, JsonObject } from '@content-service/kernel';
import { MEDIA_TYPE } from '@content-service/jsonapi';
import { ref, type Schema } from './schema.js';

/** Names of the table of headers. */
export type HeaderName =
  | 'ETag'
  | 'Location'
  | 'WWW-Authenticate'
  | 'Allow'
  | 'Cache-Control'
  | 'Vary'
  | 'Retry-After'
  | 'RateLimit'
  | 'RateLimit-Policy';

interface ResponseOptions {
  readonly description: string;
  readonly schema: Schema;
  readonly example?: Json;
  readonly headers?: readonly HeaderName[];
}

/** A response with a JSON:API document. */
export function documentResponse(options: ResponseOptions): JsonObject {
  return createResponse(MEDIA_TYPE, options);
}

export function jsonResponse(options: ResponseOptions): JsonObject {
  return createResponse('application/json', options);
}

/** A response with problem details (RFC 9457). */
export function problemResponse(options: ResponseOptions): JsonObject {
  return createResponse('application/problem+json', options);
}

/** An HTML response; with `json`, also a JSON response for programs. */
export function pageResponse(description: string, json?: Schema): JsonObject {
  const page = createContent('text/html', { type: 'string' });
  return {
    description,
    content: { ...page, ...(json === undefined ? {} : createContent('application/json', json)) },
  };
}

export function emptyResponse(description: string, headers: readonly HeaderName[] = []): JsonObject {
  return { description, ...pickHeaders(headers) };
}

function createResponse(
  mediaType: string,
  { description, schema, example, headers = [] }: ResponseOptions,
): JsonObject {
  return { description, ...pickHeaders(headers), content: createContent(mediaType, schema, example) };
}

function pickHeaders(names: readonly HeaderName[]): JsonObject {
  if (names.length === 0) return {};
  return { headers: Object.fromEntries(names.map((name) => [name, ref(name, 'headers')])) };
}

export function documentBody(description: string, schema: Schema): JsonObject {
  return { description, required: true, content: createContent(MEDIA_TYPE, schema) };
}

export function jsonBody(schema: Schema): JsonObject {
  return { required: true, content: createContent('application/json', schema) };
}

export function formBody(schema: Schema): JsonObject {
  return { required: true, content: createContent('application/x-www-form-urlencoded', schema) };
}

function createContent(mediaType: string, schema: Schema, example?: Json): JsonObject {
  return { [mediaType]: { schema, ...(example === undefined ? {} : { example }) } };
}

const header = (description: string, ...examples: readonly string[]): JsonObject => ({
  description,
  schema: { type: 'string', examples },
});

export const HEADERS: Readonly<Record<HeaderName, JsonObject>> = {
  ETag: header(
    'Version of the resource, for `If-None-Match` and `If-Match`.',
    '"7-hq3v8k2m1z.mZ3c1QpX0aYtR4kW9sLb2c"',
  ),
  Location: header('The target of the redirect, or the created resource.', 'https://www.example.com/'),
  'WWW-Authenticate': header(
    'The error of the token. The body of a 401 does not contain it.',
    'Bearer realm="OAuth", error="access_denied", error_description="Access token could not be verified"',
  ),
  Allow: header('The methods of this path.', 'GET, HEAD, OPTIONS'),
  'Cache-Control': header('Whether and how long the response may be cached.', 'private, no-cache'),
  'Retry-After': header('Seconds after which to try again.', '30'),
  RateLimit: header(
    'Remainder of the rate limit of the request: `r` requests in the next `t` seconds. Present in every response while the site has limits.',
    '"client";r=1187;t=42',
  ),
  'RateLimit-Policy': header('The rate limit: `q` requests in `w` seconds.', '"client";q=1200;w=60'),
  Vary: header('The request headers that the response depends on.', 'Accept, Authorization'),
};
