import type { AccessTokenClaims } from './access-token.js';
import type { AccessTokenService } from './access-token.service.js';
import type { ClientAuthentication } from './client-authentication.js';
import { OAuthError } from './oauth.errors.js';
import { omitEmptyParameters, type TokenLookupRequest } from './request-parameters.js';

/** The introspection response (RFC 7662 §2.2). */
export type Introspection =
  | { readonly active: false }
  | ({ readonly active: true; readonly token_type: 'Bearer' } & Omit<AccessTokenClaims, 'fid'>);

/** `POST /oauth/introspect` (RFC 7662), free of HTTP. */
export class IntrospectionEndpoint {
  constructor(
    private readonly authentication: ClientAuthentication,
    private readonly accessTokens: AccessTokenService,
  ) {}

  /**
   * Returns the claims of the client's own access tokens. Other tokens and refresh tokens are `active: false`, valid or not
   * (RFC 7662 §4).
   *
   * @throws OAuthError
   */
  async respond(request: TokenLookupRequest): Promise<Introspection> {
    const parameters = omitEmptyParameters(request.parameters);
    const client = await this.authentication.authenticate({ ...request, parameters }, 'introspect');
    // Without client authentication the endpoint could be used to scan for tokens (RFC 7662 §2.1).
    if (!client.confidential) throw new OAuthError('invalid_client');
    if (parameters.token === undefined) throw OAuthError.missing('token');
    const found = await this.accessTokens.find(parameters.token);
    if (found?.claims.client_id !== client.id) return { active: false };
    const { iss, aud, sub, client_id, scope, jti, iat, nbf, exp } = found.claims;
    return { active: true, token_type: 'Bearer', iss, aud, sub, client_id, scope, jti, iat, nbf, exp };
  }
}
