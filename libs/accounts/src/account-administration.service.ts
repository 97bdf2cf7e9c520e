import type { AuditEvent, AuditTrail } from '@content-service/audit';
import {
  AggregateDomainError,
  assertVersion,
  generateSecret,
  type Uuid,
  type VersionCondition,
} from '@content-service/kernel';
import { type ActorContext, assertMayGrant } from '@content-service/scopes';
import type { AccountEditor, BeforeUserChange, ChangedUser } from './account-editor.js';
import { NameTaken, SelfUnlockRefused, type UserFieldInvalid, UserNotFound } from './account.errors.js';
import { getAccount } from './account.service.js';
import type { AccountStore, SessionStore } from './account.store.js';
import type { Login } from './login.js';
import type { PasswordRules } from './password.js';
import type { PasswordService } from './password.service.js';
import type { PreferenceStore } from './preference.store.js';
import { createNeutralName, type ProfileService } from './profile.service.js';
import type { RoleService } from './role.service.js';
import { validateUserChange } from './user-change.js';
import type { NewUser, UserChange } from './user-members.js';
import { type Account, pickAccountMembers, toNameKey, toUser, type User } from './user.js';

/** How a user is deleted. */
export interface UserDeletion {
  readonly expectedVersion?: VersionCondition | undefined;
  /** Default: `false`. */
  readonly erases?: boolean | undefined;
}

/**
 * Administration of users. The actor must hold every scope of the user's role, and of the role the user gets.
 *
 * An account and its profile share an id; the profile is written first and outlives the account.
 */
export class AccountAdministrationService {
  constructor(
    private readonly store: AccountStore,
    private readonly sessions: SessionStore,
    private readonly profiles: ProfileService,
    private readonly roles: RoleService,
    private readonly passwords: PasswordService,
    private readonly rules: PasswordRules,
    private readonly login: Login,
    private readonly trail: AuditTrail,
    private readonly editor: AccountEditor,
    private readonly preferences: Pick<PreferenceStore, 'deleteByOwner'>,
  ) {}

  /** The problems that the given members of a new or changed user have whatever the others are. */
  async findProblems(given: UserChange): Promise<readonly UserFieldInvalid[]> {
    const { name = '', role } = given;
    const otherRoles = role === undefined ? undefined : await this.roles.listUnless(role);
    return validateUserChange(given, name, otherRoles, this.rules);
  }

  /**
   * Creates an account and its published profile, both with the same id. Without a password, nobody can sign in until one is set by a
   * link.
   *
   * @throws UserFieldInvalid (as `AggregateDomainError` when there are several), NameTaken, ScopeNotHeld, PasswordHashingOverloaded
   */
  async create(draft: NewUser, actorContext: ActorContext): Promise<User> {
    const { name, role, displayName } = draft;
    AggregateDomainError.throwIfAny(await this.findProblems(draft));
    assertMayGrant(actorContext.actor, await this.roles.findScopes(role));
    const nameKey = toNameKey(name);
    if ((await this.store.findByName(nameKey)) !== undefined) throw new NameTaken(name);

    const passwordHash = await this.passwords.hash(draft.password ?? generateSecret());
    const { id, created } = await this.profiles.create(name, displayName);
    const start = { enabled: true, accessEpoch: 1, createdAt: created, version: 1 };
    const required = draft.passwordChangeRequired === true ? { passwordChangeRequired: true } : {};
    const account: Account = {
      ...pickAccountMembers(draft),
      ...{ id, nameKey, passwordHash },
      ...required,
      ...start,
    };
    await this.insert(account, this.trail.createEvent('user.created', actorContext, id, { name, role }));
    return toUser(account);
  }

