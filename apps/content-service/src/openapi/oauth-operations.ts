import type { JsonObject } from '@content-service/kernel';
import { OAuthError } from '@content-service/oauth-grants';
import { emptyAnswer, formBody, jsonAnswer, pageAnswer } from './answers.js';
import { CLIENT_ERRORS, oauthError } from './oauth-answers.js';
import type { Operation } from './operation.js';
import { ref } from './schema.js';

export const OAUTH_TAG = 'OAuth 2.0';

const AUTHORIZE_PARAMETERS: readonly JsonObject[] = [
  query('response_type', 'The kind of answer.', {
    schema: { type: 'string', const: 'code' },
    required: true,
  }),
  query('client_id', 'The ID of the API client.', { required: true }),
  query('redirect_uri', 'One of the redirect URIs of the client, character by character.', {
    schema: { type: 'string', format: 'uri' },
    required: true,
  }),
  query('scope', 'A subset of the scopes selected on the client, parted by spaces; all of them if left out.'),
  query('state', 'Comes back unchanged with the redirect.'),
  query('code_challenge', 'The hash of a secret that the token request then proves (RFC 7636).'),
  query('code_challenge_method', 'The way the challenge was made.', {
    schema: { type: 'string', const: 'S256' },
  }),
];

/** The operations 1 and 2 of the specification. */
export const OAUTH_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/oauth/token',
    id: 'issueToken',
    tag: OAUTH_TAG,
    summary: 'Issue an access token',
    description:
      'The client authenticates with ID and secret in the body, or by HTTP Basic. A refresh token comes with the grants `authorization_code` and `refresh_token` only.',
    access: 'anybody',
    body: formBody(ref('TokenRequest')),
    answers: {
      200: jsonAnswer({
        description: 'The token.',
        schema: ref('TokenResponse'),
        headers: ['Cache-Control'],
      }),
      ...CLIENT_ERRORS,
      400: oauthError('The request, the scope or the grant is invalid.', OAuthError.scope('content:write')),
    },
  },
  {
    method: 'get',
    path: '/oauth/authorize',
    id: 'authorize',
    tag: OAUTH_TAG,
    summary: 'Start the authorization code grant',
    description:
      'Opened in a browser: the user logs in and grants the scopes, and is led back to the client with a code.',
    access: 'anybody',
    parameters: AUTHORIZE_PARAMETERS,
    answers: {
      200: pageAnswer('The page on which the user decides.'),
      302: emptyAnswer('Back to `redirect_uri` with `code` or `error`, or first to the login page.', [
        'Location',
      ]),
      400: pageAnswer('A parameter is missing or repeated. Nobody is sent back.', ref('OAuthError')),
      401: pageAnswer(
        'The client or its `redirect_uri` is not known. Nobody is sent back.',
        ref('OAuthError'),
      ),
    },
  },
];

function query(name: string, description: string, rest: JsonObject = {}): JsonObject {
  return { name, in: 'query', description, schema: { type: 'string' }, ...rest };
}
