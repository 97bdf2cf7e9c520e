import { ACTOR_KINDS } from '@content-service/audit';
import { GRANT_TYPES } from '@content-service/oauth-clients';
import { SCOPES } from '@content-service/scopes';
import { RATE_LIMIT_POLICIES, SETTING_RULES, type SiteSettings } from '@content-service/site-settings';
import {
  closedObjectSchema,
  completeObjectSchema,
  listSchema,
  nullable,
  objectSchema,
  ref,
  type Schema,
  type Schemas,
  textSchema,
} from '../elements/schema.js';

export const TIME: Schema = { type: 'string', format: 'date-time', examples: ['2024-01-31T12:00:00+00:00'] };
export const YES_OR_NO: Schema = { type: 'boolean' };
const SECONDS: Schema = { type: 'integer', minimum: 0 };
const COUNT: Schema = { type: 'integer', minimum: 1 };

export const SCOPE_NAMES = listSchema({ type: 'string', enum: SCOPES.map(({ name }) => name) });

/** The bounds of a setting that is a number, as they are checked. */
function settingSchema(name: keyof SiteSettings): Schema {
  return SETTING_RULES[name].rule as Schema;
}

const JSON_API_SETTINGS: Schemas = {
  publicAccess: { ...YES_OR_NO, description: 'Whether published content can be read without a token.' },
  allowedOperations: { type: 'string', ...settingSchema('allowedOperations') },
  publishDescription: {
    ...YES_OR_NO,
    description: 'Whether `/openapi.json` and `/docs` are available without a token.',
  },
  pageLimitMaximum: settingSchema('pageLimitMaximum'),
  includeDepthMaximum: settingSchema('includeDepthMaximum'),
  includedMaximum: settingSchema('includedMaximum'),
  queryComplexityMaximum: {
    ...settingSchema('queryComplexityMaximum'),
    description: 'Maximum cost of one query; 1 is about 0.1 milliseconds over 2,000 entries.',
  },
  documentBytesMaximum: {
    ...settingSchema('documentBytesMaximum'),
    description: 'Maximum size in bytes of a response with several entries.',
  },
  publicMaxAgeSeconds: settingSchema('publicMaxAgeSeconds'),
  sharedMaxAgeSeconds: {
    ...settingSchema('sharedMaxAgeSeconds'),
    description: 'How long content delivery networks keep anonymous reads; 0: as long as browsers do.',
  },
  atomicOperationsMaximum: settingSchema('atomicOperationsMaximum'),
};

const CORS_SETTINGS: Schemas = {
  allowedOrigins: {
    ...listSchema(textSchema('`*`, or an origin.')),
    examples: [['*'], ['https://www.example.com']],
  },
};

const OAUTH_SETTINGS: Schemas = {
  refreshFamilyMaximumSeconds: {
    ...settingSchema('refreshFamilyMaximumSeconds'),
    description:
      'Maximum lifetime in seconds of all refresh tokens of one login; default 90 days. 0: no limit.',
  },
  refreshReuseGraceSeconds: settingSchema('refreshReuseGraceSeconds'),
  requirePkce: {
    ...YES_OR_NO,
    description: 'Whether PKCE is required of confidential clients; it is always required of public ones.',
  },
  localhostAnyPort: {
    ...YES_OR_NO,
    description:
      'Whether redirects of public clients to `http://localhost` may have any port, as those to `127.0.0.1` and `[::1]` always may.',
  },
};

const RATE_LIMIT: Schema = closedObjectSchema(
  {
    quota: { ...COUNT, maximum: 1_000_000, description: 'Maximum number of requests per window.' },
    windowSeconds: { ...COUNT, maximum: 86_400 },
  },
  ['quota', 'windowSeconds'],
);

const RATE_LIMIT_SETTINGS: Schemas = {
  rateLimits: {
    description: '`none`, `recommended`, or limits by policy; a policy that is absent has no limit.',
    oneOf: [
      { type: 'string', enum: ['none', 'recommended'] },
      {
        ...closedObjectSchema(Object.fromEntries(RATE_LIMIT_POLICIES.map((policy) => [policy, RATE_LIMIT]))),
        minProperties: 1,
      },
    ],
    examples: ['recommended', { write: { quota: 300, windowSeconds: 60 } }],
  },
};

