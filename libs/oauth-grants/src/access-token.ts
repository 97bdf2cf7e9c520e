import { DomainError, isJsonObject } from '@content-service/kernel';
import { type Principal, ScopeSet } from '@content-service/scopes';
import type { UnsealedKey, VerificationKey } from './signing-key.js';

/** The `typ` that tells access tokens from every other JWT (RFC 9068 §2.1). */
export const ACCESS_TOKEN_TYPE = 'at+jwt';

/** The claims of an access token (RFC 9068 §2.2). Times are UNIX seconds. */
export interface AccessTokenClaims {
  readonly iss: string;
  readonly aud: string;
  /** The user, or the client itself when it acts for itself. */
  readonly sub: string;
  readonly client_id: string;
  /** Space-separated; may be empty. */
  readonly scope: string;
  readonly jti: string;
  readonly iat: number;
  readonly nbf: number;
  readonly exp: number;
  /** The family of tokens it belongs to, when a user granted it: they are revoked together. */
  readonly fid?: string;
  /** When the password was verified in the browser session that the token descends from (RFC 9068 §2.2.1). */
  readonly auth_time?: number;
}

/**
 * The reasons of refusals, in the character set of a challenge: neither quotes nor backslashes (RFC 6750 §3). The specification
 * («Errors») prints that of `unverified` and the meaning of `dots`.
 */
const REFUSAL_MESSAGES = {
  dots: 'The access token must be a JWT: three parts with two dots between them',
  parts: 'The access token must be a JWT: its header, claims and signature cannot be empty',
  encoding: 'The access token must be a JWT: its header and claims are base64url-encoded JSON objects',
  unverified: 'Access token could not be verified',
  revoked: 'The access token has been revoked',
} as const;

export class AccessTokenRefused extends DomainError {
  constructor(readonly reason: keyof typeof REFUSAL_MESSAGES) {
    super('access_token_refused', REFUSAL_MESSAGES[reason]);
  }
}

/** Every claim must be there: a token without `exp` or `jti` could neither end nor be revoked. */
export function parseClaims(payload: unknown): AccessTokenClaims | undefined {
  if (!isJsonObject(payload)) return undefined;
  const { iss, aud, sub, client_id, scope, jti, iat, nbf, exp, fid, auth_time } = payload;
  if (!isText(iss) || !isText(aud) || !isText(sub) || !isText(client_id) || !isText(jti)) return undefined;
  if (typeof scope !== 'string' || !isTime(iat) || !isTime(nbf) || !isTime(exp)) return undefined;
  if (fid !== undefined && !isText(fid)) return undefined;
  if (auth_time !== undefined && !isTime(auth_time)) return undefined;
  return {
    ...{ iss, aud, sub, client_id, scope, jti, iat, nbf, exp },
    ...(fid === undefined ? {} : { fid }),
    ...(auth_time === undefined ? {} : { auth_time }),
  };
}

/**
 * Whether a token is in its lifetime. Also asked of tokens that were verified before: the clock may have been set back.
 *
 * @param now UNIX seconds; there is no tolerance, since tokens of this service have it in `nbf`
 */
export function isInLifetime({ nbf, exp }: Pick<AccessTokenClaims, 'nbf' | 'exp'>, now: number): boolean {
  return nbf <= now && now < exp;
}

/** The principal of the claims: a client acting for itself is its own subject (RFC 9068 §2.2). */
export function toPrincipal({ sub, client_id, scope, auth_time }: AccessTokenClaims): Principal {
  const scopes = ScopeSet.parse(scope);
  return sub === client_id
    ? { kind: 'client', clientId: client_id, scopes }
    : {
        ...{ kind: 'user', userId: sub, clientId: client_id, scopes },
        ...(auth_time === undefined ? {} : { authenticatedAt: auth_time }),
      };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Encodes claims as signed text and decodes them. Handles keys and headers, not the meaning of claims. */
export abstract class AccessTokenCodec {
  /** A JWT signed with the key, its header being `alg`, `typ: at+jwt` and `kid` (RFC 9068 §2.1). */
  abstract encode(claims: AccessTokenClaims, key: UnsealedKey): Promise<string>;

  /**
   * The payload of a token whose header says `typ: at+jwt`, that is signed with the key its `kid` names, and with the one
   * algorithm of that key (RFC 8725 §3.1). Times and other claims are not looked at.
   *
   * @throws AccessTokenRefused
   */
  abstract decode(token: string, findKey: (kid: string) => VerificationKey | undefined): unknown;
}

/** The claims and the principal of a valid token. */
export interface VerifiedToken {
  readonly claims: AccessTokenClaims;
  readonly principal: Principal;
  /** The key of the key ring that signed it; absent for a token of another issuer. */
  readonly kid?: string | undefined;
}

/** Verifies access tokens, of this service or of another issuer. */
export abstract class TokenVerifier {
  /** @throws AccessTokenRefused */
  abstract verify(token: string): Promise<VerifiedToken>;

  /**
   * Whether a verified token is still valid. Synchronous, for use with every request; `false` may also mean that the answer needs
   * the store: call `verify` then.
   */
  abstract isInForce(token: VerifiedToken): boolean;
}
