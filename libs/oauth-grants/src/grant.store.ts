import type { AuditLines } from '@content-service/audit';
import type { Uuid } from '@content-service/kernel';

// Hashes are SHA-256, base64url: stores never receive a code or token. Times are UNIX seconds.

/** A stored authorization code. */
export interface AuthorizationCode {
  readonly codeHash: string;
  readonly clientId: string;
  readonly userId: Uuid;
  readonly redirectUri: string;
  /** Space-separated; what the user granted. */
  readonly scope: string;
  /** The requested scopes, when the user could not grant all of them: the token response then has `scope` (RFC 6749 §5.1). */
  readonly requestedScope?: string;
  /** S256 challenge (RFC 7636), when the client sent one. */
  readonly codeChallenge?: string;
  /** The family of the tokens it will be exchanged for, so that a replayed code can revoke them. */
  readonly familyId: Uuid;
  /** When the password was verified in the browser session; absent for codes of versions that did not store it. */
  readonly authenticatedAt?: number;
  readonly expiresAt: number;
}

export type CodeConsumption =
  | { readonly outcome: 'consumed' | 'replayed'; readonly code: AuthorizationCode }
  | { readonly outcome: 'unknown' };

export abstract class AuthorizationCodeStore {
  abstract save(code: AuthorizationCode): Promise<void>;

  /** The code, used or not, expired or not. */
  abstract find(codeHash: string): Promise<AuthorizationCode | undefined>;

  /**
   * Consumes the code. Exactly one of any number of parallel calls gets `consumed` (RFC 6749 §4.1.2); the others
   * `replayed`. The caller checks the expiry.
   */
  abstract consume(codeHash: string, now: number): Promise<CodeConsumption>;

  /** The families of all codes of a user for a client, used or not, expired or not. */
  abstract findFamilies(owner: { userId: Uuid; clientId: string }): Promise<Uuid[]>;

  /**
   * Forgets codes that expired before `now`.
   *
   * @returns how many were deleted; fewer than `limit` when none is left
   */
  abstract prune(now: number, limit: number): Promise<number>;
}

export interface RefreshToken {
  readonly tokenHash: string;
  readonly familyId: Uuid;
  readonly clientId: string;
  readonly userId: Uuid;
  /** Space-separated; what the user granted at first. */
  readonly scope: string;
  /** The time of the authorization code; a refresh verifies no password. */
  readonly authenticatedAt?: number;
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** When the first token of the family was issued. */
  readonly familyStartedAt: number;
}

export type Rotation =
  | { readonly outcome: 'rotated' }
  /** It was used before; `usedAt` says when, `directPredecessor` whether its successor is still unused. */
  | { readonly outcome: 'reused'; readonly usedAt: number; readonly directPredecessor: boolean }
  /** `revoked` wins over `reused`. */
  | { readonly outcome: 'revoked' | 'unknown' };

export abstract class RefreshTokenStore {
  /**
   * Stores the first token of a family. It is revoked from the start when its family was revoked before: a replayed code may
   * revoke the family before the first exchange has stored its token.
   */
  abstract insert(token: RefreshToken): Promise<void>;

  /** The token, used or revoked or not. */
  abstract find(tokenHash: string): Promise<RefreshToken | undefined>;

  /**
   * Marks `tokenHash` as used and inserts `successor`, atomically. Exactly one of any number of parallel calls gets `rotated`;
   * only its successor is stored.
   */
  abstract rotate(tokenHash: string, successor: RefreshToken, now: number): Promise<Rotation>;

  abstract revokeFamily(familyId: Uuid, now: number): Promise<void>;

  /** Revokes every token of a user, of a client, or of a user at a client. @returns the families that had live ones */
  abstract revokeByOwner(owner: { userId?: Uuid; clientId?: string }, now: number): Promise<Uuid[]>;

  /** Tokens of a user that are neither used nor revoked and do not expire before `now`. */
  abstract findLive(userId: Uuid, now: number): Promise<RefreshToken[]>;

