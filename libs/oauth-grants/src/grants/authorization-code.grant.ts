import type { AuditTrail } from '@content-service/audit';
import { type Clock, sha256 } from '@content-service/kernel';
import type { ApiClient, ClientRegistry } from '@content-service/oauth-clients';
import { ScopeSet } from '@content-service/scopes';
import { isCodeRevoked } from '../authorization-code.service.js';
import type { AuthorizationCode, AuthorizationCodeStore } from '../grant.store.js';
import { resolveGrantedScopes } from '../request-parameters.js';
import { OAuthError } from '../oauth.errors.js';
import { matchesChallenge, assertCodeVerifier } from '../pkce.js';
import type { RevocationService } from '../access-token.service.js';
import type { TokenFamilyService } from '../token-family.service.js';
import type { TokenParameters } from '../request-parameters.js';
import { buildUserTokenResponse, type Grant, type GrantedTokens, type GrantRequest } from './grant.js';
import type { UserTokenService } from '../user-token.service.js';

/** Hint of the reference implementation for a code that was used before, whose tokens are revoked, too. */
const CODE_REVOKED = 'Authorization code has been revoked';

/** Exchanges an authorization code for tokens, once (RFC 6749 §4.1.3). */
export class AuthorizationCodeGrant implements Grant {
  readonly type = 'authorization_code';
  readonly confidentialClientsOnly = false;

  constructor(
    private readonly codes: AuthorizationCodeStore,
    private readonly clients: ClientRegistry,
    private readonly families: TokenFamilyService,
    private readonly revocations: RevocationService,
    private readonly userTokens: UserTokenService,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async issue(request: GrantRequest): Promise<GrantedTokens> {
    const { parameters, client } = request;
    const code = await this.getPresentedCode(parameters, client);
    const granted = ScopeSet.parse(code.scope);
    const requested =
      parameters.scope === undefined ? granted : resolveGrantedScopes(parameters.scope, client);
    await this.redeem(code, request);

    const { userId, familyId, authenticatedAt } = code;
    const scopes = requested.intersect(granted);
    // Signed before the family is read: a revocation of the family after that covers this access token.
    const issued = await this.userTokens.issue({ userId, familyId, scopes, authenticatedAt }, client);
    const refreshToken = await this.families.start(code);
    await this.assertInForce(code);
    const originalScopes = ScopeSet.parse(parameters.scope ?? code.requestedScope ?? code.scope);
    const response = buildUserTokenResponse(issued, client, refreshToken, originalScopes);
    return { response, claims: issued.claims };
  }

  /**
   * Checks the code after its family was stored: a revocation ends existing families, and this one may have been stored right
   * after. Loads the revocations of other processes first.
   *
   * @throws OAuthError invalid_grant
   */
  private async assertInForce(code: AuthorizationCode): Promise<void> {
    const { clientId, userId, familyId } = code;
    await this.revocations.refresh();
    const isRevoked = isCodeRevoked(code, this.revocations);
    const isEnabled = (await this.clients.isEnabled(clientId)) && (await this.userTokens.isEnabled(userId));
    if (isEnabled && !isRevoked) return;
    await this.families.revoke(familyId);
    throw OAuthError.grant(
      isEnabled ? CODE_REVOKED : 'The client, or the user who granted this, is disabled or deleted.',
    );
  }

  /**
   * The stored code that was presented. Errors found here do not consume the code; otherwise a stolen code that cannot be used
   * could still be invalidated for its owner.
   */
  private async getPresentedCode(
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
    assertCodeVerifier(code_verifier, code.codeChallenge);
    return code;
  }

  /** Consumes the code before it checks expiry and verifier, so that there is one attempt only. */
  private async redeem(
    code: AuthorizationCode,
    { parameters, client, ipAddress }: GrantRequest,
  ): Promise<void> {
    const now = this.clock.now();
    const { outcome } = await this.codes.consume(code.codeHash, now);
    if (outcome === 'replayed') {
      // A second exchange: the tokens of the first one are revoked (RFC 6749 §4.1.2).
      const isRevokedNow = await this.families.revoke(code.familyId);
      const actor = { kind: 'client', clientId: client.id } as const;
      if (isRevokedNow)
        await this.trail.record('token.reused', { actor, ipAddress }, code.familyId, { grant: this.type });
    }
    if (outcome !== 'consumed') throw OAuthError.grant(CODE_REVOKED);
    if (code.expiresAt <= now) throw OAuthError.grant('The authorization code has expired.');
    if (!matchesChallenge(parameters.code_verifier, code.codeChallenge))
      throw OAuthError.grant('The code_verifier is not the one behind the code_challenge.');
  }
}
