import type { AuditTrail } from '@content-service/audit';
import { toPrincipal } from './access-token.js';
import type { ClientAuthentication } from './client-authentication.js';
import type { Grant } from './grants/grant.js';
import { OAuthError } from './oauth.errors.js';
import type { OAuthOptions } from './oauth-options.js';
import { requireOwnResource } from './resource-indicator.js';
import { givenParameters, type TokenRequest } from './token-request.js';
import type { TokenResponse } from './token-response.js';

/** `POST /oauth/token` (RFC 6749 §3.2), free of HTTP. */
export class TokenEndpoint {
  constructor(
    private readonly authentication: ClientAuthentication,
    private readonly grants: readonly Grant[],
    private readonly trail: AuditTrail,
    private readonly options: Pick<OAuthOptions, 'audience'>,
  ) {}

  /** @throws OAuthError */
  async respond(request: TokenRequest): Promise<TokenResponse> {
    const parameters = givenParameters(request.parameters);
    const grant = this.grantOf(parameters.grant_type);
    const client = await this.authentication.authenticate({ ...request, parameters });
    if (grant.confidentialClientsOnly && !client.confidential) throw new OAuthError('invalid_client');
    if (!client.grants.includes(grant.type)) throw new OAuthError('unauthorized_client');
    requireOwnResource(parameters.resource, this.options);

    const { response, claims } = await grant.issue({ parameters, client, from: request.from });
    const origin = { who: toPrincipal(claims), from: request.from };
    const scopes = origin.who.scopes.toArray();
    await this.trail.record('token.issued', origin, claims.jti, { grant: grant.type, scopes });
    return response;
  }

  private grantOf(type: string | undefined): Grant {
    const grant = this.grants.find((served) => served.type === type);
    if (grant !== undefined) return grant;
    const known = this.grants.map((served) => served.type).join(', ');
    throw new OAuthError('unsupported_grant_type', `The parameter grant_type must be one of: ${known}.`);
  }
}
