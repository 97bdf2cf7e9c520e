import type { AuditTrail } from '@content-service/audit';
import type { ApiClient } from '@content-service/oauth-clients';
import type { AccessTokenService, RevocationService } from './access-token.service.js';
import type { ClientAuthentication } from './client-authentication.js';
import { OAuthError } from './oauth.errors.js';
import type { TokenFamilyService } from './token-family.service.js';
import { omitEmptyParameters, type TokenLookupRequest } from './request-parameters.js';

/** `POST /oauth/revoke` (RFC 7009), free of HTTP. */
export class RevocationEndpoint {
  constructor(
    private readonly authentication: ClientAuthentication,
    private readonly accessTokens: AccessTokenService,
    private readonly revocations: RevocationService,
    private readonly families: TokenFamilyService,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Ends an access token, or with a refresh token its whole family. An unknown token, or one of another client, is no
   * error and is not changed, so that nothing is disclosed (RFC 7009 §2.2). `token_type_hint` is not used.
   *
   * @throws OAuthError
   */
  async respond(request: TokenLookupRequest): Promise<void> {
    const parameters = omitEmptyParameters(request.parameters);
    const client = await this.authentication.authenticate({ ...request, parameters }, 'revoke');
    const { token } = parameters;
    if (token === undefined) throw OAuthError.missing('token');
    const ended = (await this.revokeFamily(token, client)) ?? (await this.revokeAccessToken(token, client));
    if (ended === undefined) return;
    const actor = { kind: 'client', clientId: client.id } as const;
    await this.trail.record('token.revoked', { actor, ipAddress: request.ipAddress }, ended, {});
  }

  /** @returns the id of the family; `undefined` when nothing changed */
  private async revokeFamily(token: string, client: ApiClient): Promise<string | undefined> {
    const found = await this.families.find(token);
    if (found?.clientId !== client.id) return undefined;
    return (await this.families.revoke(found.familyId)) ? found.familyId : undefined;
  }

  /** @returns the id of the token */
  private async revokeAccessToken(token: string, client: ApiClient): Promise<string | undefined> {
    const found = await this.accessTokens.find(token);
    if (found?.claims.client_id !== client.id) return undefined;
    const id = found.claims.jti;
    await this.revocations.revoke([{ subject: 'token', id }]);
    return id;
  }
}
