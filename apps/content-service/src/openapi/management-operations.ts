import type { JsonObject } from '@content-service/kernel';
import { emptyAnswer, jsonAnswer, jsonBody } from './answers.js';
import type { Operation } from './operation.js';
import { listSchema, objectSchema, ref, type Schema } from './schema.js';
import { problems, type ProblemStatus } from './problem-answers.js';
import type { Access } from './security.js';

export const MANAGEMENT_TAG = 'Management';

const SITE: Access = { scope: 'site_settings:administer' };

/** What a management operation has of its own; the rest is the same everywhere. */
type Row = Pick<Operation, 'method' | 'path' | 'id' | 'summary' | 'answers'> &
  Partial<Pick<Operation, 'access' | 'description' | 'parameters'>> & {
    /** Of the body. */
    readonly said?: Schema;
    readonly errors?: readonly ProblemStatus[];
  };

/** One row of the management API: needs `site_settings:administer` if nothing else is said. */
export function managed({ answers, errors = [], said, access = SITE, ...row }: Row): Operation {
  const ofBody: readonly ProblemStatus[] = said === undefined ? [] : [400, 415, 422];
  const statuses = [...new Set<ProblemStatus>([401, 403, ...ofBody, ...errors])].sort((a, b) => a - b);
  return {
    ...row,
    access,
    tag: MANAGEMENT_TAG,
    ...(said === undefined ? {} : { body: jsonBody(said) }),
    answers: { ...answers, ...problems(...statuses) },
  };
}

/** One resource, in the state that its `ETag` names. */
export function resource(description: string, schema: Schema): Readonly<Record<string, JsonObject>> {
  return { 200: jsonAnswer({ description, schema, headers: ['ETag'] }) };
}

export function created(description: string, schema: Schema): Readonly<Record<string, JsonObject>> {
  return { 201: jsonAnswer({ description, schema, headers: ['ETag', 'Location'] }) };
}

export function list(description: string, items: Schema): Readonly<Record<string, JsonObject>> {
  const next: Schema = {
    type: ['string', 'null'],
    description: 'Where more follow, the `cursor` of the next part.',
  };
  const schema = objectSchema({ items: listSchema(items), next }, ['items', 'next']);
  return { 200: jsonAnswer({ description, schema }) };
}

export const DONE: Readonly<Record<string, JsonObject>> = { 204: emptyAnswer('It is done.') };

/** The site itself: its settings, API clients, keys and traces. */
export const MANAGEMENT_OPERATIONS: readonly Operation[] = [
  ...settings('jsonapi', 'JsonApiSettings', 'public access, allowed operations and limits'),
  ...settings('cors', 'CorsSettings', 'which origins may call from a browser'),
  ...settings('oauth', 'OAuthSettings', 'how long refresh tokens can be used'),
  managed({
    method: 'get',
    path: '/manage/api-clients',
    id: 'listApiClients',
    summary: 'List the API clients, the oldest first',
    answers: list('The API clients.', ref('ApiClient')),
  }),
  managed({
    method: 'post',
    path: '/manage/api-clients',
    id: 'createApiClient',
    summary: 'Make an API client',
    description:
      'The secret is in this answer only. Scopes that the token does not hold itself cannot be selected.',
    said: ref('ApiClient.new'),
    answers: created('The API client with its secret.', ref('ApiClient.withSecret')),
  }),
  managed({
    method: 'get',
    path: '/manage/api-clients/{id}',
    id: 'getApiClient',
    summary: 'Get an API client',
    answers: resource('The API client.', ref('ApiClient')),
    errors: [404],
  }),
  managed({
    method: 'patch',
    path: '/manage/api-clients/{id}',
    id: 'updateApiClient',
    summary: 'Change an API client',
    description: 'Members that are left out stay. The tokens of a client that is disabled end.',
    parameters: ['ifMatch'],
    said: ref('ApiClient.change'),
    answers: resource('The API client.', ref('ApiClient')),
    errors: [404, 409, 412],
  }),
  managed({
    method: 'delete',
    path: '/manage/api-clients/{id}',
    id: 'deleteApiClient',
    summary: 'Delete an API client; its tokens end',
    parameters: ['ifMatch'],
    answers: DONE,
    errors: [404, 412],
  }),
  managed({
    method: 'post',
    path: '/manage/api-clients/{id}/secret',
    id: 'rotateApiClientSecret',
    summary: 'Make a new secret for an API client',
    description: 'It is in this answer only. The present one can stay valid for a while.',
    parameters: ['ifMatch'],
    said: ref('ApiClient.newSecret'),
    answers: resource('The API client with its new secret.', ref('ApiClient.withSecret')),
    errors: [404, 409, 412],
  }),
  managed({
    method: 'delete',
    path: '/manage/api-clients/{id}/tokens',
    id: 'revokeApiClientTokens',
    summary: 'End every token of an API client',
    parameters: ['ifMatch'],
    answers: DONE,
    errors: [404, 412],
  }),
  managed({
    method: 'get',
    path: '/manage/scopes',
    id: 'listScopes',
    summary: 'List the scopes there are',
    answers: list('The scopes.', ref('Scope')),
  }),
  managed({
    method: 'get',
    path: '/manage/audit-log',
    id: 'listAuditEvents',
    summary: 'Read who did what, the newest first',
    parameters: ['action', 'actor', 'subjectKind', 'subjectId', 'since', 'until', 'cursor', 'limit'],
    answers: list('The events.', ref('AuditEvent')),
    errors: [400],
  }),
  managed({
    method: 'get',
    path: '/manage/keys',
    id: 'listSigningKeys',
    summary: 'List the keys that access tokens are signed with',
    answers: list('The keys, without their private parts.', ref('SigningKey')),
  }),
  managed({
    method: 'post',
    path: '/manage/keys',
    id: 'rotateSigningKeys',
    summary: 'Sign access tokens with the next key',
    description: 'Tokens that are out stay good until they expire.',
    answers: list('The keys after it.', ref('SigningKey')),
  }),
];

function settings(name: string, schema: string, what: string): readonly Operation[] {
  const path = `/manage/settings/${name}`;
  return [
    managed({
      method: 'get',
      path,
      id: `get${schema}`,
      summary: `Get the settings of ${what}`,
      answers: resource('The settings.', ref(schema)),
    }),
    managed({
      method: 'patch',
      path,
      id: `update${schema}`,
      summary: `Change the settings of ${what}, in force at once`,
      parameters: ['ifMatch'],
      said: ref(`${schema}.change`),
      answers: resource('The settings.', ref(schema)),
      errors: [409, 412],
    }),
  ];
}
