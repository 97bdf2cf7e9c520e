import type { AuditTrail, AuditContext } from '@content-service/audit';
import {
  AggregateDomainError,
  type UpdateResult,
  updateWithOptimisticLock,
  type Uuid,
  type VersionedResource,
  type VersionCondition,
} from '@content-service/kernel';
import { getAccount } from './account.service.js';
import type { AccountStore, SessionStore } from './account.store.js';
import type { Login } from './login.js';
import type { PasswordRules } from './password.js';
import type { PasswordService } from './password.service.js';
import type { ProfileService } from './profile.service.js';
import type { RoleService } from './role.service.js';
import { applyUserChange, createUserEvents, validateUserChange } from './user-change.js';
import type { UserChange } from './user-members.js';
import { type Account, toUser, type User } from './user.js';

/** A user after a change, and which tokens the caller revokes for it: tokens are stored elsewhere. */
export interface ChangedUser {
  readonly user: User;
  /** The user is disabled or deleted, or has a new password: access tokens, codes and refresh tokens end. */
  readonly revokeAllTokens: boolean;
  /** The `accessEpoch` has risen, also by another role: access tokens and codes end, refresh tokens stay. */
  readonly revokeAccessTokens: boolean;
}

/**
 * Called with an authorized and valid change right before it is stored, once for each attempt. A caller that revokes tokens
 * here and again after the change leaves none valid when the process ends between the two.
 */
export type BeforeUserChange = (change: ChangedUser) => Promise<void>;

export interface UpdateOptions {
  /** @throws when the present state of the account does not allow the change */
  readonly authorize: (present: Account) => void | Promise<void>;
  readonly expectedVersion?: VersionCondition;
  readonly beforeChange?: BeforeUserChange;
}

/** Stores changes of accounts and applies their side effects; the services that use it authorize them. */
export class AccountEditor {
  constructor(
    private readonly store: AccountStore,
    private readonly sessions: SessionStore,
    private readonly profiles: ProfileService,
    private readonly roles: RoleService,
    private readonly passwords: PasswordService,
    private readonly rules: PasswordRules,
    private readonly login: Login,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Applies the changes to the account as it is stored, with optimistic locking and together with their audit events, then
   * ends its sessions and synchronizes its profile.
   *
   * @throws UserNotFound, UserFieldInvalid (as `AggregateDomainError` when there are several), NameTaken,
   *   PasswordHashingOverloaded, ResourcePreconditionFailed, ResourceWriteContended, and whatever `authorize` throws
   */
  async update(
    id: Uuid,
    changes: UserChange,
    actorContext: AuditContext,
    { authorize, expectedVersion, beforeChange }: UpdateOptions,
  ): Promise<ChangedUser> {
    const { name, password, role } = changes;
    let hash: string | undefined;
    const changed = await updateWithOptimisticLock(
      this.toVersionedResource(id, changes, actorContext),
      expectedVersion,
      async (present) => {
        await authorize(present);
        const otherRoles = role === undefined ? undefined : await this.roles.listUnless(role);
        AggregateDomainError.throwIfAny(
          validateUserChange(changes, name ?? present.name, otherRoles, this.rules),
        );
        if (password !== undefined) hash ??= await this.passwords.hash(password);
        const after = applyUserChange(present, changes, hash);
        await beforeChange?.(toChangedUser({ before: present, after }));
        return after;
      },
    );
    return this.applySideEffects(changed, changes);
  }

  /** Ends sessions, resets the throttle and synchronizes the profile after a stored change. */
  private async applySideEffects(changed: UpdateResult<Account>, changes: UserChange): Promise<ChangedUser> {
    const { after } = changed;
    const { name, displayName } = changes;
    const changedUser = toChangedUser(changed);
    if (changedUser.revokeAccessTokens) await this.sessions.deleteByUser(after.id);
    if (changes.password !== undefined) await this.login.resetThrottle(after);
    // Also for an unchanged name: an earlier rename may have stopped before this step.
    if (name !== undefined || displayName !== undefined) await this.profiles.synchronize(after, displayName);
    return changedUser;
  }

  private toVersionedResource(
    id: Uuid,
    changes: UserChange,
    actorContext: AuditContext,
  ): VersionedResource<Account> {
    return {
      label: `The user ${id}`,
      read: () => getAccount(this.store, id),
      store: (after, expectedVersion, before) => {
        const events = createUserEvents(this.trail, { before, after }, changes, actorContext);
        return this.trail.commit(events, (auditLines) =>
          this.store.update(after, expectedVersion, auditLines),
        );
      },
    };
  }
}

function toChangedUser({ before, after }: UpdateResult<Account>): ChangedUser {
  return {
    user: toUser(after),
    revokeAllTokens: !after.enabled || after.passwordHash !== before.passwordHash,
    revokeAccessTokens: after.accessEpoch !== before.accessEpoch,
  };
}