  /**
   * Renames a user, assigns another role, sets a new password, disables or enables. Sessions end when the user is disabled or gets
   * another role or password.
   *
   * @param expectedVersion the version the change is meant for; without it the current one
   * @throws UserNotFound, UserFieldInvalid (as `AggregateDomainError` when there are several), NameTaken, ScopeNotHeld, PasswordHashingOverloaded,
   *   ResourcePreconditionFailed, ResourceWriteContended
   */
  async update(
    id: Uuid,
    changes: UserChange,
    actorContext: ActorContext,
    expectedVersion?: VersionCondition,
    beforeChange?: BeforeUserChange,
  ): Promise<ChangedUser> {
    const authorize = async (present: Account): Promise<void> => {
      await this.assertManageable(present, actorContext);
      if (changes.role !== undefined)
        assertMayGrant(actorContext.actor, await this.roles.findScopes(changes.role));
    };
    return this.editor.update(id, changes, actorContext, { authorize, expectedVersion, beforeChange });
  }

  /** The user, when the actor holds every scope of the user's role. @throws UserNotFound, ScopeNotHeld */
  async getManageable(id: Uuid, actorContext: ActorContext): Promise<User> {
    const account = await getAccount(this.store, id);
    await this.assertManageable(account, actorContext);
    return toUser(account);
  }

  /**
   * Resets the count of failed logins under the user's name, in every network and on every device.
   *
   * @throws UserNotFound, SelfUnlockRefused, ScopeNotHeld
   */
  async unlock(id: Uuid, actorContext: ActorContext): Promise<void> {
    const account = await getAccount(this.store, id);
    const { actor } = actorContext;
    if (actor.kind === 'user' && actor.userId === account.id) throw new SelfUnlockRefused();
    await this.assertManageable(account, actorContext);
    const event = this.trail.createEvent('user.unlocked', actorContext, id, {});
    await this.trail.commit([event], (auditLines) => this.login.resetThrottle(account, auditLines));
  }

  /**
   * Deletes the account. Entries of the user stay, and so does their profile, unpublished.
   *
   * @param expectedVersion as with `update`; a concurrent change is deleted with the account
   * @param erases whether the profile loses its names, too, and the audit line does not have the login name
   * @throws UserNotFound, ScopeNotHeld, ResourcePreconditionFailed
   */
  async delete(
    id: Uuid,
    actorContext: ActorContext,
    { expectedVersion, erases = false }: UserDeletion = {},
    beforeChange?: BeforeUserChange,
  ): Promise<ChangedUser> {
    const account = await getAccount(this.store, id);
    assertVersion(`The user ${id}`, account, expectedVersion);
    await this.assertManageable(account, actorContext);
    // The profile first: if the process ends in between, a second deletion finishes the rest.
    if (erases) await this.eraseProfile(id);
    else await this.profiles.change(id, { published: false });
    const change = { user: toUser(account), revokeAllTokens: true, revokeAccessTokens: true };
    await beforeChange?.(change);
    // Before, in case the process ends behind the deletion: nothing is left for a later user with the same id.
    await this.clear(id);
    const event = this.trail.createEvent(
      'user.deleted',
      actorContext,
      id,
      erases ? {} : { name: account.name },
    );
    if (!(await this.trail.commit([event], (auditLines) => this.store.delete(id, auditLines))))
      throw new UserNotFound(id);
    await this.clear(id);
    return change;
  }

  /** Replaces the names in the profile of a user whose account is deleted, and hides it. */
  async eraseProfile(id: Uuid): Promise<void> {
    const name = createNeutralName(id);
    await this.profiles.change(id, { name, displayName: name, published: false });
  }

  private async clear(id: Uuid): Promise<void> {
    await this.sessions.deleteByUser(id);
    await this.preferences.deleteByOwner(id);
  }

  /** Inserts the account; deletes its profile when a concurrent insert has taken the name. */
  private async insert(account: Account, event: AuditEvent): Promise<void> {
    try {
      await this.trail.commit([event], (auditLines) => this.store.insert(account, auditLines));
    } catch (error) {
      if (error instanceof NameTaken) await this.profiles.delete(account.id);
      throw error;
    }
  }

  private async assertManageable({ role }: Account, actorContext: ActorContext): Promise<void> {
    assertMayGrant(actorContext.actor, await this.roles.findScopes(role));
  }
}
