import {
  CHANGED_ROLE_MEMBERS,
  CHANGED_USER_MEMBERS,
  NEW_ROLE_MEMBERS,
  NEW_USER_MEMBERS,
  USER_MEMBERS,
} from '@content-service/accounts';
import { PASSWORD_LINK_MEMBERS } from '../../management/users/password-link.controller.js';
import { newResourceSchema, toMemberSchemas, toNewMemberSchema } from '../elements/member-schema.js';
import type { Operation } from '../elements/operation.js';
import { getProblemResponses } from '../elements/problem-responses.js';
import { emptyResponse, jsonResponse, problemResponse } from '../elements/responses.js';
import {
  closedObjectSchema,
  completeObjectSchema,
  nullable,
  ref,
  type Schemas,
  textSchema,
} from '../elements/schema.js';
import {
  acceptedResponse,
  createdResponse,
  DONE_RESPONSE,
  listResponse,
  MANAGEMENT_TAG,
  managementOperation,
  itemOperations,
} from './management-operations.js';
import { SCOPE_NAMES, TIME, YES_OR_NO } from './management-schemas.js';

/** Users, roles, and access tokens of browser sessions. */
export const USER_OPERATIONS: readonly Operation[] = [
  managementOperation({
    method: 'get',
    path: '/manage/users',
    id: 'listUsers',
    summary: 'List the users by name',
    parameters: ['cursor', 'limit'],
    responses: listResponse('The users.', ref('User')),
    errors: [400],
  }),
  managementOperation({
    method: 'post',
    path: '/manage/users',
    id: 'createUser',
    summary: 'Create a user',
    description: 'The token must hold every scope of the role.',
    requestBody: ref('User.new'),
    responses: createdResponse('The user.', ref('User')),
    errors: [409],
  }),
  ...itemOperations({
    path: '/manage/users/{id}',
    name: 'User',
    noun: 'a user',
    update: {
      description:
        'Changing the role or the password ends the sessions and access tokens of the user; disabling the user ends the refresh tokens, too.',
    },
    delete: {
      summary: 'Delete a user',
      description:
        'Entries of the user are kept. The profile is kept and unpublished. With `erase` it loses its names, and a background job (`users.erase`) replaces the id of the user in history and working copies by none.',
      parameters: ['erase', 'ifMatch', 'ifNoneMatch'],
      responses: { ...DONE_RESPONSE, ...acceptedResponse(ref('Job')) },
    },
  }),
  managementOperation({
    method: 'post',
    path: '/manage/users/{id}/unlock',
    id: 'unlockUser',
    summary: 'Reset the failed logins of a user',
    description:
      'Failed logins delay further logins, at first only those from the same network. After this request the next login is not delayed. Users cannot unlock themselves.',
    responses: DONE_RESPONSE,
    errors: [404],
  }),
  managementOperation({
    method: 'post',
    path: '/manage/users/{id}/password-link',
    id: 'createPasswordLink',
    summary: 'Make a link with which the user sets a password',
    description:
      'For invitations, and for users who have forgotten their password. The link works once, for three days, until the user gets another password or role, and while the user who made it keeps theirs. The token must hold every scope of the role of the user.',
    requestBody: ref('PasswordLink.new'),
    responses: { 201: jsonResponse({ description: 'The link.', schema: ref('PasswordLink') }) },
    errors: [404, 409],
  }),
  managementOperation({
    method: 'get',
    path: '/manage/roles',
    id: 'listRoles',
    summary: 'List the roles, the built-in ones first',
    responses: listResponse('The roles.', ref('Role')),
  }),
  managementOperation({
    method: 'post',
    path: '/manage/roles',
    id: 'createRole',
    summary: 'Create a role',
    description: 'The token must hold every scope of the role.',
    requestBody: ref('Role.new'),
    responses: createdResponse('The role.', ref('Role')),
    errors: [409],
  }),
  ...itemOperations({
    path: '/manage/roles/{name}',
    name: 'Role',
    noun: 'a role',
    update: { summary: 'Change a role that is not built in' },
    delete: { summary: 'Delete a role that no user has', errors: [404, 409, 412] },
  }),
  {
    method: 'post',
    path: '/session/token',
    id: 'sessionToken',
    tag: MANAGEMENT_TAG,
    summary: 'Get an access token for the browser session',
    description:
      'The token has every scope of the role of the user. Only pages of this service can request it.',
    access: 'session',
    responses: {
      200: jsonResponse({
        description: 'The token and the user.',
        schema: ref('SessionToken'),
        headers: ['Cache-Control'],
      }),
      401: problemResponse({ description: 'The browser has no session.', schema: ref('Problem') }),
      ...getProblemResponses(403, 415),
    },
  },
  {
    method: 'post',
    path: '/session/end',
    id: 'endSession',
    tag: MANAGEMENT_TAG,
    summary: 'End the browser session and its tokens',
    access: 'session',
    responses: { 204: emptyResponse('The session has ended.'), ...getProblemResponses(403, 415) },
  },
];

