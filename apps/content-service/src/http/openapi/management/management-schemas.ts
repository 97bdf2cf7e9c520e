import { ACTOR_KINDS } from '@content-service/audit';
import { getOwn } from '@content-service/kernel';
import {
  CHANGED_CLIENT_MEMBERS,
  CLIENT_ROTATION_MEMBERS,
  NEW_CLIENT_MEMBERS,
} from '@content-service/oauth-clients';
import { SCOPES } from '@content-service/scopes';
import {
  IMAGE_STYLE_MEMBERS,
  MENU_MEMBERS,
  PREVIEW_SITE_MEMBERS,
  SHARED_VIEW_MEMBERS,
  RATE_LIMIT_POLICIES,
  RATE_LIMIT_MEMBERS,
  SETTING_RULES,
  type SiteSettings,
} from '@content-service/site-settings';
import {
  CONTENT,
  CORS,
  JSON_API,
  MENUS,
  OAUTH,
  RATE_LIMITS,
  SITE,
  type SettingsDocument,
} from '../../management/settings/settings-document.js';
import { changeSchema, newResourceSchema, toMemberSchemas } from '../elements/member-schema.js';
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

export const SCOPE_NAMES = listSchema({ type: 'string', enum: SCOPES.map(({ name }) => name) });

/** The schemas of settings whose values are no plain values. */
const OWN_SCHEMAS: Partial<Readonly<Record<keyof SiteSettings, Schema>>> = {
  corsOrigins: {
    ...listSchema(textSchema('`*`, or an origin.')),
    examples: [['*'], ['https://www.example.com']],
  },
  rateLimits: createRateLimitsSchema(),
  imageStyles: {
    ...settingSchema('imageStyles'),
    items: newResourceSchema(IMAGE_STYLE_MEMBERS),
  },
  previewSites: { ...settingSchema('previewSites'), items: newResourceSchema(PREVIEW_SITE_MEMBERS) },
  sharedViews: { ...settingSchema('sharedViews'), items: newResourceSchema(SHARED_VIEW_MEMBERS) },
  menus: { ...settingSchema('menus'), items: newResourceSchema(MENU_MEMBERS) },
};

function settingsSchemas({ members }: SettingsDocument): Schemas {
  return Object.fromEntries(
    Object.entries(members).map(([name, setting]) => [
      name,
      getOwn(OWN_SCHEMAS, setting) ?? settingSchema(setting),
    ]),
  );
}

function settingSchema(name: keyof SiteSettings): Schema {
  const { rule, description } = SETTING_RULES[name];
  return {
    // Enumerations are of texts; other rules name their type.
    ...('enum' in rule ? { type: 'string' } : {}),
    ...(rule as Schema),
    ...(description === undefined ? {} : { description }),
  };
}

function createRateLimitsSchema(): Schema {
  const limit = newResourceSchema(RATE_LIMIT_MEMBERS);
  return {
    description: '`none`, `recommended`, or limits by policy; a policy that is absent has no limit.',
    oneOf: [
      { type: 'string', enum: ['none', 'recommended'] },
      {
        ...closedObjectSchema(Object.fromEntries(RATE_LIMIT_POLICIES.map((policy) => [policy, limit]))),
        minProperties: 1,
      },
    ],
    examples: ['recommended', { write: { quota: 300, windowSeconds: 60 } }],
  };
}

/** Requests name unknown scopes in errors of their own, so the rule of the member has no enumeration. */
function withScopeNames(schema: Schema): Schema {
  const properties = schema['properties'] as Schemas;
  return { ...schema, properties: { ...properties, allowedScopes: SCOPE_NAMES } };
}

const CLIENT: Schemas = {
  id: textSchema('The client ID.'),
  ...toMemberSchemas(NEW_CLIENT_MEMBERS),
  allowedScopes: SCOPE_NAMES,
  createdAt: TIME,
  lastUsedAt: nullable(TIME),
  secrets: listSchema(completeObjectSchema({ createdAt: TIME, expiresAt: nullable(TIME) })),
};

export const MANAGEMENT_SCHEMAS: Schemas = {
  JsonApiSettings: completeObjectSchema(settingsSchemas(JSON_API)),
  'JsonApiSettings.change': closedObjectSchema(settingsSchemas(JSON_API)),
  CorsSettings: completeObjectSchema(settingsSchemas(CORS)),
  'CorsSettings.change': closedObjectSchema(settingsSchemas(CORS)),
  OAuthSettings: completeObjectSchema(settingsSchemas(OAUTH)),
  'OAuthSettings.change': closedObjectSchema(settingsSchemas(OAUTH)),
  ContentSettings: completeObjectSchema(settingsSchemas(CONTENT)),
  'ContentSettings.change': closedObjectSchema(settingsSchemas(CONTENT)),
  SiteAppearance: completeObjectSchema(settingsSchemas(SITE)),
  'SiteAppearance.change': closedObjectSchema(settingsSchemas(SITE)),
  MenuSettings: completeObjectSchema(settingsSchemas(MENUS)),
  'MenuSettings.change': closedObjectSchema(settingsSchemas(MENUS)),
  RateLimitSettings: completeObjectSchema(settingsSchemas(RATE_LIMITS)),
  'RateLimitSettings.change': closedObjectSchema(settingsSchemas(RATE_LIMITS)),
  ApiClient: completeObjectSchema(CLIENT),
  'ApiClient.new': withScopeNames(newResourceSchema(NEW_CLIENT_MEMBERS)),
  'ApiClient.change': withScopeNames(changeSchema(CHANGED_CLIENT_MEMBERS)),
  'ApiClient.newSecret': newResourceSchema(CLIENT_ROTATION_MEMBERS),
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
