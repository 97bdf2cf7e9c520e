import type {
  AccountAdministrationService,
  AccountSelfService,
  BeforeUserChange,
  ChangedUser,
  NewUser,
  PasswordLinkService,
  User,
  UserChange,
  UserDeletion,
} from '@content-service/accounts';
import type { Uuid, VersionCondition } from '@content-service/kernel';
import type { ActorContext } from '@content-service/scopes';
import type { RevocationService } from './access-token.service.js';
import type { TokenFamilyService } from './token-family.service.js';

/**
 * Changes of users, with the revocation of their tokens.
 *
 * Each revocation is written before the change, so that none is missing when the process ends in between, and again after
 * it, for tokens that were issued in between.
 */
export class UserLifecycle {
  constructor(
    private readonly administration: Pick<AccountAdministrationService, 'create' | 'update' | 'delete'>,
    private readonly selfService: Pick<AccountSelfService, 'changePassword'>,
    private readonly links: Pick<PasswordLinkService, 'setPassword'>,
    private readonly families: TokenFamilyService,
    private readonly revocations: RevocationService,
  ) {}

  /** As `AccountAdministrationService.create`. */
  create(draft: NewUser, actorContext: ActorContext): Promise<User> {
    return this.administration.create(draft, actorContext);
  }

  /**
   * As `AccountAdministrationService.update`. A new password and disabling end everything that was issued before: sessions, access tokens,
   * refresh tokens, authorization codes and pending authorizations. Another role ends all but the refresh tokens; what
   * those are exchanged for holds no more than the new role grants.
   */
  async update(
    id: Uuid,
    changes: UserChange,
    actorContext: ActorContext,
    expectedVersion?: VersionCondition,
  ): Promise<User> {
    return this.changeAndRevoke((revoke) =>
      this.administration.update(id, changes, actorContext, expectedVersion, revoke),
    );
  }

  /**
   * As `AccountSelfService.changePassword`; ends everything that was issued before, as `update` does.
   *
   * @returns the user, with whom the caller begins a new session for the browser this came from
   */
  async changeOwnPassword(id: Uuid, present: string, password: string, ipAddress: string): Promise<User> {
    return this.changeAndRevoke((revoke) =>
      this.selfService.changePassword(id, present, password, ipAddress, revoke),
    );
  }

  /** As `PasswordLinkService.setPassword`; ends everything that was issued before, as `update` does. */
  async setPasswordByLink(token: string, password: string, ipAddress: string): Promise<User> {
    return this.changeAndRevoke((revoke) => this.links.setPassword(token, password, ipAddress, revoke));
  }

  /** As `AccountAdministrationService.delete`; ends everything that was issued to the user. */
  async delete(id: Uuid, actorContext: ActorContext, deletion?: UserDeletion): Promise<void> {
    await this.changeAndRevoke((revoke) => this.administration.delete(id, actorContext, deletion, revoke));
  }

  private async changeAndRevoke(
    change: (beforeChange: BeforeUserChange) => Promise<ChangedUser>,
  ): Promise<User> {
    const revoke = (changed: ChangedUser): Promise<void> => this.revokeTokens(changed);
    const changed = await change(revoke);
    await revoke(changed);
    return changed.user;
  }

  private async revokeTokens({
    user: { id },
    revokeAllTokens,
    revokeAccessTokens,
  }: ChangedUser): Promise<void> {
    if (revokeAllTokens) await this.families.revokeAllForOwner({ userId: id });
    else if (revokeAccessTokens) await this.revocations.revoke([{ subject: 'user', id }]);
  }
}
