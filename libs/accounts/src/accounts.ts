import type { AuditTrail, Origin } from '@content-service/audit';
import {
  type Changed,
  changeVersioned,
  isUuid,
  Problems,
  requireVersion,
  type Uuid,
  type Versioned,
} from '@content-service/kernel';
import { type Initiator, requireHeld, type ScopeSet } from '@content-service/scopes';
import { LoginFailed, NameTaken, UserUnknown } from './account.errors.js';
import type { AccountStore, AccountWindow, SessionStore } from './account.store.js';
import type { Login } from './login.js';
import type { Passwords } from './passwords.js';
import type { Profiles } from './profiles.js';
import type { Roles } from './roles.js';
import {
  changedAccount,
  type NewUser,
  noteUserChange,
  type UserChange,
  userProblems,
} from './user-change.js';
import { type Account, toNameKey, toUser, type User } from './user.js';

/** A user after a change, and what is left for the caller to do. */
export interface ChangedUser {
  readonly user: User;
  /** The user may not act (any more): the caller revokes access tokens and refresh families, which are not known here. */
  readonly tokensEnd: boolean;
  /**
   * Whatever was begun before is over, as the user has another role or password: the caller revokes access tokens. The
   * next ones hold what the user may do then.
   */
  readonly accessEnds: boolean;
}

/** The users of the site. An account and its profile share an id; the profile is written first and outlives it. */
export class Accounts {
  constructor(
    private readonly store: AccountStore,
    private readonly sessions: SessionStore,
    private readonly profiles: Profiles,
    private readonly roles: Roles,
    private readonly passwords: Passwords,
    private readonly login: Login,
    private readonly trail: AuditTrail,
  ) {}

  async find(id: string): Promise<User | undefined> {
    const account = isUuid(id) ? await this.store.find(id) : undefined;
    return account === undefined ? undefined : toUser(account);
  }

  /** @throws UserUnknown */
  async get(id: Uuid): Promise<User> {
    return toUser(await this.require(id));
  }

  /** Users by name. @returns `next`, the `after` of the next window, while more follow */
  async list(window: AccountWindow): Promise<{ users: User[]; next?: string }> {
    const { accounts, more } = await this.store.list(window);
    const next = more ? accounts.at(-1)?.nameKey : undefined;
    const users = accounts.map(toUser);
    return next === undefined ? { users } : { users, next };
  }

  /** What others see of users, by id; one without a profile is not among them. */
  displayNames(ids: readonly Uuid[]): Promise<ReadonlyMap<Uuid, string>> {
    return this.profiles.displayNames(ids);
  }

  /** The most a token of the user can hold at this moment; `undefined` when the user is gone or disabled. */
  async scopesOf(id: Uuid): Promise<ScopeSet | undefined> {
    const account = await this.store.find(id);
    return account?.enabled === true ? this.roles.scopesOf(account.role) : undefined;
  }

  /** @throws UserFieldInvalid (as `Problems` when there are several), NameTaken, ScopeNotHeld, PasswordsBusy */
  async create(said: NewUser, by: Initiator): Promise<User> {
    const { name, role, displayName = name } = said;
    Problems.throwAny(userProblems(said, name, (await this.roles.find(role)) !== undefined));
    requireHeld(by.who, await this.roles.scopesOf(role));
    const nameKey = toNameKey(name);
    if ((await this.store.findByName(nameKey)) !== undefined) throw new NameTaken(name);

    const passwordHash = await this.passwords.hash(said.password);
    const { id, created } = await this.profiles.create(name, displayName);
    const start = { enabled: true, accessEpoch: 1, createdAt: created, version: 1 };
    const account: Account = { id, name, nameKey, role, passwordHash, ...start };
    await this.insert(account);
    await this.trail.record('user.created', by, id, { name, role });
    return toUser(account);
  }

  /**
   * Changes what is said: renames, gives another role, sets a new password, disables and enables. Sessions end when the
   * user is disabled or gets another role or password.
   *
   * @param expectedVersion the version the change is meant for; without it the present one
   * @throws UserUnknown, UserFieldInvalid (as `Problems` when there are several), NameTaken, ScopeNotHeld, PasswordsBusy,
   *   Outdated, Contended
   */
  async update(id: Uuid, said: UserChange, by: Initiator, expectedVersion?: number): Promise<ChangedUser> {
    const permit = async (present: Account): Promise<void> => {
      await this.requireManageable(present, by);
      if (said.role !== undefined) requireHeld(by.who, await this.roles.scopesOf(said.role));
    };
    return this.change(id, said, by, permit, expectedVersion);
  }

