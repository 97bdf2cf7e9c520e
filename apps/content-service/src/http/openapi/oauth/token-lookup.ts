import type { Operation } from '../elements/operation.js';
import { formBody, jsonResponse } from '../elements/responses.js';
import { listSchema, objectSchema, ref, type Schema, type Schemas, textSchema } from '../elements/schema.js';
import { CLIENT_ERRORS, OAUTH_TAG } from './grants.js';

/** Revocation, introspection, and metadata. */
export const TOKEN_LOOKUP_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/oauth/revoke',
    id: 'revokeToken',
    tag: OAUTH_TAG,
    summary: 'Revoke a token',
    description: 'RFC 7009. Revoking a refresh token also revokes all tokens issued from it.',
    access: 'public',
    body: formBody(ref('TokenLookupRequest')),
    responses: {
      200: jsonResponse({
        description: 'The token is revoked, or is not a token of this client.',
        schema: { type: 'object' },
        headers: ['Cache-Control'],
      }),
      ...CLIENT_ERRORS,
    },
  },
  {
    method: 'post',
    path: '/oauth/introspect',
    id: 'introspectToken',
    tag: OAUTH_TAG,
    summary: 'Introspect an access token of the client',
    description: 'RFC 7662. The response for any other token is `{"active": false}`.',
    access: 'public',
    body: formBody(ref('TokenLookupRequest')),
    responses: {
      200: jsonResponse({
        description: 'State and claims of the token.',
        schema: ref('Introspection'),
        headers: ['Cache-Control'],
      }),
      ...CLIENT_ERRORS,
    },
  },
  wellKnown('oauth-authorization-server', {
    id: 'authorizationServerMetadata',
    summary: 'Get the metadata of the authorization server',
    description: 'RFC 8414.',
    schema: 'AuthorizationServerMetadata',
  }),
  wellKnown('oauth-protected-resource', {
    id: 'protectedResourceMetadata',
    summary: 'Get the metadata of the protected resource',
    description: 'RFC 9728.',
    schema: 'ProtectedResourceMetadata',
  }),
  wellKnown('jwks.json', {
    id: 'signingKeys',
    summary: 'Get the public keys that verify access tokens',
    description: 'RFC 7517.',
    schema: 'JsonWebKeySet',
  }),
];

interface Row extends Pick<Operation, 'id' | 'summary'> {
  readonly description: string;
  readonly schema: string;
}

function wellKnown(name: string, { schema, ...row }: Row): Operation {
  return {
    ...row,
    method: 'get',
    path: `/.well-known/${name}`,
    tag: OAUTH_TAG,
    access: 'public',
    responses: {
      200: jsonResponse({ description: 'The metadata.', schema: ref(schema), headers: ['Cache-Control'] }),
    },
    errors: [429],
  };
}

const SECONDS: Schema = { type: 'integer', description: 'A UNIX timestamp.' };
const ADDRESS: Schema = { type: 'string', format: 'uri' };
const NAMES = listSchema({ type: 'string' });

export const TOKEN_LOOKUP_SCHEMAS: Schemas = {
  TokenLookupRequest: objectSchema(
    {
      token: textSchema('The token.'),
      token_type_hint: textSchema('The type of the token; optional.', 'refresh_token'),
      client_id: textSchema('The ID of the API client.'),
      client_secret: { type: 'string', format: 'password' },
    },
    ['token'],
  ),
  Introspection: objectSchema(
    {
      active: { type: 'boolean', description: 'If `false`, the other members are absent.' },
      token_type: { type: 'string', const: 'Bearer' },
      iss: ADDRESS,
      aud: ADDRESS,
      sub: textSchema('The id of the user, or the client ID for tokens without a user.'),
      client_id: textSchema('The ID of the API client.'),
      scope: textSchema('The scopes, separated by spaces.', 'content:administer'),
      jti: textSchema('The id of the token.'),
      iat: SECONDS,
      nbf: SECONDS,
      exp: SECONDS,
    },
    ['active'],
  ),
  AuthorizationServerMetadata: objectSchema(
    {
      issuer: ADDRESS,
      authorization_endpoint: ADDRESS,
      token_endpoint: ADDRESS,
      revocation_endpoint: ADDRESS,
      introspection_endpoint: ADDRESS,
      jwks_uri: ADDRESS,
      scopes_supported: NAMES,
      response_types_supported: NAMES,
      grant_types_supported: NAMES,
      token_endpoint_auth_methods_supported: NAMES,
      code_challenge_methods_supported: NAMES,
    },
    ['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri', 'response_types_supported'],
  ),
  ProtectedResourceMetadata: objectSchema(
    {
      resource: ADDRESS,
      authorization_servers: listSchema(ADDRESS),
      scopes_supported: NAMES,
      bearer_methods_supported: NAMES,
    },
    ['resource', 'authorization_servers'],
  ),
  JsonWebKeySet: objectSchema(
    {
      keys: listSchema(
        objectSchema(
          {
            kid: textSchema('The id of the key, as in the header of tokens.'),
            kty: textSchema('The key type.', 'RSA'),
            alg: textSchema('The algorithm.', 'RS256'),
            use: { type: 'string', const: 'sig' },
          },
          ['kid', 'kty', 'alg', 'use'],
        ),
      ),
    },
    ['keys'],
  ),
};
