import type { AuditTrail } from '@content-service/audit';
import { type Clock, sha256 } from '@content-service/kernel';
import type { ApiClient, ClientRegistry } from '@content-service/oauth-clients';
import { ScopeSet } from '@content-service/scopes';
import type { AuthorizationCode, AuthorizationCodeStore } from '../grant.store.js';
import { grantedScopes } from '../granted-scopes.js';
import { OAuthError } from '../oauth.errors.js';
import { meetsChallenge, requireVerifier } from '../pkce.js';
import type { TokenFamilies } from '../token-families.js';
import type { TokenParameters } from '../token-request.js';
import { userTokenResponse } from '../token-response.js';
import type { UserTokens } from '../user-tokens.js';
import type { Grant, GrantedTokens, GrantRequest } from './grant.js';

/** A code that a user's decision brought to the client becomes tokens, once (RFC 6749 §4.1.3). */
export class AuthorizationCodeGrant implements Grant {
  readonly type = 'authorization_code';
  readonly confidentialClientsOnly = false;

  constructor(
    private readonly codes: AuthorizationCodeStore,
    private readonly clients: ClientRegistry,
    private readonly families: TokenFamilies,
    private readonly userTokens: UserTokens,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async issue(request: GrantRequest): Promise<GrantedTokens> {
    const { parameters, client } = request;
    const code = await this.presented(parameters, client);
    const granted = ScopeSet.parse(code.scope);
    const asked = parameters.scope === undefined ? granted : grantedScopes(parameters.scope, client);
    await this.redeem(code, request);

    const { userId, familyId } = code;
    const scopes = asked.intersect(granted);
    // Signed before the family is looked at: whoever revokes it after that finds this token dated before.
    const issued = await this.userTokens.issue({ userId, familyId, scopes }, client);
    const refreshToken = await this.families.begin(code);
    await this.requireEnabled(code);
    const requested = ScopeSet.parse(parameters.scope ?? code.requestedScope ?? code.scope);
    return {
      response: userTokenResponse(issued, client, refreshToken, requested),
      claims: issued.claims,
    };
  }

  /**
   * Whoever disables the client or the user ends the families there are; this one may have begun right after.
   *
   * @throws OAuthError invalid_grant
   */
  private async requireEnabled({ clientId, userId, familyId }: AuthorizationCode): Promise<void> {
    if ((await this.clients.isEnabled(clientId)) && (await this.userTokens.isEnabled(userId))) return;
    await this.families.revoke(familyId);
    throw OAuthError.grant('The client, or the user who granted this, is disabled or deleted.');
  }

  /**
   * The code as it was sent. Faults found here leave it as it is: otherwise whoever found a code could, unable to use it,
   * still take it from its owner.
   */
  private async presented(
    { code: secret, redirect_uri, code_verifier }: TokenParameters,
    client: ApiClient,
  ): Promise<AuthorizationCode> {
    if (secret === undefined) throw OAuthError.missing('code');
    if (redirect_uri === undefined) throw OAuthError.missing('redirect_uri');
    const code = await this.codes.find(sha256(secret));
    if (code === undefined) throw OAuthError.grant('The authorization code is unknown.');
    if (code.clientId !== client.id)
      throw OAuthError.grant('The authorization code was issued to another client.');
    if (code.redirectUri !== redirect_uri)
      throw OAuthError.grant('The redirect_uri is not that of the authorization request.');
    requireVerifier(code_verifier, code.codeChallenge);
    return code;
  }

  /** Uses the code up, and only then looks whether it was good: there is one attempt, also at the verifier. */
  private async redeem(code: AuthorizationCode, { parameters, client, from }: GrantRequest): Promise<void> {
    const now = this.clock.now();
    const { outcome } = await this.codes.consume(code.codeHash, now);
    if (outcome === 'replayed') {
      // Somebody else has had it, before or now: what came of it ends (RFC 6749 §4.1.2).
      await this.families.revoke(code.familyId);
      const who = { kind: 'client', clientId: client.id } as const;
      await this.trail.record('token.reused', { who, from }, code.familyId, { grant: this.type });
    }
    if (outcome !== 'consumed')
      throw OAuthError.grant('The authorization code was used before; whatever came of it is revoked.');
    if (code.expiresAt <= now) throw OAuthError.grant('The authorization code has expired.');
    if (!meetsChallenge(parameters.code_verifier, code.codeChallenge))
      throw OAuthError.grant('The code_verifier is not the one behind the code_challenge.');
  }
}