  /**
   * Sets the password of a user who knows the present one. All sessions end; the caller begins a new one with the user
   * that is returned, so that the browser this came from stays signed in, under another id.
   *
   * @param from the IP address
   * @throws UserUnknown, UserFieldInvalid, LoginFailed, LoginThrottled, PasswordsBusy, Contended
   */
  async changeOwnPassword(id: Uuid, present: string, password: string, from: string): Promise<User> {
    const account = await this.require(id);
    Problems.throwAny(userProblems({ password }, account.name, true));
    const proven = await this.login.confirm(account, present, from);
    // Somebody may set another password, or disable the user, after the proof.
    const permit = ({ accessEpoch }: Account): void => {
      if (accessEpoch !== proven.accessEpoch) throw new LoginFailed();
    };
    const origin = { who: { kind: 'user', userId: id }, from } as const;
    return (await this.change(id, { password }, origin, permit)).user;
  }

  /**
   * Deletes the account. What the user wrote stays, and so does the profile it points at, unpublished.
   *
   * @param expectedVersion as with `update`; a change that others make at the very same moment goes with the account
   * @throws UserUnknown, ScopeNotHeld, Outdated
   */
  async delete(id: Uuid, by: Initiator, expectedVersion?: number): Promise<ChangedUser> {
    const account = await this.require(id);
    requireVersion(`The user ${id}`, account, expectedVersion);
    await this.requireManageable(account, by);
    // The profile first: if the process ends in between, deleting once more finishes what is left.
    await this.profiles.change(id, { published: false });
    if (!(await this.store.delete(id))) throw new UserUnknown(id);
    await this.sessions.deleteOf(id);
    await this.trail.record('user.deleted', by, id, { name: account.name });
    return { user: toUser(account), tokensEnd: true, accessEnds: true };
  }

  private async change(
    id: Uuid,
    said: UserChange,
    by: Origin,
    permit: (present: Account) => void | Promise<void>,
    expectedVersion?: number,
  ): Promise<ChangedUser> {
    const { name, password, role } = said;
    let hash: string | undefined;
    const changed = await changeVersioned(this.versioned(id), expectedVersion, async (present) => {
      await permit(present);
      const roleExists = role === undefined || (await this.roles.find(role)) !== undefined;
      Problems.throwAny(userProblems(said, name ?? present.name, roleExists));
      if (password !== undefined) hash ??= await this.passwords.hash(password);
      return changedAccount(present, said, hash);
    });
    return this.settle(changed, said, by);
  }

  /** What follows from a change that is stored. */
  private async settle(changed: Changed<Account>, said: UserChange, by: Origin): Promise<ChangedUser> {
    const { before, after } = changed;
    const { name, displayName } = said;
    const accessEnds = after.accessEpoch !== before.accessEpoch;
    if (accessEnds) await this.sessions.deleteOf(after.id);
    if (said.password !== undefined) await this.login.forgive(after);
    // Also when the name is the one it was: an earlier change may have ended before it came here.
    if (name !== undefined || displayName !== undefined) await this.nameProfile(after, displayName);
    await noteUserChange(this.trail, changed, said, by);
    return { user: toUser(after), tokensEnd: !after.enabled, accessEnds };
  }

  /** Somebody else may rename the user meanwhile: who writes the profile last must have seen the last name. */
  private async nameProfile({ id, name }: Account, displayName?: string): Promise<void> {
    await this.profiles.change(id, { name, displayName });
    const present = await this.store.find(id);
    if (present !== undefined && present.name !== name) await this.nameProfile(present);
  }

  /** Somebody else may take the name between the look and the insert: then the profile goes again. */
  private async insert(account: Account): Promise<void> {
    try {
      await this.store.insert(account);
    } catch (error) {
      if (error instanceof NameTaken) await this.profiles.delete(account.id);
      throw error;
    }
  }

  private async require(id: Uuid): Promise<Account> {
    const account = isUuid(id) ? await this.store.find(id) : undefined;
    if (account === undefined) throw new UserUnknown(id);
    return account;
  }

  private async requireManageable({ role }: Account, by: Initiator): Promise<void> {
    requireHeld(by.who, await this.roles.scopesOf(role));
  }

  private versioned(id: Uuid): Versioned<Account> {
    return {
      what: `The user ${id}`,
      read: () => this.require(id),
      replace: (account, expectedVersion) => this.store.update(account, expectedVersion),
    };
  }
}
