import type { AccessTokenService } from '../access-token.service.js';
import { resolveGrantedScopes } from '../request-parameters.js';
import { buildTokenResponse, type Grant, type GrantedTokens, type GrantRequest } from './grant.js';

/**
 * The client acts for itself (RFC 6749 §4.4). There is no refresh token: the client can request another access token with
 * its credentials.
 */
export class ClientCredentialsGrant implements Grant {
  readonly type = 'client_credentials';
  readonly confidentialClientsOnly = true;

  constructor(private readonly accessTokens: AccessTokenService) {}

  async issue({ parameters: { scope }, client }: GrantRequest): Promise<GrantedTokens> {
    const scopes = resolveGrantedScopes(scope, client);
    const { token, claims } = await this.accessTokens.issue({
      subject: client.id,
      clientId: client.id,
      scopes,
    });
    return { response: buildTokenResponse(token), claims };
  }
}
