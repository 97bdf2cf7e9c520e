import { GRANT_TYPES } from '@content-service/oauth-clients';
import { SCOPES } from '@content-service/scopes';
import { listSchema, nullable, objectSchema, ref, type Schema, type Schemas, textSchema } from './schema.js';

/** An object that always has all of these members. */
export function complete(properties: Schemas): Schema {
  return objectSchema(properties, Object.keys(properties));
}

/** A body: no other members than these. */
export function body(properties: Schemas, required: readonly string[] = []): Schema {
  return { ...objectSchema(properties, required), additionalProperties: false };
}

export const TIME: Schema = { type: 'string', format: 'date-time', examples: ['2024-01-31T12:00:00+00:00'] };
export const YES_OR_NO: Schema = { type: 'boolean' };
const SECONDS: Schema = { type: 'integer', minimum: 0 };
const COUNT: Schema = { type: 'integer', minimum: 1 };

export const SCOPE_NAMES = listSchema({ type: 'string', enum: SCOPES.map(({ name }) => name) });

const JSON_API_SETTINGS: Schemas = {
  publicAccess: { ...YES_OR_NO, description: 'Whether published content is read without a token.' },
  allowedOperations: { type: 'string', enum: ['read_only', 'read_write'] },
  pageLimitMaximum: COUNT,
  includeDepthMaximum: COUNT,
  includedMaximum: COUNT,
  publicMaxAgeSeconds: SECONDS,
  atomicOperationsMaximum: COUNT,
};

const CORS_SETTINGS: Schemas = {
  allowedOrigins: {
    ...listSchema(textSchema('`*`, or an origin.')),
    examples: [['*'], ['https://www.example.com']],
  },
};

const OAUTH_SETTINGS: Schemas = {
  refreshFamilyMaximumSeconds: { ...SECONDS, description: '0: as long as it is used.' },
  refreshReuseGraceSeconds: { ...SECONDS, maximum: 60 },
};

const CLIENT_CHANGE: Schemas = {
  label: textSchema('Shown to administrators and on the consent page.', 'Website'),
  allowedScopes: SCOPE_NAMES,
  redirectUris: listSchema({ type: 'string', examples: ['https://www.example.com/callback'] }),
  grants: listSchema({ type: 'string', enum: [...GRANT_TYPES] }),
  enabled: YES_OR_NO,
  user: nullable({ type: 'string', format: 'uuid' }),
  rememberConsent: { ...YES_OR_NO, description: 'Ask a user once only.' },
  requirePkce: YES_OR_NO,
};

const CONFIDENTIAL: Schemas = {
  confidential: { ...YES_OR_NO, description: 'Whether it can keep a secret.' },
};

const CLIENT: Schemas = {
  id: textSchema('The client ID.'),
  ...CLIENT_CHANGE,
  ...CONFIDENTIAL,
  createdAt: TIME,
  lastUsedAt: nullable(TIME),
  secrets: listSchema(complete({ createdAt: TIME, expiresAt: nullable(TIME) })),
};

export const MANAGEMENT_SCHEMAS: Schemas = {
  JsonApiSettings: complete(JSON_API_SETTINGS),
  'JsonApiSettings.change': body(JSON_API_SETTINGS),
  CorsSettings: complete(CORS_SETTINGS),
  'CorsSettings.change': body(CORS_SETTINGS),
  OAuthSettings: complete(OAUTH_SETTINGS),
  'OAuthSettings.change': body(OAUTH_SETTINGS),
  ApiClient: complete(CLIENT),
  'ApiClient.new': body({ ...CLIENT_CHANGE, ...CONFIDENTIAL }, ['label']),
  'ApiClient.change': body(CLIENT_CHANGE),
  'ApiClient.newSecret': body({ graceSeconds: { ...SECONDS, maximum: 604800, default: 0 } }),
  'ApiClient.withSecret': {
    allOf: [
      ref('ApiClient'),
      objectSchema({ secret: textSchema('Shown this once; public clients have none.') }),
    ],
  },
  Scope: complete({
    name: textSchema('The name.', 'content:administer'),
    governs: textSchema('What a token with it may do.'),
    group: textSchema('The heading it stands under.', 'Content'),
  }),
  AuditEvent: complete({
    id: ref('Uuid'),
    at: TIME,
    who: complete({
      kind: { type: 'string', enum: ['anonymous', 'client', 'user', 'operator'] },
      userId: nullable({ type: 'string' }),
      clientId: nullable({ type: 'string' }),
      name: nullable(textSchema('What people call them at present.')),
    }),
    from: nullable(textSchema('The IP address.', '192.0.2.1')),
    action: textSchema('Stable, for programs.', 'client.created'),
    says: textSchema('For people.', 'created an API client'),
    subject: nullable(complete({ kind: textSchema('Such as `client`.'), id: textSchema('Its id or name.') })),
    details: { type: 'object' },
  }),
  SigningKey: complete({
    kid: textSchema('The id of the key, as tokens name it.'),
    algorithm: { type: 'string', enum: ['RS256', 'ES256'] },
    state: { type: 'string', enum: ['current', 'next', 'retired'] },
    createdAt: TIME,
    retiredAt: nullable(TIME),
    publicKey: { type: 'object', description: 'A JSON Web Key (RFC 7517).' },
  }),
};
