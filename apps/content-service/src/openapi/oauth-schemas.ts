import { objectSchema, type Schema, type Schemas, textSchema } from './schema.js';

/** What each grant needs besides the credentials of the client (specification, «POST /oauth/token»). */
const GRANTS: Readonly<Record<string, readonly string[]>> = {
  client_credentials: [],
  authorization_code: ['code', 'redirect_uri'],
  refresh_token: ['refresh_token'],
};

/** One flat form, as it is sent, and below it what depends on the grant: tools make input fields of the first part only. */
const TOKEN_REQUEST: Schema = {
  ...objectSchema(
    {
      grant_type: { type: 'string', enum: Object.keys(GRANTS) },
      client_id: textSchema('The ID of the API client.'),
      client_secret: { type: 'string', format: 'password' },
      scope: textSchema(
        'A subset of the scopes selected on the client, parted by spaces. Without it the token carries every selected scope. Not used by `refresh_token`.',
        'content:administer',
      ),
      code: textSchema(
        '`authorization_code` only: what came with the redirect, valid for 300 seconds and once.',
      ),
      redirect_uri: {
        type: 'string',
        format: 'uri',
        description: '`authorization_code` only: the same as at `/oauth/authorize`.',
      },
      code_verifier: textSchema(
        '`authorization_code` only: the secret behind the `code_challenge`, if there was one (RFC 7636).',
      ),
      refresh_token: textSchema('`refresh_token` only: the latest one, valid for 14 days and once.'),
    },
    ['grant_type', 'client_id', 'client_secret'],
  ),
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
        expires_in: { type: 'integer', description: 'Seconds from the moment of issue.', examples: [300] },
        access_token: textSchema('A JWT, sent as `Authorization: Bearer <ACCESS_TOKEN>`.'),
        refresh_token: textSchema('Never given for `client_credentials`.'),
        scope: textSchema('Given when the token carries fewer scopes than were asked for.'),
      },
      ['token_type', 'expires_in', 'access_token'],
    ),
    examples: [{ token_type: 'Bearer', expires_in: 300, access_token: 'header.claims.signature' }],
  },
  OAuthError: objectSchema(
    {
      error: textSchema('The error code of RFC 6749 §5.2.', 'invalid_scope'),
      error_description: { type: 'string' },
      hint: textSchema('Where to look; for `invalid_scope` the scope.'),
    },
    ['error', 'error_description'],
  ),
};
