import type { Operation } from '../elements/operation.js';
import { getProblemResponses } from '../elements/problem-responses.js';
import { emptyResponse, jsonBody, problemResponse } from '../elements/responses.js';
import { closedObjectSchema, ref } from '../elements/schema.js';
import { PAGE_LANGUAGES } from '../../browser/page-language.js';
import { DONE_RESPONSE, listResponse, MANAGEMENT_TAG, managementOperation } from './management-operations.js';

const REQUIRES_SCOPES_OF_ROLE = 'The token must hold every scope of the role of the user.';

const BODY_REFUSALS = {
  413: problemResponse({ description: 'The body has more than 8,192 bytes.', schema: ref('Problem') }),
  ...getProblemResponses(400, 403, 415, 422),
};

/** The answers of operations with a password in their body, besides that for a wrong one. */
const PASSWORD_REFUSALS = {
  ...BODY_REFUSALS,
  429: problemResponse({ description: 'There were too many wrong passwords.', schema: ref('Problem') }),
};

/** Sessions of users, grants of users to API clients, and re-authentication in a browser session. */
export const USER_ACCESS_OPERATIONS: readonly Operation[] = [
  managementOperation({
    method: 'get',
    path: '/manage/users/{id}/sessions',
    id: 'listUserSessions',
    summary: 'List the browser sessions of a user, the latest first',
    responses: listResponse('The sessions.', ref('UserSession')),
    errors: [404],
  }),
  managementOperation({
    method: 'delete',
    path: '/manage/users/{id}/sessions',
    id: 'endUserSessions',
    summary: 'End all browser sessions of a user, and their tokens',
    description: REQUIRES_SCOPES_OF_ROLE,
    responses: DONE_RESPONSE,
    errors: [404],
  }),
  managementOperation({
    method: 'delete',
    path: '/manage/users/{id}/sessions/{session}',
    id: 'endUserSession',
    summary: 'End a browser session of a user, and its tokens',
    description: REQUIRES_SCOPES_OF_ROLE,
    responses: DONE_RESPONSE,
    errors: [404],
  }),
  managementOperation({
    method: 'get',
    path: '/manage/users/{id}/grants',
    id: 'listUserGrants',
    summary: 'List what a user granted to API clients',
    responses: listResponse('The grants, by the label of the client.', ref('UserGrant')),
    errors: [404],
  }),
  managementOperation({
    method: 'delete',
    path: '/manage/users/{id}/grants',
    id: 'withdrawUserGrants',
    summary: 'Withdraw everything that a user granted to API clients',
    description: `Consents, tokens and codes end. ${REQUIRES_SCOPES_OF_ROLE}`,
    responses: DONE_RESPONSE,
    errors: [404],
  }),
  managementOperation({
    method: 'delete',
    path: '/manage/users/{id}/grants/{client}',
    id: 'withdrawUserGrant',
    summary: 'Withdraw what a user granted to one API client',
    description: `The consent, tokens and codes end. ${REQUIRES_SCOPES_OF_ROLE}`,
    responses: DONE_RESPONSE,
    errors: [404],
  }),
  {
    method: 'post',
    path: '/session/start',
    id: 'startSession',
    tag: MANAGEMENT_TAG,
    summary: 'Sign in by name and password',
    description:
      'Starts a browser session, as the login page does, for a page of this service that must not be left. `POST /session/token` issues access tokens in it.',
    access: 'public',
    body: jsonBody(
      closedObjectSchema({ name: { type: 'string' }, password: { type: 'string', format: 'password' } }, [
        'name',
        'password',
      ]),
    ),
    responses: {
      204: emptyResponse('The session is that of the cookie in the answer.'),
      401: problemResponse({ description: 'The name or the password is wrong.', schema: ref('Problem') }),
      ...PASSWORD_REFUSALS,
    },
  },
  {
    method: 'post',
    path: '/session/reauthenticate',
    id: 'reauthenticate',
    tag: MANAGEMENT_TAG,
    summary: 'Verify the password of the user of the browser session',
    description:
      'Sensitive changes of users, roles, API clients, webhooks, settings and keys with a token of a user need the password within the last 10 minutes; else they are 403 `reauthentication_required`. Ask for a new token after it.',
    access: 'session',
    body: jsonBody(closedObjectSchema({ password: { type: 'string', format: 'password' } }, ['password'])),
    responses: {
      204: emptyResponse('The password is right.'),
      401: problemResponse({
        description: 'The password is wrong, or the session has ended.',
        schema: ref('Problem'),
      }),
      ...PASSWORD_REFUSALS,
    },
  },
  {
    method: 'post',
    path: '/session/language',
    id: 'chooseLanguage',
    tag: MANAGEMENT_TAG,
    summary: 'Choose the language of the user of the browser session',
    description:
      'The language of the administration and of the pages of the service, in each browser in which the user signs in; `null` stands for that of the browser.',
    access: 'session',
    body: jsonBody(closedObjectSchema({ language: { enum: [...PAGE_LANGUAGES, null] } }, ['language'])),
    responses: {
      204: emptyResponse('It is kept; the cookie `language` has it for this browser.'),
      401: problemResponse({ description: 'The session has ended.', schema: ref('Problem') }),
      ...BODY_REFUSALS,
    },
  },
];
