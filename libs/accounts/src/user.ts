import {
  findMemberProblems,
  type MemberRules,
  type MembersOf,
  pickMembers,
  type Uuid,
} from '@content-service/kernel';

/** What administrators decide about a user that its account stores. A further member needs its column, too. */
export const ACCOUNT_MEMBERS = {
  name: {
    type: 'string',
    maxLength: 60,
    pattern: "^[\\p{L}\\p{M}\\p{N}._@'+-]+( [\\p{L}\\p{M}\\p{N}._@'+-]+)*$",
    mismatch: {
      message:
        "name must have 1 to {maxLength} letters, digits or . _ - @ ' +, with single spaces between them.",
      rule: { format: 'user-name', maxLength: 60 },
    },
    required: true,
    description: 'Login name; shown to administrators only.',
    examples: ['alice'],
  },
  /** Compared with the roles of the site. */
  role: { type: 'string', required: true, description: 'The name of a role.', examples: ['editor'] },
} as const satisfies MemberRules;

export type AccountMembers = MembersOf<typeof ACCOUNT_MEMBERS>;

/** The members that an account stores, with their defaults. */
export function pickAccountMembers(user: AccountMembers): AccountMembers {
  return pickMembers(ACCOUNT_MEMBERS, user) as AccountMembers;
}

/**
 * A user account: the members that administrators decide about, and what the service keeps beside them. Its public profile is the
 * entry `user--user` with the same id. A role that does not exist (any more) grants nothing. Times are UNIX seconds.
 */
export interface User extends AccountMembers {
  readonly id: Uuid;
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
  const { id, enabled, passwordChangeRequired, accessEpoch, createdAt, lastLoginAt, version } = account;
  const user = {
    ...pickAccountMembers(account),
    ...{ id, enabled, accessEpoch, createdAt, version },
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

/** What is wrong with a name, as a sentence, or `undefined`. */
export function validateUserName(name: string): string | undefined {
  return findMemberProblems('name', ACCOUNT_MEMBERS.name, name)[0]?.message;
}