const USER = toMemberSchemas(USER_MEMBERS);

/** It has the default also in a body that changes a user. */
const KEEP_PASSWORD = toNewMemberSchema(CHANGED_USER_MEMBERS.keepPassword);

/** Requests name unknown scopes in errors of their own, so the rule of the member has no enumeration. */
const withScopeNames = (schemas: Schemas): Schemas => ({ ...schemas, scopes: SCOPE_NAMES });
const NEW_ROLE = withScopeNames(toMemberSchemas(NEW_ROLE_MEMBERS));

export const USER_SCHEMAS: Schemas = {
  User: completeObjectSchema({
    id: ref('Uuid'),
    ...USER,
    enabled: YES_OR_NO,
    passwordChangeRequired: YES_OR_NO,
    createdAt: TIME,
    lastLoginAt: nullable(TIME),
  }),
  'User.new': newResourceSchema(NEW_USER_MEMBERS),
  PasswordLink: completeObjectSchema({
    url: { type: 'string', format: 'uri', description: 'Contained in this response only.' },
    expiresAt: TIME,
    canBeSent: { ...YES_OR_NO, description: 'Whether this service sends e-mails (`SMTP_URL`).' },
  }),
  'PasswordLink.new': newResourceSchema(PASSWORD_LINK_MEMBERS),
  'User.change': closedObjectSchema({
    ...toMemberSchemas(CHANGED_USER_MEMBERS),
    keepPassword: KEEP_PASSWORD,
  }),
  UserSession: completeObjectSchema({
    id: textSchema('Names the session; not a secret.'),
    startedAt: TIME,
    authenticatedAt: TIME,
    expiresAt: TIME,
    ipAddress: nullable(textSchema('The IP address of the sign-in.')),
    browser: nullable(
      textSchema('What the browser of the sign-in called itself, such as `Firefox 128, Linux`.'),
    ),
  }),
  UserGrant: completeObjectSchema({
    clientId: textSchema('The id of the API client.'),
    label: nullable(textSchema('The label of the API client; null when it was deleted.')),
    scopes: SCOPE_NAMES,
    grantedAt: TIME,
  }),
  Role: completeObjectSchema({ ...NEW_ROLE, builtIn: YES_OR_NO }),
  'Role.new': closedObjectSchema(NEW_ROLE, Object.keys(NEW_ROLE_MEMBERS)),
  'Role.change': closedObjectSchema(withScopeNames(toMemberSchemas(CHANGED_ROLE_MEMBERS))),
  SessionToken: completeObjectSchema({
    access_token: textSchema('A JWT.'),
    token_type: { type: 'string', const: 'Bearer' },
    expires_in: { type: 'integer', const: 300 },
    scope: textSchema('Scopes, separated by spaces.', 'content:administer member'),
    user: completeObjectSchema({ id: ref('Uuid'), ...USER }),
  }),
};
