import type { JsonObject } from '@content-service/kernel';
import { MENU_ADMINISTER } from '@content-service/scopes';
import type { Operation } from '../elements/operation.js';
import { getProblemResponses, type ProblemStatus } from '../elements/problem-responses.js';
import { emptyResponse, jsonBody, jsonResponse } from '../elements/responses.js';
import { listSchema, objectSchema, ref, type Schema } from '../elements/schema.js';
import type { Access } from '../elements/security.js';

export const MANAGEMENT_TAG = 'Management';

const SITE: Access = { scope: 'site_settings:administer' };

/** The part of a management operation that differs from the others. */
type ManagementRow = Pick<Operation, 'method' | 'path' | 'id' | 'summary' | 'responses'> &
  Partial<Pick<Operation, 'access' | 'description' | 'parameters'>> & {
    /** Schema of the request body. */
    readonly requestBody?: Schema;
    readonly errors?: readonly ProblemStatus[];
  };

/** Creates an operation of the management API; its default access is the scope `site_settings:administer`. */
export function managementOperation({
  responses: successResponses,
  errors = [],
  requestBody,
  access = SITE,
  ...row
}: ManagementRow): Operation {
  const bodyStatuses: readonly ProblemStatus[] = requestBody === undefined ? [] : [400, 415, 422];
  const statuses = [...new Set<ProblemStatus>([401, 403, 429, ...bodyStatuses, ...errors])].sort(
    (a, b) => a - b,
  );
  return {
    ...row,
    access,
    tag: MANAGEMENT_TAG,
    ...(requestBody === undefined ? {} : { body: jsonBody(requestBody) }),
    responses: { ...successResponses, ...getProblemResponses(...statuses) },
  };
}

/** Response with one resource and its `ETag`. */
export function resourceResponse(description: string, schema: Schema): Readonly<Record<string, JsonObject>> {
  return { 200: jsonResponse({ description, schema, headers: ['ETag'] }) };
}

export function createdResponse(description: string, schema: Schema): Readonly<Record<string, JsonObject>> {
  return { 201: jsonResponse({ description, schema, headers: ['ETag', 'Location'] }) };
}

/** Response to a change that a job makes. */
export function acceptedResponse(schema: Schema): Readonly<Record<string, JsonObject>> {
  return { 202: jsonResponse({ description: 'The job.', schema, headers: ['ETag', 'Location'] }) };
}

export function listResponse(description: string, items: Schema): Readonly<Record<string, JsonObject>> {
  const next: Schema = {
    type: ['string', 'null'],
    description: '`cursor` of the next page; `null` on the last page.',
  };
  const schema = objectSchema({ items: listSchema(items), next }, ['items', 'next']);
  return { 200: jsonResponse({ description, schema }) };
}

export const DONE_RESPONSE: Readonly<Record<string, JsonObject>> = { 204: emptyResponse('Done.') };

/** A resource of the management API that is read, changed and deleted at its own path. */
interface ManagedItem {
  readonly path: `/manage/${string}`;
  /** The schema, and the end of the operation ids: `User` in `getUser`. */
  readonly name: string;
  /** With its article: `a user`. */
  readonly noun: string;
  readonly update: Pick<ManagementRow, 'description'> & { readonly summary?: string };
  readonly delete: Pick<ManagementRow, 'summary' | 'description' | 'errors'> &
    Partial<Pick<ManagementRow, 'parameters' | 'responses'>>;
}

/** Creates the operations GET, PATCH and DELETE of one resource. */
export function itemOperations({
  path,
  name,
  noun,
  update,
  delete: removal,
}: ManagedItem): readonly Operation[] {
  const responses = resourceResponse(`The ${noun.replace(/^an? /, '')}.`, ref(name));
  return [
    managementOperation({
      method: 'get',
      path,
      id: `get${name}`,
      summary: `Get ${noun}`,
      responses,
      errors: [404],
    }),
    managementOperation({
      method: 'patch',
      path,
      id: `update${name}`,
      summary: `Change ${noun}`,
      ...update,
      parameters: ['ifMatch', 'ifNoneMatch'],
      requestBody: ref(`${name}.change`),
      responses,
      errors: [404, 409, 412],
    }),
    managementOperation({
      method: 'delete',
      path,
      id: `delete${name}`,
      errors: [404, 412],
      parameters: ['ifMatch', 'ifNoneMatch'],
      responses: DONE_RESPONSE,
      ...removal,
    }),
  ];
}

