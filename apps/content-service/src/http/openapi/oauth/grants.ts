import type { JsonObject } from '@content-service/kernel';
import { OAuthError, toErrorBody } from '@content-service/oauth-grants';
import type { Operation } from '../elements/operation.js';
import {
  emptyResponse,
  formBody,
  type HeaderName,
  jsonResponse,
  pageResponse,
} from '../elements/responses.js';
import { objectSchema, ref, type Schema, type Schemas, textSchema } from '../elements/schema.js';

export const OAUTH_TAG = 'OAuth 2.0';

const AUTHORIZE_PARAMETERS: readonly JsonObject[] = [
  query('response_type', 'The response type.', {
    schema: { type: 'string', const: 'code' },
    required: true,
  }),
  query('client_id', 'The ID of the API client.', { required: true }),
  query('redirect_uri', 'One of the redirect URIs of the client, compared character by character.', {
    schema: { type: 'string', format: 'uri' },
    required: true,
  }),
  query('scope', 'A subset of the scopes selected on the client, separated by spaces. Default: all of them.'),
  query('state', 'Returned unchanged in the redirect.'),
  query('code_challenge', 'The PKCE code challenge (RFC 7636).'),
  query('code_challenge_method', 'The PKCE code challenge method.', {
    schema: { type: 'string', const: 'S256' },
  }),
  query('max_age', 'The user enters the password again when that was longer ago, in seconds (RFC 9470).', {
    schema: { type: 'integer', minimum: 0 },
  }),
];

/** Errors of the endpoints at which clients authenticate. */
export const CLIENT_ERRORS: Readonly<Record<string, JsonObject>> = {
  400: oauthErrorResponse(
    'The request is invalid; `hint` names the parameter.',
    OAuthError.missing('client_id'),
  ),
  401: oauthErrorResponse('The client ID or secret is wrong.', new OAuthError('invalid_client')),
  429: oauthErrorResponse(
    'Too many wrong secrets for this client at this endpoint from this address (the correct secret is still accepted), ' +
      'or more requests than the rate limit `token`, `client` (introspection) or `anonymous` (invalid credentials) admits.',
    new OAuthError('temporarily_unavailable'),
    ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  ),
};

function oauthErrorResponse(
  description: string,
  example: OAuthError,
  headers: readonly HeaderName[] = [],
): JsonObject {
  return jsonResponse({
    description,
    schema: ref('OAuthError'),
    example: toErrorBody(example),
    headers: ['Cache-Control', ...headers],
  });
}

/** Operations 1 and 2 of the specification. */
export const OAUTH_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/oauth/token',
    id: 'issueToken',
    tag: OAUTH_TAG,
    summary: 'Issue an access token',
    description:
      'The client authenticates with its ID and secret in the body or by HTTP Basic; a public client gives its ID only. Only the grants `authorization_code` and `refresh_token` issue a refresh token.',
    access: 'public',
    body: formBody(ref('TokenRequest')),
    responses: {
      200: jsonResponse({
        description: 'The token.',
        schema: ref('TokenResponse'),
        headers: ['Cache-Control'],
      }),
      ...CLIENT_ERRORS,
      400: oauthErrorResponse(
        'The request, the scope or the grant is invalid.',
        OAuthError.scope('content:write'),
      ),
    },
  },
  {
    method: 'get',
    path: '/oauth/authorize',
    id: 'authorize',
    tag: OAUTH_TAG,
    summary: 'Start the authorization code grant',
    description:
      'Opened in a browser: the user logs in and grants the scopes, and the browser is redirected to the client with a code.',
    access: 'public',
    parameters: AUTHORIZE_PARAMETERS,
    responses: {
      200: pageResponse('The consent page.'),
      302: emptyResponse('Redirect to `redirect_uri` with `code` or `error`, or to the login page.', [
        'Location',
      ]),
      400: pageResponse('A parameter is missing or repeated. There is no redirect.', ref('OAuthError')),
      401: pageResponse(
        'The client or its `redirect_uri` is unknown. There is no redirect.',
        ref('OAuthError'),
      ),
      429: pageResponse(
        'More requests of the network than the rate limit `anonymous` admits.',
        ref('OAuthError'),
      ),
    },
  },
];