  /** Whether the family has been revoked (or never was). */
  abstract isRevoked(familyId: Uuid): Promise<boolean>;

  /**
   * Forgets tokens that expired before `now`.
   *
   * @returns how many tokens were deleted, families without tokens included; fewer than `limit` when none is left
   */
  abstract prune(now: number, limit: number): Promise<number>;
}

/** The scopes that a user granted to a client. */
export interface Consent {
  readonly userId: Uuid;
  readonly clientId: string;
  readonly scope: string;
  readonly grantedAt: number;
}

/** Changes take the audit lines that are stored with them. */
export abstract class ConsentStore {
  abstract find(userId: Uuid, clientId: string): Promise<Consent | undefined>;
  /** Replaces an earlier consent of the same user to the same client. */
  abstract save(consent: Consent, auditLines?: AuditLines): Promise<void>;
  /** What a user granted, to all clients. */
  abstract listByUser(userId: Uuid): Promise<Consent[]>;
  /** @returns whether there was such a consent; of parallel calls one returns true */
  abstract delete(userId: Uuid, clientId: string, auditLines?: AuditLines): Promise<boolean>;
  /**
   * Forgets what all users granted to the client.
   *
   * @param createAuditLines creates what is stored with the deletion of a number of consents, unless there were none
   * @returns how many consents there were
   */
  abstract deleteByClient(
    clientId: string,
    createAuditLines?: (consents: number) => AuditLines,
  ): Promise<number>;
}

/** An authorization request between its first GET and the user's decision; bound to the browser session. */
export interface PendingAuthorization {
  readonly id: string;
  readonly sessionHash: string;
  /** The checked request, as JSON. */
  readonly request: string;
  readonly expiresAt: number;
}

export abstract class PendingAuthorizationStore {
  abstract save(pending: PendingAuthorization): Promise<void>;
  /** Deletes and returns it; of parallel calls one gets it. `undefined` for another session, and it is kept. */
  abstract take(id: string, sessionHash: string): Promise<PendingAuthorization | undefined>;
  /**
   * Forgets requests that expired before `now`.
   *
   * @returns how many were deleted; fewer than `limit` when none is left
   */
  abstract prune(now: number, limit: number): Promise<number>;
}

export interface SigningKey {
  /** RFC 7638 thumbprint. */
  readonly kid: string;
  readonly algorithm: 'RS256' | 'ES256';
  /** PKCS #8 PEM, sealed with AES-256-GCM under KEY_SECRET. */
  readonly sealedPrivateKey: string;
  /** SPKI PEM. */
  readonly publicKey: string;
  /** `next` is published but not used; `retired` still verifies until `retiredAt` + the token lifetime. */
  readonly state: 'next' | 'current' | 'retired';
  readonly createdAt: number;
  readonly retiredAt?: number;
}

export abstract class SigningKeyStore {
  abstract list(): Promise<SigningKey[]>;
  /**
   * Replaces the whole list if it still is as `expectedKids` (in any order) says; so of two processes that start at
   * once on an empty database one stores its key.
   *
   * @param auditLines are stored with the keys
   * @returns whether it was replaced
   */
  abstract replace(
    keys: readonly SigningKey[],
    expectedKids: readonly string[],
    auditLines?: AuditLines,
  ): Promise<boolean>;
}

/** Tokens of the subject issued before `notBefore` are revoked; the revocation can be deleted at `until`. */
export interface Revocation {
  readonly subject: 'token' | 'client' | 'user' | 'family';
  readonly id: string;
  readonly notBefore: number;
  readonly until: number;
}

export abstract class RevocationLog {
  /** @param auditLines are stored with the revocations */
  abstract append(revocations: readonly Revocation[], auditLines?: AuditLines): Promise<void>;
  /** Revocations that are still in force at `now`. */
  abstract findActive(now: number): Promise<Revocation[]>;
  /**
   * Deletes revocations that are no longer in force at `now`.
   *
   * @returns how many were deleted; fewer than `limit` when none is left
   */
  abstract prune(now: number, limit: number): Promise<number>;
}
