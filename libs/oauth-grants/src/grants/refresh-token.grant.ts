import type { AuditTrail } from '@content-service/audit';
import type { ApiClient } from '@content-service/oauth-clients';
import { ScopeSet } from '@content-service/scopes';
import { resolveGrantedScopes } from '../request-parameters.js';
import { OAuthError } from '../oauth.errors.js';
import type { TokenFamilyService } from '../token-family.service.js';
import { buildUserTokenResponse, type Grant, type GrantedTokens, type GrantRequest } from './grant.js';
import type { UserTokenService } from '../user-token.service.js';

/** A refresh token becomes an access token and the next refresh token (RFC 6749 §6). */
export class RefreshTokenGrant implements Grant {
  readonly type = 'refresh_token';
  readonly confidentialClientsOnly = false;

  constructor(
    private readonly families: TokenFamilyService,
    private readonly userTokens: UserTokenService,
    private readonly trail: AuditTrail,
  ) {}

  async issue({ parameters, client, ipAddress }: GrantRequest): Promise<GrantedTokens> {
    if (parameters.refresh_token === undefined) throw OAuthError.missing('refresh_token');
    const presented = await this.families.validate(parameters.refresh_token, client.id);
    const { userId, familyId, authenticatedAt } = presented;
    const scopes = narrowScopes(parameters.scope, ScopeSet.parse(presented.scope), client);
    // Signed before the token is used up: a revocation of the family after that covers this access token.
    const issued = await this.userTokens.issue({ userId, familyId, scopes, authenticatedAt }, client);

    const refreshToken = await this.families.rotate(presented);
    if (refreshToken === undefined) {
      const actor = { kind: 'client', clientId: client.id } as const;
      await this.trail.record('token.reused', { actor, ipAddress }, familyId, { grant: this.type });
      throw OAuthError.grant('The refresh token was used before; it and all that came of it are revoked.');
    }
    return { response: buildUserTokenResponse(issued, client, refreshToken, scopes), claims: issued.claims };
  }
}

/**
 * The granted scopes, or the requested part of them.
 *
 * @throws OAuthError invalid_scope for anything more (RFC 6749 §6)
 */
function narrowScopes(requested: string | undefined, original: ScopeSet, client: ApiClient): ScopeSet {
  if (requested === undefined) return original;
  const scopes = resolveGrantedScopes(requested, client);
  const offending = scopes.firstMissingFrom(original);
  if (offending === undefined) return scopes;
  throw new OAuthError('invalid_scope', `The scope '${offending}' is not among those the user granted.`);
}
