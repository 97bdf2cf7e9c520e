import { listSchema, objectSchema, type Schema, type Schemas, textSchema } from './schema.js';

const SECONDS: Schema = { type: 'integer', description: 'A UNIX timestamp.' };
const ADDRESS: Schema = { type: 'string', format: 'uri' };
const NAMES = listSchema({ type: 'string' });

export const TOKEN_INQUIRY_SCHEMAS: Schemas = {
  TokenInquiry: objectSchema(
    {
      token: textSchema('The token.'),
      token_type_hint: textSchema('What kind of token it is; not needed.', 'refresh_token'),
      client_id: textSchema('The ID of the API client.'),
      client_secret: { type: 'string', format: 'password' },
    },
    ['token'],
  ),
  Introspection: objectSchema(
    {
      active: { type: 'boolean', description: 'Without it being `true`, nothing else is said.' },
      token_type: { type: 'string', const: 'Bearer' },
      iss: ADDRESS,
      aud: ADDRESS,
      sub: textSchema('The id of the user, or the client ID where there is none.'),
      client_id: textSchema('The ID of the API client.'),
      scope: textSchema('The scopes, parted by spaces.', 'content:administer'),
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
            kid: textSchema('The id of the key, as tokens name it.'),
            kty: textSchema('The kind of key.', 'RSA'),
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
