import { labelFault, type Uuid } from '@content-service/kernel';

/**
 * Somebody who can sign in. What others see of a user is the entry `user--user` with the same id, the profile. Times are
 * UNIX seconds.
 */
export interface User {
  readonly id: Uuid;
  /** The name to sign in with, as the user writes it; shown to administrators only. */
  readonly name: string;
  /** The name of a role; one that does not exist (any more) grants nothing. */
  readonly role: string;
  readonly enabled: boolean;
  /** Rises when whatever was begun before must end: at a new password, another role, and when the user is disabled. */
  readonly accessEpoch: number;
  readonly createdAt: number;
  readonly lastLoginAt?: number;
  /** Starts at 1 and rises by one with every change (not with `lastLoginAt`). */
  readonly version: number;
}

/** A user as the store keeps it: with what never leaves this library. */
export interface Account extends User {
  /** What names are compared by; no two accounts have the same. */
  readonly nameKey: string;
  /** In the form of the application's `PasswordHasher`. */
  readonly passwordHash: string;
}

export function toUser(account: Account): User {
  const { id, name, role, enabled, accessEpoch, createdAt, lastLoginAt, version } = account;
  const user = { id, name, role, enabled, accessEpoch, createdAt, version };
  return lastLoginAt === undefined ? user : { ...user, lastLoginAt };
}

/**
 * What a name is compared by: neither case nor the width of characters tells two names apart (after RFC 8265 §3.3,
 * UsernameCaseMapped). Any text has one, so that looking up a name that cannot be is no special case.
 */
export function toNameKey(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase();
}

const NAME_LENGTH = 60;
const NAME = /^[\p{L}\p{M}\p{N}._@'+-]+( [\p{L}\p{M}\p{N}._@'+-]+)*$/u;

/** What is wrong with a name, as a sentence, or `undefined`. */
export function nameFault(name: string): string | undefined {
  if (name.length <= NAME_LENGTH && NAME.test(name)) return undefined;
  return `name must have 1 to ${NAME_LENGTH} letters, digits or . _ - @ ' +, with single spaces between them.`;
}

/** What is wrong with a display name, as a sentence, or `undefined`. */
export function displayNameFault(displayName: string): string | undefined {
  const fault = labelFault(displayName);
  return fault && `displayName ${fault}`;
}
