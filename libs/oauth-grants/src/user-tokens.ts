import type { Uuid } from '@content-service/kernel';
import type { ApiClient } from '@content-service/oauth-clients';
import type { ScopeSet } from '@content-service/scopes';
import type { AccessTokens, IssuedAccessToken } from './access-tokens.js';
import { OAuthError } from './oauth.errors.js';
import type { UserScopes } from './user-scopes.js';

/** What a user granted, as far as it is asked for now. */
export interface UserGrant {
  readonly userId: Uuid;
  readonly familyId: Uuid;
  readonly scopes: ScopeSet;
}

/** Access tokens for what users granted. */
export class UserTokens {
  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly users: UserScopes,
  ) {}

  /** Whether the user may have tokens at this moment. */
  async isEnabled(userId: Uuid): Promise<boolean> {
    return (await this.users.scopesOf(userId)) !== undefined;
  }

  /**
   * A token holds what was granted, less what has been taken from the client or from the user since.
   *
   * @throws OAuthError invalid_grant when there is no such user (any more)
   */
  async issue({ userId, familyId, scopes }: UserGrant, client: ApiClient): Promise<IssuedAccessToken> {
    const owner = { subject: userId, clientId: client.id };
    const dates = this.accessTokens.datesFor(owner);
    const held = await this.users.scopesOf(userId);
    if (held === undefined) throw OAuthError.grant('The user who granted this is disabled or deleted.');
    const present = scopes.intersect(client.allowedScopes).intersect(held);
    return this.accessTokens.issue({ ...owner, scopes: present, familyId, dates });
  }
}
