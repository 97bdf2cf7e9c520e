import type { AccessTokens } from '../access-tokens.js';
import { grantedScopes } from '../granted-scopes.js';
import { tokenResponse } from '../token-response.js';
import type { Grant, GrantedTokens, GrantRequest } from './grant.js';

/**
 * Server to server: the client acts for itself (RFC 6749 §4.4). There is never a refresh token: a client that can ask
 * once can ask again.
 */
export class ClientCredentialsGrant implements Grant {
  readonly type = 'client_credentials';
  readonly confidentialClientsOnly = true;

  constructor(private readonly accessTokens: AccessTokens) {}

  async issue({ parameters: { scope }, client }: GrantRequest): Promise<GrantedTokens> {
    const scopes = grantedScopes(scope, client);
    const { token, claims } = await this.accessTokens.issue({
      subject: client.id,
      clientId: client.id,
      scopes,
    });
    return { response: tokenResponse(token), claims };
  }
}
