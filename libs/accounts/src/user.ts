import { validateLabel, type Uuid } from '@content-service/kernel';

/**
 * A user account. Its public profile is the entry `user--user` with the same id. Times are
 * UNIX seconds.
 */
export interface User {
  readonly id: Uuid;
  /** The name to sign in with, as the user writes it; shown to administrators only. */
  readonly name: string;
  /** The name of a role; one that does not exist (any more) grants nothing. */
  readonly role: string;
  readonly enabled: boolean;
  /** Whether the password must be changed before the user can do anything else: an administrator chose it, or it was generated. */
  readonly passwordChangeRequired?: boolean;
  /** Increases when earlier sessions must end: with a new password, another role, and when the user is disabled. */
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
  const { passwordChangeRequired } = account;
  const user = {
    ...{ id, name, role, enabled, accessEpoch, createdAt, version },
    ...(passwordChangeRequired === true ? { passwordChangeRequired } : {}),
  };
  return lastLoginAt === undefined ? user : { ...user, lastLoginAt };
}

/**
 * What a name is compared by: neither case nor the width of characters tells two names apart (after RFC 8265 §3.3,
 * UsernameCaseMapped). Any text has one, so that looking up a name that cannot be is no special case.
 *
 * @param name of bounded length, since normalising takes time quadratic to the number of combining marks
 */
export function toNameKey(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase();
}

/** The most characters of a name that is typed in: one of an account, each of its letters decomposed, and blanks. */
export const TYPED_NAME_MAXIMUM = 255;

const NAME_LENGTH = 60;
/** The rule of a name, for `meta` of errors. */
export const USER_NAME_RULE = { format: 'user-name', maxLength: NAME_LENGTH };

const NAME = /^[\p{L}\p{M}\p{N}._@'+-]+( [\p{L}\p{M}\p{N}._@'+-]+)*$/u;

/** What is wrong with a name, as a sentence, or `undefined`. */
export function validateUserName(name: string): string | undefined {
  if (name.length <= NAME_LENGTH && NAME.test(name)) return undefined;
  return `name must have 1 to ${NAME_LENGTH} letters, digits or . _ - @ ' +, with single spaces between them.`;
}

/** What is wrong with a display name, as a sentence, or `undefined`. */
export function validateDisplayName(displayName: string): string | undefined {
  const fault = validateLabel(displayName);
  return fault && `displayName ${fault}`;
}
