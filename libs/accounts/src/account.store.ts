import type { AuditLines } from '@content-service/audit';
import type { Uuid } from '@content-service/kernel';
import type { Role } from './role.js';
import type { UserSession } from './session.js';
import type { Account } from './user.js';

// Every method is one atomic operation, and transient conflicts are retried inside. Times are UNIX seconds. Texts that identify
// something (`nameKey`, role names, hashes, throttle keys) are compared and ordered by their UTF-8 bytes.

export interface AccountPageRequest {
  /** The `nameKey` of the last account that was seen; without it the window begins at the first. */
  readonly after?: string;
  readonly limit: number;
}

/** Stores accounts. Changes by administrators take the audit lines that are stored with them. */
export abstract class AccountStore {
  abstract find(id: Uuid): Promise<Account | undefined>;

  abstract findByName(nameKey: string): Promise<Account | undefined>;

  /** Accounts in the order of `nameKey`, and whether more follow. */
  abstract list(window: AccountPageRequest): Promise<{ accounts: Account[]; more: boolean }>;

  /**
   * The ids of the accounts with the role, enabled or not, in the order of the ids.
   *
   * @param window `after` is the last id that was seen; a rename does not move an account in this order
   */
  abstract listIdsByRole(
    role: string,
    window: { readonly after?: Uuid; readonly limit: number },
  ): Promise<Uuid[]>;

  /**
   * Only one of several parallel inserts and updates that want the same `nameKey` gets it. The role is not looked at.
   *
   * @throws NameTaken when another account has the `nameKey`; then nothing changes
   */
  abstract insert(account: Account, auditLines?: AuditLines): Promise<void>;

  /**
   * Replaces the whole account, but keeps the stored `lastLoginAt`.
   *
   * @returns false when the stored version is not `expectedVersion`, or there is no such account (any more); then nothing
   *   changes. Exactly one of parallel updates from one version returns true; a delete wins over all of them
   * @throws NameTaken as `insert`
   */
  abstract update(account: Account, expectedVersion: number, auditLines?: AuditLines): Promise<boolean>;

  /** Deletes the account, whatever its version. @returns whether there was one; of parallel calls one returns true */
  abstract delete(id: Uuid, auditLines?: AuditLines): Promise<boolean>;

  /** Records a login without changing the version. The latest time is kept; a deleted account is not created again. */
  abstract touch(id: Uuid, lastLoginAt: number): Promise<void>;
}

/** Stores the roles of the site, except the built-in ones. Changes take the audit lines that are stored with them. */
export abstract class RoleStore {
  abstract find(name: string): Promise<Role | undefined>;

  /** All roles, by name. */
  abstract list(): Promise<Role[]>;

  /** @returns false when the name is taken; of parallel inserts under one name exactly one returns true */
  abstract insert(role: Role, auditLines?: AuditLines): Promise<boolean>;

  /** @returns false when the stored version is not `expectedVersion`, or there is no such role; then nothing changes */
  abstract update(role: Role, expectedVersion: number, auditLines?: AuditLines): Promise<boolean>;

  /**
   * Deletes the role unless an account has it, enabled or not. An account that gets the role at the very same moment may
   * keep its name: a role that does not exist grants nothing.
   */
  abstract delete(name: string, auditLines?: AuditLines): Promise<'deleted' | 'in use' | 'unknown'>;
}

/** Stores browser sessions by the hash of their id. The caller checks whether one has ended. */
export abstract class SessionStore {
  /**
   * Stores a session and deletes the one it replaces, atomically. The replaced session may be absent or belong to another
   * user.
   */
  abstract start(session: UserSession, replacedHash?: string): Promise<void>;

  abstract find(idHash: string): Promise<UserSession | undefined>;

  /** All sessions of a user, ended or not, those that started last first. */
  abstract listByUser(userId: Uuid): Promise<UserSession[]>;

  /** Records when the password of the user was verified. The latest time stays; an ended session is not created again. */
  abstract markAuthenticated(idHash: string, authenticatedAt: number): Promise<void>;

  /** Postpones the end. The latest end is kept; a deleted session is not created again. */
  abstract touch(idHash: string, expiresAt: number): Promise<void>;

  /**
   * @param auditLines are stored with the deletion of a session
   * @returns whether there was one; of parallel calls one returns true
   */
  abstract delete(idHash: string, auditLines?: AuditLines): Promise<boolean>;

  /** Deletes all sessions of a user that were stored before the call. */
  abstract deleteByUser(userId: Uuid): Promise<void>;

  /**
   * Deletes sessions that expired before `now`.
   *
   * @returns how many were deleted; fewer than `limit` when none is left
   */
  abstract prune(now: number, limit: number): Promise<number>;
}

/** Events counted under one key since the first of them. */
export interface HitCounter {
  /** At least 1. */
  readonly count: number;
  /** The end of the window: the next event after it starts a new counter. */
  readonly endsAt: number;
}

/** Counters of events, such as failed logins and the points of rate limits. */
export abstract class ThrottleStore {
  /**
   * Adds `amount` events to the counter of a key. Without a counter, or when `endsAt <= now`, a new one starts with a count of
   * `amount` and ends after `windowSeconds`; later events do not postpone its end. Parallel calls are serialized: each one
   * returns a different count.
   *
   * @param amount a whole number from 1
   * @returns the counter after the addition
   */
  abstract increment(key: string, windowSeconds: number, now: number, amount?: number): Promise<HitCounter>;

  /** The counter at `now`, without counting; `undefined` without a counter, with a count of 0, or when `endsAt <= now`. */
  abstract find(key: string, now: number): Promise<HitCounter | undefined>;

  /** Subtracts one event; the count does not fall below 0. Does nothing without a counter. */
  abstract decrement(key: string): Promise<void>;

  /**
   * Begins a new counter with a count of 1 that ends after `windowSeconds`, whatever was counted before.
   *
   * @param auditLines are stored with it
   */
  abstract restart(key: string, windowSeconds: number, now: number, auditLines?: AuditLines): Promise<void>;

  /** Deletes the counter. */
  abstract reset(key: string): Promise<void>;

  /**
   * Deletes counters that ended before `now`.
   *
   * @returns how many were deleted; fewer than `limit` when none is left
   */
  abstract prune(now: number, limit: number): Promise<number>;
}
