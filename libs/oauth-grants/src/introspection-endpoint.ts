import type { AccessTokenClaims } from './access-token.js';
import type { AccessTokens } from './access-tokens.js';
import type { ClientAuthentication } from './client-authentication.js';
import { OAuthError } from './oauth.errors.js';
import { givenParameters, type TokenInquiry } from './token-request.js';

/** What is told of a token (RFC 7662 §2.2). */
export type Introspection =
  | { readonly active: false }
  | ({ readonly active: true; readonly token_type: 'Bearer' } & Omit<AccessTokenClaims, 'fid'>);

/** `POST /oauth/introspect` (RFC 7662), free of HTTP. */
export class IntrospectionEndpoint {
  constructor(
    private readonly authentication: ClientAuthentication,
    private readonly accessTokens: AccessTokens,
  ) {}

  /**
   * Tells a client about its own access tokens. Of any other token, good or not, it learns nothing (RFC 7662 §4); refresh
   * tokens mean something at the token endpoint only.
   *
   * @throws OAuthError
   */
  async respond(request: TokenInquiry): Promise<Introspection> {
    const parameters = givenParameters(request.parameters);
    const client = await this.authentication.authenticate({ ...request, parameters });
    // Without proof of who asks, anybody could try out tokens here (RFC 7662 §2.1).
    if (!client.confidential) throw new OAuthError('invalid_client');
    if (parameters.token === undefined) throw OAuthError.missing('token');
    const found = await this.accessTokens.find(parameters.token);
    if (found?.claims.client_id !== client.id) return { active: false };
    const { iss, aud, sub, client_id, scope, jti, iat, nbf, exp } = found.claims;
    return { active: true, token_type: 'Bearer', iss, aud, sub, client_id, scope, jti, iat, nbf, exp };
  }
}
