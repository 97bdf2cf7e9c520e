import type { JsonObject } from '@content-service/kernel';
import { statusOf } from '@content-service/jsonapi';
import { documentAnswer, type HeaderName } from './answers.js';
import { ref } from './schema.js';

interface ErrorRow {
  /** Its name under `components.responses`. */
  readonly name: string;
  /** When it is answered. */
  readonly when: string;
  /** One of its codes, and what it might say. */
  readonly code: string;
  readonly detail: string;
  readonly source?: JsonObject;
  readonly headers?: readonly HeaderName[];
}

/** The errors of the content endpoints, all of them error documents of the same form. */
const ERRORS = {
  400: {
    name: 'BadRequest',
    when: 'The query or the body cannot be read. Several problems of unequal status are answered by 400 too, each with its own `status`.',
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
    when: 'The token lacks a scope, or the site does not allow writing. `detail` names what is missing.',
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
    when: 'The path does not take this method, such as where entries are only read.',
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
    when: 'The `type` or `id` of the body is not that of the path, the id is taken, or somebody else was faster.',
    code: 'body_conflict',
    detail: "This endpoint takes node--article, got 'node--page'.",
    source: { pointer: '/data/type' },
  },
  412: {
    name: 'PreconditionFailed',
    when: 'The entry is not the version that `If-Match` names any more.',
    code: 'precondition_failed',
    detail: 'The entry is not the version that If-Match names.',
    source: { header: 'If-Match' },
  },
  413: {
    name: 'ContentTooLarge',
    when: 'The body is longer than the service reads.',
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
    when: 'Values that the fields cannot hold. All problems of a body are reported at once.',
    code: 'invalid_field_value',
    detail: 'field_rating must be an integer, got "heavy".',
    source: { pointer: '/data/attributes/field_rating' },
  },
  503: {
    name: 'ServiceUnavailable',
    when: 'The database cannot be reached at the moment.',
    code: 'store_unavailable',
    detail: 'The database cannot be reached at the moment.',
  },
} as const satisfies Readonly<Record<number, ErrorRow>>;

export type ErrorStatus = keyof typeof ERRORS;

/** The answers of an operation, by reference. A status that is not named is an error document as well. */
export function errorAnswers(statuses: readonly ErrorStatus[]): JsonObject {
  if (statuses.length === 0) return {};
  const named = Object.fromEntries(
    statuses.map((status): [string, JsonObject] => [String(status), ref(ERRORS[status].name, 'responses')]),
  );
  return { ...named, default: ref(FAULT, 'responses') };
}

const FAULT = 'Fault';

/** What stands under `components.responses`. */
export const ERROR_RESPONSES: JsonObject = {
  ...Object.fromEntries(Object.values(ERRORS).map((row: ErrorRow) => [row.name, responseOf(row)])),
  [FAULT]: documentAnswer({
    description: 'Any other error, such as a fault of the service.',
    schema: ref('ErrorDocument'),
  }),
};

function responseOf({ when, code, detail, source, headers }: ErrorRow): JsonObject {
  const { status = 500, title = 'Error' } = statusOf(code) ?? {};
  const error = { status: String(status), code, title, detail, ...(source === undefined ? {} : { source }) };
  return documentAnswer({
    description: when,
    schema: ref('ErrorDocument'),
    example: { jsonapi: { version: '1.1' }, errors: [error] },
    ...(headers === undefined ? {} : { headers }),
  });
}
