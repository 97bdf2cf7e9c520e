import type { Json, JsonObject } from '@content-service/kernel';
import { MEDIA_TYPE } from '@content-service/jsonapi';
import { ref, type Schema } from './schema.js';

/** Names in the table of headers. */
export type HeaderName =
  'ETag' | 'Location' | 'WWW-Authenticate' | 'Allow' | 'Cache-Control' | 'Vary' | 'Retry-After';

interface Answer {
  readonly description: string;
  readonly schema: Schema;
  readonly example?: Json;
  readonly headers?: readonly HeaderName[];
}

/** An answer with a JSON:API document. */
export function documentAnswer(answer: Answer): JsonObject {
  return answerOf(MEDIA_TYPE, answer);
}

export function jsonAnswer(answer: Answer): JsonObject {
  return answerOf('application/json', answer);
}

/** Problem details (RFC 9457). */
export function problemAnswer(answer: Answer): JsonObject {
  return answerOf('application/problem+json', answer);
}

/** A page for browsers, or for programs JSON instead when there is a schema for it. */
export function pageAnswer(description: string, json?: Schema): JsonObject {
  const page = contentOf('text/html', { type: 'string' });
  return {
    description,
    content: { ...page, ...(json === undefined ? {} : contentOf('application/json', json)) },
  };
}

export function emptyAnswer(description: string, headers: readonly HeaderName[] = []): JsonObject {
  return { description, ...headersOf(headers) };
}

function answerOf(mediaType: string, { description, schema, example, headers = [] }: Answer): JsonObject {
  return { description, ...headersOf(headers), content: contentOf(mediaType, schema, example) };
}

function headersOf(names: readonly HeaderName[]): JsonObject {
  if (names.length === 0) return {};
  return { headers: Object.fromEntries(names.map((name) => [name, ref(name, 'headers')])) };
}

export function documentBody(description: string, schema: Schema): JsonObject {
  return { description, required: true, content: contentOf(MEDIA_TYPE, schema) };
}

export function jsonBody(schema: Schema): JsonObject {
  return { required: true, content: contentOf('application/json', schema) };
}

export function formBody(schema: Schema): JsonObject {
  return { required: true, content: contentOf('application/x-www-form-urlencoded', schema) };
}

function contentOf(mediaType: string, schema: Schema, example?: Json): JsonObject {
  return { [mediaType]: { schema, ...(example === undefined ? {} : { example }) } };
}

const header = (description: string, ...examples: readonly string[]): JsonObject => ({
  description,
  schema: { type: 'string', examples },
});

export const HEADERS: Readonly<Record<HeaderName, JsonObject>> = {
  ETag: header('Names this state of the resource, for `If-None-Match` and `If-Match`.', '"7-mZ3c1QpX"'),
  Location: header('Where the answer leads.', 'https://www.example.com/'),
  'WWW-Authenticate': header(
    'What is wrong with the token. The body of a 401 is not the diagnostic.',
    'Bearer realm="OAuth", error="access_denied", error_description="Access token could not be verified"',
  ),
  Allow: header('The methods of this path.', 'GET, HEAD, OPTIONS'),
  'Cache-Control': header('Whether and how long the answer may be kept.', 'private, no-cache'),
  'Retry-After': header('Seconds after which to try again.', '30'),
  Vary: header('The request headers the answer depends on.', 'Accept, Authorization'),
};
