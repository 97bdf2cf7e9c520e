import type { AuditTrail } from '@content-service/audit';
import type { ApiClient } from '@content-service/oauth-clients';
import { ScopeSet } from '@content-service/scopes';
import { grantedScopes } from '../granted-scopes.js';
import { OAuthError } from '../oauth.errors.js';
import type { TokenFamilies } from '../token-families.js';
import { userTokenResponse } from '../token-response.js';
import type { UserTokens } from '../user-tokens.js';
import type { Grant, GrantedTokens, GrantRequest } from './grant.js';

/** A refresh token becomes an access token and the next refresh token (RFC 6749 §6). */
export class RefreshTokenGrant implements Grant {
  readonly type = 'refresh_token';
  readonly confidentialClientsOnly = false;

  constructor(
    private readonly families: TokenFamilies,
    private readonly userTokens: UserTokens,
    private readonly trail: AuditTrail,
  ) {}

  async issue({ parameters, client, from }: GrantRequest): Promise<GrantedTokens> {
    if (parameters.refresh_token === undefined) throw OAuthError.missing('refresh_token');
    const presented = await this.families.present(parameters.refresh_token, client.id);
    const { userId, familyId } = presented;
    const scopes = narrowedScopes(parameters.scope, ScopeSet.parse(presented.scope), client);
    // Signed before the token is used up: whoever revokes the family after that finds this token dated before.
    const issued = await this.userTokens.issue({ userId, familyId, scopes }, client);

    const refreshToken = await this.families.renew(presented);
    if (refreshToken === undefined) {
      const who = { kind: 'client', clientId: client.id } as const;
      await this.trail.record('token.reused', { who, from }, familyId, { grant: this.type });
      throw OAuthError.grant('The refresh token was used before; it and all that came of it are revoked.');
    }
    return { response: userTokenResponse(issued, client, refreshToken, scopes), claims: issued.claims };
  }
}

/**
 * What the user granted, or the part of it that is asked for.
 *
 * @throws OAuthError invalid_scope for anything more (RFC 6749 §6)
 */
function narrowedScopes(requested: string | undefined, original: ScopeSet, client: ApiClient): ScopeSet {
  if (requested === undefined) return original;
  const scopes = grantedScopes(requested, client);
  const offending = scopes.firstOutside(original);
  if (offending === undefined) return scopes;
  throw new OAuthError('invalid_scope', `The scope '${offending}' is not among those the user granted.`);
}
