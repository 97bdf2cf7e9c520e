import type { AccountService, Role, RoleChange, RoleService } from '@content-service/accounts';
import type { UpdateResult, Uuid, VersionCondition } from '@content-service/kernel';
import type { ActorContext } from '@content-service/scopes';
import type { RevocationService } from './access-token.service.js';

/** Users per read and per write of revocations. */
const BATCH_SIZE = 500;

/**
 * Changes of roles, with the revocation of their users' tokens.
 *
 * The revocation is written before the change, so that none is missing when the process ends in between, and again after
 * it, for tokens that were issued in between.
 */
export class RoleLifecycle {
  constructor(
    private readonly roles: Pick<RoleService, 'update'>,
    private readonly accounts: Pick<AccountService, 'listIdsByRole'>,
    private readonly revocations: RevocationService,
  ) {}

  /**
   * As `RoleService.update`. A role that loses a scope ends the access tokens, authorization codes and pending authorizations
   * of every user who has it. Their sessions and refresh tokens stay: the next access tokens hold what the role grants.
   */
  async update(
    name: string,
    draft: RoleChange,
    actorContext: ActorContext,
    expectedVersion?: VersionCondition,
  ): Promise<Role> {
    const revoke = async ({ before, after }: UpdateResult<Role>): Promise<void> => {
      if (before.scopes.firstMissingFrom(after.scopes) !== undefined) await this.revokeAccessOfUsers(name);
    };
    const changed = await this.roles.update(name, draft, actorContext, expectedVersion, revoke);
    await revoke(changed);
    return changed.after;
  }

  /**
   * In the order of ids, in which a rename during the walk moves no user. A user who gets or loses the role during the walk is
   * revoked by that change.
   */
  private async revokeAccessOfUsers(role: string): Promise<void> {
    let after: Uuid | undefined;
    do {
      const ids = await this.accounts.listIdsByRole(role, { after, limit: BATCH_SIZE });
      if (ids.length > 0) await this.revocations.revoke(ids.map((id) => ({ subject: 'user', id })));
      after = ids.length < BATCH_SIZE ? undefined : ids.at(-1);
    } while (after !== undefined);
  }
}
