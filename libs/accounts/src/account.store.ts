import type { Uuid } from '@content-service/kernel';
import type { Role } from './role.js';
import type { Session } from './session.js';
import type { Account } from './user.js';

// Every method is one atomic act, and transient conflicts are retried inside. Times are UNIX seconds. Texts that identify
// something (`nameKey`, role names, hashes, throttle keys) are compared and ordered by their UTF-8 bytes.

export interface AccountWindow {
  /** The `nameKey` of the last account that was seen; without it the window begins at the first. */
  readonly after?: string;
  readonly limit: number;
}

/** Where users are kept. */
export abstract class AccountStore {
  abstract find(id: Uuid): Promise<Account | undefined>;

  abstract findByName(nameKey: string): Promise<Account | undefined>;

  /** Accounts in the order of `nameKey`, and whether more follow. */
  abstract list(window: AccountWindow): Promise<{ accounts: Account[]; more: boolean }>;

  /**
   * Of any number of parallel inserts and updates that want the same `nameKey`, one gets it. The role is not looked at.
   *
   * @throws NameTaken when another account has the `nameKey`; then nothing changes
   */
  abstract insert(account: Account): Promise<void>;

  /**
   * Replaces the whole account, but keeps the stored `lastLoginAt`.
   *
   * @returns false when the stored version is not `expectedVersion`, or there is no such account (any more); then nothing
   *   changes. Of parallel updates from one version exactly one is told true; a delete wins over all of them
   * @throws NameTaken as `insert`
   */
  abstract update(account: Account, expectedVersion: number): Promise<boolean>;

  /** Deletes the account, whatever its version. @returns whether there was one; of parallel calls one is told true */
  abstract delete(id: Uuid): Promise<boolean>;

  /** Notes a login without touching the version. The latest moment stays; an account that is gone is not made anew. */
  abstract touch(id: Uuid, lastLoginAt: number): Promise<void>;
}

/** Where roles are kept that were made on this site; the built-in ones are not. */
export abstract class RoleStore {
  abstract find(name: string): Promise<Role | undefined>;

  /** All roles, by name. */
  abstract list(): Promise<Role[]>;

  /** @returns false when the name is taken; of parallel inserts under one name exactly one is told true */
  abstract insert(role: Role): Promise<boolean>;

  /** @returns false when the stored version is not `expectedVersion`, or there is no such role; then nothing changes */
  abstract update(role: Role, expectedVersion: number): Promise<boolean>;

  /**
   * Deletes the role unless an account has it, enabled or not. An account that gets the role at the very same moment may
   * keep its name: a role that does not exist grants nothing.
   */
  abstract delete(name: string): Promise<'deleted' | 'in use' | 'unknown'>;
}

/** Where browser sessions are kept, by the hash of their id. Whether one has ended is the caller's matter. */
export abstract class SessionStore {
  /**
   * Stores a session and, in the same act, forgets the one it replaces. It is no fault when that one is not there, or
   * belongs to another user.
   */
  abstract start(session: Session, replacedHash?: string): Promise<void>;

  abstract find(idHash: string): Promise<Session | undefined>;

  /** Postpones the end. The latest end stays; a session that is gone is not made anew. */
  abstract touch(idHash: string, expiresAt: number): Promise<void>;

  /** @returns whether there was one; of parallel calls one is told true */
  abstract delete(idHash: string): Promise<boolean>;

  /** Forgets all sessions of a user that were stored before the call. */
  abstract deleteOf(userId: Uuid): Promise<void>;

  /** Forgets sessions that expired before `now`. */
  abstract prune(now: number): Promise<void>;
}

/** Events counted under one key since the first of them. */
export interface Tally {
  /** At least 1. */
  readonly count: number;
  /** When it is over: the next event after that begins a new tally. */
  readonly endsAt: number;
}

/** Where failed attempts are counted. */
export abstract class ThrottleStore {
  /**
   * Counts one more event. Without a tally, or when `endsAt <= now`, a new one begins with a count of 1 and ends after
   * `windowSeconds`; later events do not postpone its end. Each of any number of parallel calls gets a count of its own.
   */
  abstract increment(key: string, windowSeconds: number, now: number): Promise<Tally>;

  /** Takes one event back; the count does not fall below 0. Nothing happens when there is no tally. */
  abstract decrement(key: string): Promise<void>;

  /** Forgets the tally. */
  abstract reset(key: string): Promise<void>;

  /** Forgets tallies that ended before `now`. */
  abstract prune(now: number): Promise<void>;
}
