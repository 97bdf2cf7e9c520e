import type { Uuid } from '@content-service/kernel';
import type { ScopeSet } from '@content-service/scopes';

/** The grants a client can be allowed to use (specification, «Grant types»). */
export const GRANT_TYPES = ['client_credentials', 'authorization_code', 'refresh_token'] as const;

export type GrantType = (typeof GRANT_TYPES)[number];

/**
 * The `client_id` in the tokens of the browser administration, which is part of the service: it has no secret and is no
 * API client. It cannot be registered.
 */
export const FIRST_PARTY_CLIENT_ID = 'content-service-admin';

/** A client secret as it is stored: never the secret itself. */
export interface StoredSecret {
  /** `v1$sha256$<base64url>`; the secret has 256 random bits, so a plain hash is enough (OWASP ASVS 5, 6.5.2). */
  readonly hash: string;
  readonly createdAt: number;
  /** UNIX seconds; set on the old secret when a new one is made. */
  readonly expiresAt?: number;
}

/** An API client (specification, «API client»). Times are UNIX seconds. */
export interface ApiClient {
  readonly id: string;
  readonly label: string;
  /** At most two: the current secret and, for a grace time, its predecessor. Empty for public clients. */
  readonly secrets: readonly StoredSecret[];
  /** Whether it can keep a secret; public clients must use PKCE. */
  readonly confidential: boolean;
  readonly grants: readonly GrantType[];
  readonly allowedScopes: ScopeSet;
  readonly redirectUris: readonly string[];
  /** The owner of the entries that it creates for itself; without it the site's first user. */
  readonly user?: Uuid;
  readonly enabled: boolean;
  readonly rememberConsent: boolean;
  readonly requirePkce: boolean;
  readonly createdAt: number;
  readonly lastUsedAt?: number;
  /** Starts at 1 and rises with every change (not with `lastUsedAt`). */
  readonly version: number;
}
