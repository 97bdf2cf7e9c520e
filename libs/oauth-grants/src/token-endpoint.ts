import type { AuditTrail } from '@content-service/audit';
import type { ClientRegistry } from '@content-service/oauth-clients';
import { toPrincipal } from './access-token.js';
import type { ClientAuthentication } from './client-authentication.js';
import type { Grant, TokenResponse } from './grants/grant.js';
import { OAuthError } from './oauth.errors.js';
import type { OAuthOptions } from './oauth-options.js';
import { assertResourceIsAudience, omitEmptyParameters, type TokenRequest } from './request-parameters.js';

/** `POST /oauth/token` (RFC 6749 §3.2), free of HTTP. */
export class TokenEndpoint {
  constructor(
    private readonly authentication: ClientAuthentication,
    private readonly grants: readonly Grant[],
    private readonly clients: Pick<ClientRegistry, 'recordUse'>,
    private readonly trail: AuditTrail,
    private readonly options: Pick<OAuthOptions, 'audience'>,
  ) {}

  /** @throws OAuthError */
  async respond(request: TokenRequest): Promise<TokenResponse> {
    const parameters = omitEmptyParameters(request.parameters);
    const grant = this.getGrant(parameters.grant_type);
    const client = await this.authentication.authenticate({ ...request, parameters }, 'token');
    if (grant.confidentialClientsOnly && !client.confidential) throw new OAuthError('invalid_client');
    if (!client.grants.includes(grant.type)) throw new OAuthError('unauthorized_client');
    assertResourceIsAudience(parameters.resource, this.options);

    const { response, claims } = await grant.issue({ parameters, client, ipAddress: request.ipAddress });
    // A public client does not authenticate: a code or a refresh token proves that it is in use, its id alone does not.
    if (!client.confidential) await this.clients.recordUse(client.id);
    const origin = { actor: toPrincipal(claims), ipAddress: request.ipAddress };
    const scopes = origin.actor.scopes.toArray();
    await this.trail.record('token.issued', origin, claims.jti, { grant: grant.type, scopes });
    return response;
  }

  private getGrant(type: string | undefined): Grant {
    const grant = this.grants.find((served) => served.type === type);
    if (grant !== undefined) return grant;
    const known = this.grants.map((served) => served.type).join(', ');
    throw new OAuthError('unsupported_grant_type', `The parameter grant_type must be one of: ${known}.`);
  }
}
