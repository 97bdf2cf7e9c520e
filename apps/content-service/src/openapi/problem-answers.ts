import { statusOf } from '@content-service/jsonapi';
import type { JsonObject } from '@content-service/kernel';
import { type HeaderName, problemAnswer } from './answers.js';
import { listSchema, objectSchema, ref, type Schemas, textSchema } from './schema.js';

interface ProblemRow {
  /** Its name under `components.responses`. */
  readonly name: string;
  readonly when: string;
  /** One of its codes, and what it might say. */
  readonly code: string;
  readonly detail: string;
  readonly more?: JsonObject;
  readonly headers?: readonly HeaderName[];
}

/** The errors of the management API: problem details (RFC 9457). */
const PROBLEMS = {
  400: {
    name: 'UnreadableProblem',
    when: 'The body is no JSON, or a query parameter cannot be read.',
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
    when: 'The token lacks the scope (`scope_missing`), or would give away one it does not hold itself (`scope_not_held`).',
    code: 'scope_missing',
    detail: "This token lacks the scope 'site_settings:administer'.",
    more: { scope: 'site_settings:administer' },
  },
  404: {
    name: 'UnknownProblem',
    when: 'There is nothing of this name.',
    code: 'client_unknown',
    detail: "There is no API client 'news'.",
  },
  409: {
    name: 'ConflictProblem',
    when: 'The name is taken, or what is to be removed is in use; `entries` says by how many entries.',
    code: 'bundle_in_use',
    detail: "The bundle 'article' has 12 entries.",
    more: { entries: 12 },
  },
  412: {
    name: 'OutdatedProblem',
    when: 'Somebody else has changed it since: `If-Match` does not name the present version.',
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
    when: 'Members of the body that cannot be. All problems are told at once, each with its place.',
    code: 'client_invalid',
    detail: "There is no scope 'content:read'.",
    more: {
      errors: [
        { pointer: '/allowedScopes/0', detail: "There is no scope 'content:read'.", code: 'client_invalid' },
      ],
    },
  },
} as const satisfies Readonly<Record<number, ProblemRow>>;

export type ProblemStatus = keyof typeof PROBLEMS;

const OTHER = 'OtherProblem';

/** The answers of an operation, by reference. */
export function problems(...statuses: readonly ProblemStatus[]): Readonly<Record<string, JsonObject>> {
  const named = statuses.map((status) => [String(status), ref(PROBLEMS[status].name, 'responses')] as const);
  return Object.fromEntries([...named, ['default', ref(OTHER, 'responses')]]);
}

/** What stands under `components.responses`. */
export const PROBLEM_RESPONSES: JsonObject = {
  ...Object.fromEntries(Object.values(PROBLEMS).map((row: ProblemRow) => [row.name, responseOf(row)])),
  [OTHER]: problemAnswer({ description: 'Any other error.', schema: ref('Problem') }),
};

export const PROBLEM_SCHEMAS: Schemas = {
  Problem: objectSchema(
    {
      type: textSchema('A URI; `code` tells problems apart.', 'about:blank'),
      title: textSchema('The same for every problem of a status.'),
      status: { type: 'integer', examples: [422] },
      detail: textSchema('What is wrong, and what would be right.'),
      code: textSchema('Stable, for programs.', 'client_invalid'),
      errors: listSchema(
        objectSchema(
          {
            pointer: textSchema('A JSON Pointer into the body.', '/redirectUris/0'),
            detail: textSchema('What is wrong with this member.'),
            code: textSchema('Stable, for programs.'),
          },
          ['pointer', 'detail', 'code'],
        ),
      ),
    },
    ['type', 'title', 'status', 'detail', 'code'],
  ),
};

function responseOf({ when, code, detail, more, headers }: ProblemRow): JsonObject {
  const { status = 500, title = 'Error' } = statusOf(code) ?? {};
  return problemAnswer({
    description: when,
    schema: ref('Problem'),
    example: { type: 'about:blank', title, status, detail, code, ...more },
    ...(headers === undefined ? {} : { headers }),
  });
}
