import { isUuid, type Uuid } from '@content-service/kernel';
import type { ScopeSet } from '@content-service/scopes';
import { UserNotFound } from './account.errors.js';
import type { AccountPageRequest, AccountStore } from './account.store.js';
import type { ProfileService } from './profile.service.js';
import type { RoleService } from './role.service.js';
import { type Account, toNameKey, toUser, type User } from './user.js';

/** Reads the users of the site, what their roles grant, and their public names. */
export class AccountService {
  constructor(
    private readonly store: AccountStore,
    private readonly profiles: ProfileService,
    private readonly roles: RoleService,
  ) {}

  async find(id: string): Promise<User | undefined> {
    const account = isUuid(id) ? await this.store.find(id) : undefined;
    return account === undefined ? undefined : toUser(account);
  }

  /** @throws UserNotFound */
  async get(id: Uuid): Promise<User> {
    return toUser(await getAccount(this.store, id));
  }

  /** Users by name. @returns `next`, the `after` of the next window, while more follow */
  async list(window: AccountPageRequest): Promise<{ users: User[]; next?: string }> {
    const { accounts, more } = await this.store.list(window);
    const next = more ? accounts.at(-1)?.nameKey : undefined;
    const users = accounts.map(toUser);
    return next === undefined ? { users } : { users, next };
  }

  /** The ids of the users with the role, in the order of the ids; `after` is the last id of the window before. */
  listIdsByRole(role: string, window: { readonly after?: Uuid; readonly limit: number }): Promise<Uuid[]> {
    return this.store.listIdsByRole(role, window);
  }

  /** The public names of users by id; users without a profile are missing. */
  findDisplayNames(ids: readonly Uuid[]): Promise<ReadonlyMap<Uuid, string>> {
    return this.profiles.findDisplayNames(ids);
  }

  /** The scopes of the user's role, the most a token of the user can hold; `undefined` for a disabled or unknown user. */
  async findScopes(id: Uuid): Promise<ScopeSet | undefined> {
    const account = await this.store.find(id);
    return account?.enabled === true ? this.roles.findScopes(account.role) : undefined;
  }

  /** The scopes of the user's role, also for a disabled user; `undefined` for an unknown one. */
  async findRoleScopes(id: Uuid): Promise<ScopeSet | undefined> {
    const account = await this.store.find(id);
    return account === undefined ? undefined : this.roles.findScopes(account.role);
  }

  /** The user with the name; case does not matter. @throws UserNotFound */
  async getByName(name: string): Promise<User> {
    const account = await this.store.findByName(toNameKey(name));
    if (account === undefined) throw new UserNotFound(name);
    return toUser(account);
  }
}

/** @throws UserNotFound also for a text that is no UUID */
export async function getAccount(store: AccountStore, id: string): Promise<Account> {
  const account = isUuid(id) ? await store.find(id) : undefined;
  if (account === undefined) throw new UserNotFound(id);
  return account;
}
