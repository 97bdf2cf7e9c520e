import { findErrorStatus } from '@content-service/jsonapi';
import type { JsonObject } from '@content-service/kernel';
import { documentResponse, type HeaderName } from './responses.js';
import { ref } from './schema.js';

interface ErrorRow {
  /** Name in `components.responses`. */
  readonly name: string;
  /** Condition of the response. */
  readonly when: string;
  /** Example of a code and its detail. */
  readonly code: string;
  readonly detail: string;
  readonly source?: JsonObject;
  readonly headers?: readonly HeaderName[];
}

/** Errors of the content endpoints, all of them error documents. */
const ERRORS = {
  400: {
    name: 'BadRequest',
    when: 'The query or the body is invalid. Several errors with different statuses are also answered by 400, each with its own `status`.',
    code: 'invalid_parameter',
    detail: "Unknown operator 'LIKE' in filter[title].",
    source: { parameter: 'filter[title][operator]' },
  },
  401: {
    name: 'Unauthorized',
    when: 'The token is missing, malformed, foreign or older than 300 seconds. Read `WWW-Authenticate`, not the body.',
    code: 'token_rejected',
    detail: 'The request needs a valid access token.',
    headers: ['WWW-Authenticate'],
  },
  403: {
    name: 'Forbidden',
    when: 'The token lacks a scope, or the site does not allow writing. `detail` names the scope or the setting.',
    code: 'scope_missing',
    detail: "This token lacks the scope 'content:administer'.",
  },
  404: {
    name: 'NotFound',
    when: 'There is no such entry, bundle or relationship, or a relationship in the body names an entry that does not exist.',
    code: 'entry_unknown',
    detail: "There is no node--article with the id '0192f0c8-7a51-7c3e-9d2b-5b1c6f0a4e11'.",
  },
  405: {
    name: 'MethodNotAllowed',
    when: 'The path does not support this method, such as writes of a read-only resource type.',
    code: 'method_not_allowed',
    detail: 'POST is not possible here. Allowed: GET, HEAD, OPTIONS.',
    headers: ['Allow'],
  },
  406: {
    name: 'NotAcceptable',
    when: '`Accept` names the JSON:API media type only with parameters that are not supported.',
    code: 'not_acceptable',
    detail: "'application/vnd.api+json' is accepted here only without parameters.",
    source: { header: 'Accept' },
  },
  409: {
    name: 'Conflict',
    when: 'The `type` or `id` of the body is not that of the path, the id is taken, or a concurrent change succeeded first.',
    code: 'body_conflict',
    detail: "This endpoint takes node--article, got 'node--page'.",
    source: { pointer: '/data/type' },
  },
  412: {
    name: 'PreconditionFailed',
    when: '`If-Match` does not name the present version, or `If-None-Match` does.',
    code: 'precondition_failed',
    detail: 'The entry is not the version that If-Match names.',
    source: { header: 'If-Match' },
  },
  413: {
    name: 'ContentTooLarge',
    when: 'The body is larger than the service accepts.',
    code: 'body_too_large',
    detail: 'The body has more than 1048576 bytes.',
  },
  415: {
    name: 'UnsupportedMediaType',
    when: 'The `Content-Type` is not exactly `application/vnd.api+json`.',
    code: 'unsupported_media_type',
    detail: "The Content-Type must be 'application/vnd.api+json', got 'application/json'.",
    source: { header: 'Content-Type' },
  },
  422: {
    name: 'UnprocessableContent',
    when: 'Values are invalid for their fields. All errors of a body are reported at once.',
    code: 'invalid_field_value',
    detail: 'field_rating must be an integer, got "heavy".',
    source: { pointer: '/data/attributes/field_rating' },
  },
  429: {
    name: 'TooManyRequests',
    when: 'The client, or the network of a request without a valid token, has sent more requests than its rate limit admits.',
    code: 'quota_exceeded',
    detail: "The rate limit 'client' admits 1200 requests in 60 s; try again in 42 s.",
    headers: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  },
  503: {
    name: 'ServiceUnavailable',
    when: 'The database cannot be reached (`store_unavailable`), is overloaded (`store_busy`) or full (`storage_full`), the query exceeded its time limit (`query_timeout`), the words of entries are being indexed after an upgrade (`search_index_incomplete`), the service is overloaded (`overloaded`), or the request exceeded its time limit (`request_timeout`). `Retry-After`, if present, is the number of seconds to wait.',
    code: 'store_unavailable',
    detail: 'The database cannot be reached at the moment.',
    headers: ['Retry-After'],
  },
} as const satisfies Readonly<Record<number, ErrorRow>>;

export type ErrorStatus = keyof typeof ERRORS;

/** The error responses of an operation, by reference. Other statuses are error documents, too. */
export function getErrorResponses(statuses: readonly ErrorStatus[]): JsonObject {
  if (statuses.length === 0) return {};
  const named = Object.fromEntries(
    [...new Set<ErrorStatus>([...statuses, 429])].map((status): [string, JsonObject] => [
      String(status),
      ref(ERRORS[status].name, 'responses'),
    ]),
  );
  return { ...named, default: ref(FAULT, 'responses') };
}

const FAULT = 'Fault';

/** Contents of `components.responses`. */
export const ERROR_RESPONSES: JsonObject = {
  ...Object.fromEntries(Object.values(ERRORS).map((row: ErrorRow) => [row.name, toResponse(row)])),
  [FAULT]: documentResponse({
    description: 'Any other error, such as an internal error of the service.',
    schema: ref('ErrorDocument'),
  }),
};

function toResponse({ when, code, detail, source, headers }: ErrorRow): JsonObject {
  const { status = 500, title = 'Error' } = findErrorStatus(code) ?? {};
  const error = { status: String(status), code, title, detail, ...(source === undefined ? {} : { source }) };
  return documentResponse({
    description: when,
    schema: ref('ErrorDocument'),
    example: { jsonapi: { version: '1.1' }, errors: [error] },
    ...(headers === undefined ? {} : { headers }),
  });
}
