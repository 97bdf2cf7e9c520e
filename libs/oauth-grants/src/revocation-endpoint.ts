import type { AuditTrail } from '@content-service/audit';
import type { ApiClient } from '@content-service/oauth-clients';
import type { AccessTokens } from './access-tokens.js';
import type { ClientAuthentication } from './client-authentication.js';
import { OAuthError } from './oauth.errors.js';
import type { Revocations } from './revocation.js';
import type { TokenFamilies } from './token-families.js';
import { givenParameters, type TokenInquiry } from './token-request.js';

/** `POST /oauth/revoke` (RFC 7009), free of HTTP. */
export class RevocationEndpoint {
  constructor(
    private readonly authentication: ClientAuthentication,
    private readonly accessTokens: AccessTokens,
    private readonly revocations: Revocations,
    private readonly families: TokenFamilies,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Ends an access token, or with a refresh token its whole family. A token that is unknown, or another client's, is no
   * fault and stays as it is: nothing can be learnt here (RFC 7009 §2.2). The hint about its type is not needed.
   *
   * @throws OAuthError
   */
  async respond(request: TokenInquiry): Promise<void> {
    const parameters = givenParameters(request.parameters);
    const client = await this.authentication.authenticate({ ...request, parameters });
    const { token } = parameters;
    if (token === undefined) throw OAuthError.missing('token');
    const ended = (await this.endFamily(token, client)) ?? (await this.endAccessToken(token, client));
    if (ended === undefined) return;
    const who = { kind: 'client', clientId: client.id } as const;
    await this.trail.record('token.revoked', { who, from: request.from }, ended, {});
  }

  /** @returns the id of the family */
  private async endFamily(token: string, client: ApiClient): Promise<string | undefined> {
    const found = await this.families.find(token);
    if (found?.clientId !== client.id) return undefined;
    await this.families.revoke(found.familyId);
    return found.familyId;
  }

  /** @returns the id of the token */
  private async endAccessToken(token: string, client: ApiClient): Promise<string | undefined> {
    const found = await this.accessTokens.find(token);
    if (found?.claims.client_id !== client.id) return undefined;
    const id = found.claims.jti;
    await this.revocations.revoke([{ subject: 'token', id }]);
    return id;
  }
}
