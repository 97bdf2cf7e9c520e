import type { Uuid } from '@content-service/kernel';
import type { ApiClient } from '@content-service/oauth-clients';
import type { ScopeSet } from '@content-service/scopes';
import type { AccessTokenService, IssuedAccessToken } from './access-token.service.js';
import { OAuthError } from './oauth.errors.js';

/** The requested part of what a user granted. */
export interface UserGrant {
  readonly userId: Uuid;
  readonly familyId: Uuid;
  readonly scopes: ScopeSet;
  /** When the password was verified, if known. */
  readonly authenticatedAt: number | undefined;
}

/** Access tokens for grants of users. */
export class UserTokenService {
  constructor(
    private readonly accessTokens: AccessTokenService,
    private readonly users: UserScopes,
  ) {}

  /** Whether the user may have tokens at this moment. */
  async isEnabled(userId: Uuid): Promise<boolean> {
    return (await this.users.findScopes(userId)) !== undefined;
  }

  /**
   * Issues a token with the granted scopes that client and user still have.
   *
   * @throws OAuthError invalid_grant when there is no such user (any more)
   */
  async issue({ userId, scopes, ...grant }: UserGrant, client: ApiClient): Promise<IssuedAccessToken> {
    const owner = { subject: userId, clientId: client.id };
    const dates = this.accessTokens.getDates(owner);
    const held = await this.users.findScopes(userId);
    if (held === undefined) throw OAuthError.grant('The user who granted this is disabled or deleted.');
    const present = scopes.intersect(client.allowedScopes).intersect(held);
    return this.accessTokens.issue({ ...owner, ...grant, scopes: present, dates });
  }
}

/** The scopes that users may grant. */
export abstract class UserScopes {
  /** The maximum scopes of a token of the user at this moment; `undefined` when the user is deleted or disabled. */
  abstract findScopes(userId: Uuid): Promise<ScopeSet | undefined>;
}