function query(name: string, description: string, rest: JsonObject = {}): JsonObject {
  return { name, in: 'query', description, schema: { type: 'string' }, ...rest };
}

/** Parameters of each grant in addition to the client's credentials (specification, «POST /oauth/token»). */
const GRANTS: Readonly<Record<string, readonly string[]>> = {
  client_credentials: [],
  authorization_code: ['code', 'redirect_uri'],
  refresh_token: ['refresh_token'],
};

/**
 * A flat form, with the required parameters of each grant in `oneOf`: tools generate input fields from the flat part
 * only.
 */
const TOKEN_REQUEST: Schema = {
  ...objectSchema(
    {
      grant_type: { type: 'string', enum: Object.keys(GRANTS) },
      client_id: textSchema('The ID of the API client, unless it authenticates by HTTP Basic.'),
      client_secret: {
        type: 'string',
        format: 'password',
        description:
          'Of confidential clients that do not authenticate by HTTP Basic. Public clients have none.',
      },
      scope: textSchema(
        'A subset of the scopes selected on the client, separated by spaces. Default: every selected scope. Ignored by `refresh_token`.',
        'content:administer',
      ),
      code: textSchema(
        '`authorization_code` only: the code of the redirect, valid once and for 300 seconds.',
      ),
      redirect_uri: {
        type: 'string',
        format: 'uri',
        description: '`authorization_code` only: the value sent to `/oauth/authorize`.',
      },
      code_verifier: textSchema(
        '`authorization_code` only: the PKCE code verifier, required if the request had a `code_challenge` (RFC 7636).',
      ),
      refresh_token: textSchema(
        '`refresh_token` only: the latest refresh token, valid once and for 14 days.',
      ),
    },
    ['grant_type'],
  ),
  dependentRequired: { client_secret: ['client_id'] },
  oneOf: Object.entries(GRANTS).map(([name, required]) => ({
    title: name,
    ...objectSchema({ grant_type: { const: name } }, required),
  })),
  examples: [
    { grant_type: 'client_credentials', client_id: 'my-client', client_secret: 'my-secret' },
    {
      grant_type: 'authorization_code',
      client_id: 'my-client',
      client_secret: 'my-secret',
      code: 'code-of-the-redirect',
      redirect_uri: 'https://app.example.com/callback',
    },
    {
      grant_type: 'authorization_code',
      client_id: 'my-public-client',
      code: 'code-of-the-redirect',
      redirect_uri: 'https://app.example.com/callback',
      code_verifier: 'the-43-to-128-characters-of-the-code-verifier',
    },
    {
      grant_type: 'refresh_token',
      client_id: 'my-client',
      client_secret: 'my-secret',
      refresh_token: 'my-refresh-token',
    },
  ],
};

export const OAUTH_SCHEMAS: Schemas = {
  TokenRequest: TOKEN_REQUEST,
  TokenResponse: {
    ...objectSchema(
      {
        token_type: { type: 'string', const: 'Bearer' },
        expires_in: { type: 'integer', description: 'Lifetime in seconds.', examples: [300] },
        access_token: textSchema('A JWT, sent as `Authorization: Bearer <ACCESS_TOKEN>`.'),
        refresh_token: textSchema('Absent for `client_credentials`.'),
        scope: textSchema('Present when the token has fewer scopes than requested.'),
      },
      ['token_type', 'expires_in', 'access_token'],
    ),
    examples: [{ token_type: 'Bearer', expires_in: 300, access_token: 'header.claims.signature' }],
  },
  OAuthError: objectSchema(
    {
      error: textSchema('The error code of RFC 6749 §5.2.', 'invalid_scope'),
      error_description: { type: 'string' },
      hint: textSchema('The parameter at fault; for `invalid_scope` the scope.'),
    },
    ['error', 'error_description'],
  ),
};
