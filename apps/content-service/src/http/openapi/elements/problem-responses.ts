import { findErrorStatus, findErrorTypeUri } from '@content-service/jsonapi';
import type { JsonObject } from '@content-service/kernel';
import { formatUnknownScope } from '@content-service/scopes';
import { type HeaderName, problemResponse } from './responses.js';
import { listSchema, objectSchema, ref, type Schemas, textSchema } from './schema.js';

const UNKNOWN_SCOPE = formatUnknownScope('content:read');

interface ProblemRow {
  /** Name in `components.responses`. */
  readonly name: string;
  readonly when: string;
  /** Example of a code and its detail. */
  readonly code: string;
  readonly detail: string;
  readonly more?: JsonObject;
  readonly headers?: readonly HeaderName[];
}

/** The errors of the management API: problem details (RFC 9457). */
const PROBLEMS = {
  400: {
    name: 'UnreadableProblem',
    when: 'The body is not JSON, or a query parameter is invalid.',
    code: 'invalid_body',
    detail: 'The body is not valid JSON: unexpected } in line 1, column 12.',
  },
  401: {
    name: 'TokenProblem',
    when: 'The token is missing, malformed, foreign or older than 300 seconds.',
    code: 'token_required',
    detail: 'This needs a valid access token; the WWW-Authenticate header says what is wrong.',
    headers: ['WWW-Authenticate'],
  },
  403: {
    name: 'ScopeProblem',
    when: 'The token lacks the scope (`scope_missing`), or would grant a scope it does not hold (`scope_not_held`).',
    code: 'scope_missing',
    detail: "This token lacks the scope 'site_settings:administer'.",
    more: { scope: 'site_settings:administer' },
  },
  404: {
    name: 'UnknownProblem',
    when: 'There is no resource with this name or id.',
    code: 'client_unknown',
    detail: "There is no API client 'news'.",
  },
  409: {
    name: 'ConflictProblem',
    when:
      'The name is taken, or the resource to remove is in use; `entries` is the number of entries that use it. Changes of bundles and ' +
      'fields are refused during an upgrade of the service (`upgrade_running`).',
    code: 'bundle_in_use',
    detail: "The bundle 'article' has 12 entries.",
    more: { entries: 12 },
  },
  412: {
    name: 'OutdatedProblem',
    when: 'The resource has changed: `If-Match` does not name the present version, or `If-None-Match` does.',
    code: 'outdated',
    detail: "The API client 'news' has been changed since; read it again.",
  },
  415: {
    name: 'MediaTypeProblem',
    when: 'The `Content-Type` is not `application/json`.',
    code: 'unsupported_media_type',
    detail: "The Content-Type must be 'application/json', got none.",
  },
  422: {
    name: 'BodyProblem',
    when: 'Members of the body are invalid. All errors are reported at once, each with its pointer.',
    code: 'client_invalid',
    detail: UNKNOWN_SCOPE,
    more: {
      errors: [{ pointer: '/allowedScopes/0', detail: UNKNOWN_SCOPE, code: 'client_invalid' }],
    },
  },
  429: {
    name: 'QuotaProblem',
    when: 'More requests than the rate limit `manage` admits.',
    code: 'quota_exceeded',
    detail: "The rate limit 'manage' admits 1200 requests in 60 s; try again in 42 s.",
    more: { 'violated-policies': ['manage'] },
    headers: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  },
} as const satisfies Readonly<Record<number, ProblemRow>>;

export type ProblemStatus = keyof typeof PROBLEMS;

const OTHER = 'OtherProblem';

/** The error responses of an operation, by reference. */
export function getProblemResponses(
  ...statuses: readonly ProblemStatus[]
): Readonly<Record<string, JsonObject>> {
  const named = statuses.map((status) => [String(status), ref(PROBLEMS[status].name, 'responses')] as const);
  return Object.fromEntries([...named, ['default', ref(OTHER, 'responses')]]);
}

/** Contents of `components.responses`. */
export const PROBLEM_RESPONSES: JsonObject = {
  ...Object.fromEntries(Object.values(PROBLEMS).map((row: ProblemRow) => [row.name, toResponse(row)])),
  [OTHER]: problemResponse({ description: 'Any other error.', schema: ref('Problem') }),
};

export const PROBLEM_SCHEMAS: Schemas = {
  Problem: objectSchema(
    {
      type: textSchema('A URI, `about:blank` for most problems; `code` distinguishes them.', 'about:blank'),
      title: textSchema('Title of the status.'),
      status: { type: 'integer', examples: [422] },
      detail: textSchema('Description of the problem and its remedy.'),
      code: textSchema('Machine-readable error code.', 'client_invalid'),
      errors: listSchema(
        objectSchema(
          {
            pointer: textSchema('A JSON Pointer into the body.', '/redirectUris/0'),
            detail: textSchema('Description of the error of this member.'),
            code: textSchema('Machine-readable error code.'),
            meta: {
              type: 'object',
              description: 'The broken rule, such as `{"minimum": 1, "maximum": 500}`.',
            },
          },
          ['pointer', 'detail', 'code'],
        ),
      ),
      omittedErrors: { type: 'integer', description: 'Number of further errors of the body.' },
      trace: textSchema('The trace id (W3C Trace Context) of a request that has one.'),
    },
    ['type', 'title', 'status', 'detail', 'code'],
  ),
};

function toResponse({ when, code, detail, more, headers }: ProblemRow): JsonObject {
  const { status = 500, title = 'Error' } = findErrorStatus(code) ?? {};
  return problemResponse({
    description: when,
    schema: ref('Problem'),
    example: { type: findErrorTypeUri(code) ?? 'about:blank', title, status, detail, code, ...more },
    ...(headers === undefined ? {} : { headers }),
  });
}