/** Operations on settings, API clients, keys and the audit log. */
export const MANAGEMENT_OPERATIONS: readonly Operation[] = [
  ...settingsOperations('jsonapi', 'JsonApiSettings', 'public access, allowed operations and limits'),
  ...settingsOperations(
    'content',
    'ContentSettings',
    'how content behaves, which sizes images have and which sites show previews',
  ),
  ...settingsOperations('site', 'SiteAppearance', 'how the administration and the pages of the service look'),
  ...settingsOperations('menus', 'MenuSettings', 'menus', {
    access: { scope: MENU_ADMINISTER },
    description:
      'The list is replaced as a whole. Menus with links are removed with `force` only; a background job (`entries.bulk-action`) then deletes the links of all menus that are not in the list, which needs `content:administer` as well.',
    parameters: ['force', 'ifMatch', 'ifNoneMatch'],
  }),
  ...settingsOperations('cors', 'CorsSettings', 'which origins may call from a browser'),
  ...settingsOperations('oauth', 'OAuthSettings', 'how long refresh tokens can be used'),
  ...settingsOperations(
    'rate-limits',
    'RateLimitSettings',
    'how many requests a client or an address may send',
  ),
  managementOperation({
    method: 'get',
    path: '/manage/api-clients',
    id: 'listApiClients',
    summary: 'List the API clients, the oldest first',
    responses: listResponse('The API clients.', ref('ApiClient')),
  }),
  managementOperation({
    method: 'post',
    path: '/manage/api-clients',
    id: 'createApiClient',
    summary: 'Create an API client',
    description:
      'The response is the only one that contains the secret. The token must hold every selected scope.',
    requestBody: ref('ApiClient.new'),
    responses: createdResponse('The API client with its secret.', ref('ApiClient.withSecret')),
  }),
  ...itemOperations({
    path: '/manage/api-clients/{id}',
    name: 'ApiClient',
    noun: 'an API client',
    update: { description: 'Omitted members are unchanged. Disabling a client revokes its tokens.' },
    delete: { summary: 'Delete an API client and revoke its tokens' },
  }),
  managementOperation({
    method: 'post',
    path: '/manage/api-clients/{id}/secret',
    id: 'rotateApiClientSecret',
    summary: 'Rotate the secret of an API client',
    description:
      'The response is the only one that contains the new secret. The present secret stays valid for `graceSeconds`.',
    parameters: ['ifMatch', 'ifNoneMatch'],
    requestBody: ref('ApiClient.newSecret'),
    responses: resourceResponse('The API client with its new secret.', ref('ApiClient.withSecret')),
    errors: [404, 409, 412],
  }),
  managementOperation({
    method: 'delete',
    path: '/manage/api-clients/{id}/tokens',
    id: 'revokeApiClientTokens',
    summary: 'Revoke every token of an API client',
    parameters: ['ifMatch', 'ifNoneMatch'],
    responses: DONE_RESPONSE,
    errors: [404, 412],
  }),
  managementOperation({
    method: 'get',
    path: '/manage/scopes',
    id: 'listScopes',
    summary: 'List the scopes',
    responses: listResponse('The scopes.', ref('Scope')),
  }),
  managementOperation({
    method: 'get',
    path: '/manage/audit-log',
    id: 'listAuditEvents',
    summary: 'List the events of the audit log, newest first',
    parameters: [
      'auditAction',
      'exceptAction',
      'actor',
      'subjectKind',
      'subjectId',
      'since',
      'until',
      'cursor',
      'limit',
    ],
    responses: listResponse('The events.', ref('AuditEvent')),
    errors: [400],
  }),
  managementOperation({
    method: 'get',
    path: '/manage/audit-log/export',
    id: 'exportAuditEvents',
    summary: 'Read the whole audit log as NDJSON',
    description:
      'One event a line, the newest first, as `GET /manage/audit-log` shows it; the filters are the same.',
    parameters: ['auditAction', 'exceptAction', 'actor', 'subjectKind', 'subjectId', 'since', 'until'],
    responses: {
      200: {
        description: 'The events.',
        content: { 'application/x-ndjson': { schema: { type: 'string' } } },
      },
    },
    errors: [400],
  }),
  managementOperation({
    method: 'get',
    path: '/manage/keys',
    id: 'listSigningKeys',
    summary: 'List the signing keys of access tokens',
    responses: listResponse('The keys, without their private parts.', ref('SigningKey')),
  }),
  managementOperation({
    method: 'post',
    path: '/manage/keys',
    id: 'rotateSigningKeys',
    summary: 'Rotate the signing key of access tokens',
    description: 'Tokens signed with the previous key stay valid until they expire.',
    responses: listResponse('The keys after the rotation.', ref('SigningKey')),
  }),
];

function settingsOperations(
  name: string,
  schema: string,
  what: string,
  { access = SITE, ...change }: Partial<Pick<ManagementRow, 'access' | 'description' | 'parameters'>> = {},
): readonly Operation[] {
  const path = `/manage/settings/${name}`;
  return [
    managementOperation({
      method: 'get',
      path,
      id: `get${schema}`,
      summary: `Get the settings of ${what}`,
      access,
      responses: resourceResponse('The settings.', ref(schema)),
    }),
    managementOperation({
      method: 'patch',
      path,
      id: `update${schema}`,
      summary: `Change the settings of ${what}; takes effect at once`,
      access,
      parameters: ['ifMatch', 'ifNoneMatch'],
      ...change,
      requestBody: ref(`${schema}.change`),
      responses: resourceResponse('The settings.', ref(schema)),
      errors: [409, 412],
    }),
  ];
}
