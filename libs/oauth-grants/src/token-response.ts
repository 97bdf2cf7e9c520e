import type { ApiClient } from '@content-service/oauth-clients';
import { ScopeSet } from '@content-service/scopes';
import { ACCESS_TOKEN_LIFETIME_SECONDS } from './access-token.js';
import type { IssuedAccessToken } from './access-tokens.js';

/** The answer to a successful token request (specification, «Token response»), its members in the order of the reference. */
export interface TokenResponse {
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly access_token: string;
  /** Only of grants that act for a user. */
  readonly refresh_token?: string;
  /** Only when the token carries other scopes than were asked for (RFC 6749 §5.1). */
  readonly scope?: string;
}

export function tokenResponse(accessToken: string): TokenResponse {
  return { token_type: 'Bearer', expires_in: ACCESS_TOKEN_LIFETIME_SECONDS, access_token: accessToken };
}

/** A client that may not use refresh tokens gets none. */
export function userTokenResponse(
  { token, claims: { scope } }: IssuedAccessToken,
  { grants }: ApiClient,
  refreshToken: string,
  requested: ScopeSet,
): TokenResponse {
  return {
    ...tokenResponse(token),
    ...(grants.includes('refresh_token') ? { refresh_token: refreshToken } : {}),
    ...(ScopeSet.parse(scope).equals(requested) ? {} : { scope }),
  };
}
