import type { ApiClient, GrantType } from '@content-service/oauth-clients';
import type { AccessTokenClaims } from '../access-token.js';
import type { TokenParameters } from '../token-request.js';
import type { TokenResponse } from '../token-response.js';

export interface GrantRequest {
  /** What the client sent, without blanks around values and without empty ones. */
  readonly parameters: TokenParameters;
  /** The one that asks, authenticated and allowed this grant. */
  readonly client: ApiClient;
  /** The IP address. */
  readonly from?: string;
}

/** What came of it: the answer, and what the access token in it says. */
export interface GrantedTokens {
  readonly response: TokenResponse;
  readonly claims: AccessTokenClaims;
}

/** One way to get tokens (RFC 6749 §1.3). */
export interface Grant {
  readonly type: GrantType;
  /** Whether it needs a client that has proved who it is; public clients cannot. */
  readonly confidentialClientsOnly: boolean;

  /** @throws OAuthError */
  issue(request: GrantRequest): Promise<GrantedTokens>;
}
