import type { ApiClient, GrantType } from '@content-service/oauth-clients';
import { ScopeSet } from '@content-service/scopes';
import type { AccessTokenClaims } from '../access-token.js';
import type { TokenParameters } from '../request-parameters.js';
import { ACCESS_TOKEN_LIFETIME_SECONDS } from '../oauth-options.js';
import type { IssuedAccessToken } from '../access-token.service.js';

export interface GrantRequest {
  /** What the client sent, without blanks around values and without empty ones. */
  readonly parameters: TokenParameters;
  /** The authenticated client, which has this grant. */
  readonly client: ApiClient;
  /** The IP address of the client, for audit events. */
  readonly ipAddress?: string;
}

/** The token response, and the claims of its access token. */
export interface GrantedTokens {
  readonly response: TokenResponse;
  readonly claims: AccessTokenClaims;
}

/** One way to get tokens (RFC 6749 §1.3). */
export interface Grant {
  readonly type: GrantType;
  /** Whether it needs an authenticated client; public clients cannot authenticate. */
  readonly confidentialClientsOnly: boolean;

  /** @throws OAuthError */
  issue(request: GrantRequest): Promise<GrantedTokens>;
}

/** The answer to a successful token request (specification, «Token response»), its members in the order of the reference. */
export interface TokenResponse {
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly access_token: string;
  /** Only of grants that act for a user. */
  readonly refresh_token?: string;
  /** Only when the granted scopes differ from the requested ones (RFC 6749 §5.1). */
  readonly scope?: string;
}

export function buildTokenResponse(accessToken: string): TokenResponse {
  return { token_type: 'Bearer', expires_in: ACCESS_TOKEN_LIFETIME_SECONDS, access_token: accessToken };
}

/** Builds the response of a grant that acts for a user. A client without the grant refresh_token gets no refresh token. */
export function buildUserTokenResponse(
  { token, claims: { scope } }: IssuedAccessToken,
  { grants }: ApiClient,
  refreshToken: string,
  requested: ScopeSet,
): TokenResponse {
  return {
    ...buildTokenResponse(token),
    ...(grants.includes('refresh_token') ? { refresh_token: refreshToken } : {}),
    ...(ScopeSet.parse(scope).equals(requested) ? {} : { scope }),
  };
}
