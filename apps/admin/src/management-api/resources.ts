import type { Json } from '../jsonapi/document.js';

/** Resources of the management API, as `/openapi.json` describes them; times are RFC 3339. */

export interface List<T> {
  readonly items: readonly T[];
  /** The value of `?cursor=` for the next page; `null` on the last page. */
  readonly next?: string | null;
}

/** A saved search of a list. */
export interface ListView {
  /** Unique among the views of the resource type. */
  readonly name: string;
  readonly resourceType: string;
  /** The search parameters of the list; a later version of the administration may have others. */
  readonly search: Readonly<Record<string, unknown>>;
}

export interface ListViews {
  readonly views: readonly ListView[];
}

export type GrantType = 'client_credentials' | 'authorization_code' | 'refresh_token';

export interface ApiClient {
  readonly id: string;
  readonly label: string;
  readonly allowedScopes: readonly string[];
  readonly redirectUris: readonly string[];
  readonly grants: readonly GrantType[];
  readonly confidential: boolean;
  readonly enabled: boolean;
  readonly user: string | null;
  readonly rememberConsent: boolean;
  readonly requirePkce: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly secrets: readonly { readonly createdAt: string; readonly expiresAt: string | null }[];
}

/** The response to a creation or rotation, the only one with the secret. */
export interface ApiClientWithSecret extends ApiClient {
  readonly secret?: string;
}

export interface Scope {
  readonly name: string;
  readonly governs: string;
  readonly group: string;
}

export interface JsonApiSettings {
  readonly publicAccess: boolean;
  readonly allowedOperations: 'read_only' | 'read_write';
  readonly publishDescription: boolean;
  readonly pageLimitMaximum: number;
  readonly includeDepthMaximum: number;
  readonly includedMaximum: number;
  readonly queryComplexityMaximum: number;
  readonly documentBytesMaximum: number;
  readonly atomicOperationsMaximum: number;
  readonly publicMaxAgeSeconds: number;
  readonly sharedMaxAgeSeconds: number;
}

export interface CorsSettings {
  /** `['*']`, or origins such as `https://www.example.com`. */
  readonly allowedOrigins: readonly string[];
}

export interface OAuthSettings {
  readonly refreshFamilyMaximumSeconds: number;
  readonly refreshReuseGraceSeconds: number;
  readonly requirePkce: boolean;
  readonly localhostAnyPort: boolean;
}

/** At most `quota` requests of one key (1 to 1,000,000) in `windowSeconds` (1 to 86,400). */
interface RateLimit {
  readonly quota: number;
  readonly windowSeconds: number;
}

/** Limits by policy; a policy that is not named has no limit. */
export type RateLimitTable = Readonly<
  Partial<Record<'client' | 'write' | 'anonymous' | 'token' | 'manage', RateLimit>>
>;

export interface RateLimitSettings {
  /** `null` is never stored; a draft has it for a text that is not a table. */
  readonly rateLimits: 'none' | 'recommended' | RateLimitTable | null;
}

/** The documents at `/manage/settings/{name}`. */
export type SettingsName = 'jsonapi' | 'cors' | 'oauth' | 'rate-limits';

export interface FieldSettings {
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  readonly precision?: number;
  readonly scale?: number;
  readonly allowedValues?: readonly { readonly value: string; readonly label: string }[];
  readonly datetimeType?: 'date' | 'datetime';
  readonly targetTypes?: readonly string[];
  readonly caseSensitive?: boolean;
}

/** A column of the form of entries. */
export type FormRegion = 'main' | 'side';

export interface FormDisplay {
  /** The heading of the group to which the field belongs. */
  readonly group?: string;
  readonly region?: FormRegion;
}

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly label: string;
  readonly required: boolean;
  /** 1 for a single value, the maximum number of values, or -1 for any number. */
  readonly cardinality: number;
  readonly settings: FieldSettings;
  /** The help text. Absent like the other hints where the field has none; `null` removes a hint. */
  readonly description?: string | null;
  readonly placeholder?: string | null;
  /** The value with which a form begins a new entry, as in its attributes. */
  readonly defaultValue?: Json;
  /** Where forms show the field; by default in the main column without a group. */
  readonly formDisplay?: FormDisplay | null;
}

export interface FieldWithUsage extends Field {
  readonly entriesWithValue: number;
  /** Whether there may be more. */
  readonly entriesWithValueIsMinimum?: true;
}

export interface Bundle {
  readonly entityType: string;
  readonly bundle: string;
  /** The resource type, such as `node--article`. */
  readonly type: string;
  readonly label: string;
  readonly description: string | null;
  readonly entries: number;
  readonly baseFields: readonly Field[];
  readonly fields: readonly Field[];
}

export interface EntityType {
  readonly name: string;
  readonly label: string;
  readonly labelField: string;
  readonly bundles: 'many' | 'one';
  readonly writable: boolean;
}

interface FieldType {
  readonly name: string;
  readonly label: string;
  /** The names of its settings. */
  readonly settings: readonly (keyof FieldSettings)[];
}

export interface ContentModel {
  readonly version: number;
  readonly entityTypes: readonly EntityType[];
  readonly fieldTypes: readonly FieldType[];
  readonly bundles: readonly Bundle[];
}

export interface User {
  readonly id: string;
  readonly name: string;
  readonly displayName: string | null;
  readonly role: string;
  readonly enabled: boolean;
  /** Whether the user has to choose another password at the next sign-in. */
  readonly passwordChangeRequired: boolean;
  readonly createdAt: string;
  readonly lastLoginAt: string | null;
}

/** A browser session of a user. */
export interface UserSession {
  readonly id: string;
  readonly startedAt: string;
  /** The last verification of the password. */
  readonly authenticatedAt: string;
  /** The end if the session is not used before. */
  readonly expiresAt: string;
}

/** The permission of a user to an API client: a remembered consent, live refresh tokens, or both. */
export interface UserGrant {
  readonly clientId: string;
  /** `null` after the deletion of the client. */
  readonly label: string | null;
  readonly scopes: readonly string[];
  readonly grantedAt: string;
}

export interface Role {
  readonly name: string;
  readonly label: string;
  readonly scopes: readonly string[];
  readonly builtIn: boolean;
}

export interface AuditEvent {
  readonly id: string;
  readonly at: string;
  readonly who: {
    readonly kind: string;
    readonly userId: string | null;
    readonly clientId: string | null;
    readonly name: string | null;
  };
  readonly from: string | null;
  readonly action: string;
  readonly says: string;
  readonly subject: { readonly kind: string; readonly id: string } | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface SigningKey {
  readonly kid: string;
  readonly algorithm: string;
  readonly state: string;
  readonly createdAt: string;
  readonly retiredAt: string | null;
  readonly publicKey: Readonly<Record<string, unknown>>;
}

/** An entry with the latest action on it. */
export interface ActiveEntry {
  readonly type: string;
  readonly id: string;
  readonly label: string | null;
  readonly published: boolean;
  readonly action: string;
  readonly at: string;
  /** The login name of the user, or the label of the client. */
  readonly by: string | null;
}

/** The entries that the user changed last, and those that others published last. */
export interface ContentActivity {
  readonly own: readonly ActiveEntry[];
  readonly published: readonly ActiveEntry[];
}
