/** What the management interface sends and takes; times are RFC 3339 (`/openapi.json`). */

export interface List<T> {
  readonly items: readonly T[];
  /** For `?cursor=`; `null` at the end. */
  readonly next?: string | null;
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

/** The secret is in this one answer. */
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
  readonly pageLimitMaximum: number;
  readonly includeDepthMaximum: number;
  readonly includedMaximum: number;
  readonly atomicOperationsMaximum: number;
  readonly publicMaxAgeSeconds: number;
}

export interface CorsSettings {
  /** `['*']`, or origins. */
  readonly allowedOrigins: readonly string[];
}

export interface OAuthSettings {
  readonly refreshFamilyMaximumSeconds: number;
  readonly refreshReuseGraceSeconds: number;
}

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

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly label: string;
  readonly required: boolean;
  /** 1, the greatest number of values, or -1 for no bound. */
  readonly cardinality: number;
  readonly settings: FieldSettings;
}

export interface FieldWithUse extends Field {
  readonly entriesWithValue: number;
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
  /** The names of the settings it takes. */
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
  readonly createdAt: string;
  readonly lastLoginAt: string | null;
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
