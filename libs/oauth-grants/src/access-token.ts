import { DomainError, isJsonObject } from '@content-service/kernel';
import { type Principal, ScopeSet } from '@content-service/scopes';

/** Specification, «Limits». */
export const ACCESS_TOKEN_LIFETIME_SECONDS = 300;

/** The `typ` that tells access tokens from every other JWT (RFC 9068 §2.1). */
export const ACCESS_TOKEN_TYPE = 'at+jwt';

/** What an access token says (RFC 9068 §2.2). Times are UNIX seconds. */
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
}

/**
 * Why a token is refused, in words fit for a challenge: neither quotes nor backslashes (RFC 6750 §3). The specification
 * («Errors») prints that of `unverified` and the meaning of `dots`.
 */
const REFUSALS = {
  dots: 'The access token must be a JWT: three parts with two dots between them',
  parts: 'The access token must be a JWT: its header, claims and signature cannot be empty',
  encoding: 'The access token must be a JWT: its header and claims are base64url-encoded JSON objects',
  unverified: 'Access token could not be verified',
  revoked: 'The access token has been revoked',
} as const;

export class AccessTokenRefused extends DomainError {
  constructor(readonly reason: keyof typeof REFUSALS) {
    super('access_token_refused', REFUSALS[reason]);
  }
}

/** Every claim must be there: a token without `exp` or `jti` could neither end nor be revoked. */
export function readClaims(payload: unknown): AccessTokenClaims | undefined {
  if (!isJsonObject(payload)) return undefined;
  const { iss, aud, sub, client_id, scope, jti, iat, nbf, exp, fid } = payload;
  if (!isText(iss) || !isText(aud) || !isText(sub) || !isText(client_id) || !isText(jti)) return undefined;
  if (typeof scope !== 'string' || !isTime(iat) || !isTime(nbf) || !isTime(exp)) return undefined;
  if (fid !== undefined && !isText(fid)) return undefined;
  return { iss, aud, sub, client_id, scope, jti, iat, nbf, exp, ...(fid === undefined ? {} : { fid }) };
}

/** Who asks with such a token: a client is its own subject (RFC 9068 §2.2). */
export function toPrincipal({ sub, client_id, scope }: AccessTokenClaims): Principal {
  const scopes = ScopeSet.parse(scope);
  return sub === client_id
    ? { kind: 'client', clientId: client_id, scopes }
    : { kind: 'user', userId: sub, clientId: client_id, scopes };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