const CLIENT_CHANGE: Schemas = {
  label: textSchema('Shown to administrators and on the consent page.', 'Website'),
  allowedScopes: SCOPE_NAMES,
  redirectUris: listSchema({ type: 'string', examples: ['https://www.example.com/callback'] }),
  grants: listSchema({ type: 'string', enum: [...GRANT_TYPES] }),
  enabled: YES_OR_NO,
  user: nullable({ type: 'string', format: 'uuid' }),
  rememberConsent: {
    ...YES_OR_NO,
    description: 'Whether consent is requested only once per user; a new redirect URI asks again.',
  },
  requirePkce: YES_OR_NO,
};

const CONFIDENTIAL: Schemas = {
  confidential: { ...YES_OR_NO, description: 'Whether the client can keep a secret (RFC 6749 §2.1).' },
};

const CLIENT: Schemas = {
  id: textSchema('The client ID.'),
  ...CLIENT_CHANGE,
  ...CONFIDENTIAL,
  createdAt: TIME,
  lastUsedAt: nullable(TIME),
  secrets: listSchema(completeObjectSchema({ createdAt: TIME, expiresAt: nullable(TIME) })),
};

export const MANAGEMENT_SCHEMAS: Schemas = {
  JsonApiSettings: completeObjectSchema(JSON_API_SETTINGS),
  'JsonApiSettings.change': closedObjectSchema(JSON_API_SETTINGS),
  CorsSettings: completeObjectSchema(CORS_SETTINGS),
  'CorsSettings.change': closedObjectSchema(CORS_SETTINGS),
  OAuthSettings: completeObjectSchema(OAUTH_SETTINGS),
  'OAuthSettings.change': closedObjectSchema(OAUTH_SETTINGS),
  RateLimitSettings: completeObjectSchema(RATE_LIMIT_SETTINGS),
  'RateLimitSettings.change': closedObjectSchema(RATE_LIMIT_SETTINGS),
  ApiClient: completeObjectSchema(CLIENT),
  'ApiClient.new': closedObjectSchema({ ...CLIENT_CHANGE, ...CONFIDENTIAL }, ['label']),
  'ApiClient.change': closedObjectSchema(CLIENT_CHANGE),
  'ApiClient.newSecret': closedObjectSchema({ graceSeconds: { ...SECONDS, maximum: 604800, default: 0 } }),
  'ApiClient.withSecret': {
    allOf: [
      ref('ApiClient'),
      objectSchema({ secret: textSchema('Contained in this response only; public clients have none.') }),
    ],
  },
  Scope: completeObjectSchema({
    name: textSchema('The name.', 'content:administer'),
    governs: textSchema('Description of what a token with the scope may do.'),
    group: textSchema('Group for display.', 'Content'),
  }),
  AuditEvent: completeObjectSchema({
    id: ref('Uuid'),
    at: TIME,
    who: completeObjectSchema({
      kind: { type: 'string', enum: [...ACTOR_KINDS] },
      userId: nullable({ type: 'string' }),
      clientId: nullable({ type: 'string' }),
      name: nullable(textSchema('Present name of the user or client.')),
    }),
    from: nullable(textSchema('The IP address.', '192.0.2.1')),
    action: textSchema('Machine-readable action.', 'client.created'),
    says: textSchema('Description of the action.', 'created an API client'),
    subject: nullable(
      completeObjectSchema({ kind: textSchema('Such as `client`.'), id: textSchema('Id or name.') }),
    ),
    details: { type: 'object' },
  }),
  SigningKey: completeObjectSchema({
    kid: textSchema('The id of the key, as in the header of tokens.'),
    algorithm: { type: 'string', enum: ['RS256', 'ES256'] },
    state: { type: 'string', enum: ['current', 'next', 'retired'] },
    createdAt: TIME,
    retiredAt: nullable(TIME),
    publicKey: { type: 'object', description: 'A JSON Web Key (RFC 7517).' },
  }),
};
