import { type ChangeOf, LABEL_RULE, type MemberRules, type NewOf } from '@content-service/kernel';
import { PASSWORD_RULE } from './password.js';
import { ACCOUNT_MEMBERS } from './user.js';

const { name, ...OTHER_MEMBERS } = ACCOUNT_MEMBERS;

/** What administrators decide about a user, and others may see of it. The public name is stored in the profile. */
export const USER_MEMBERS = {
  name,
  displayName: {
    type: 'string',
    ...LABEL_RULE,
    description: 'Public name. Default for new users: `User` and the end of the id.',
    examples: ['Alice'],
  },
  ...OTHER_MEMBERS,
} as const satisfies MemberRules;

const PASSWORD_MEMBERS = {
  password: PASSWORD_RULE,
  /** Has an effect only together with `password`. */
  keepPassword: {
    type: 'boolean',
    default: false,
    description:
      'Whether the user may keep this password; otherwise it must be changed at the first sign-in. For machines and tests.',
  },
} as const satisfies MemberRules;

/** The members of the body that creates a user. */
export const NEW_USER_MEMBERS = {
  ...USER_MEMBERS,
  ...PASSWORD_MEMBERS,
  password: {
    ...PASSWORD_RULE,
    description: `${PASSWORD_RULE.description} Without one, the user sets it by a link (\`/manage/users/{id}/password-link\`).`,
  },
} as const satisfies MemberRules;

/** The members of the body that changes a user. */
export const CHANGED_USER_MEMBERS = {
  ...USER_MEMBERS,
  enabled: { type: 'boolean' },
  ...PASSWORD_MEMBERS,
} as const satisfies MemberRules;

/** What an administrator asks for. */
export type UserRequest = NewOf<typeof NEW_USER_MEMBERS>;
export type UserChangeRequest = ChangeOf<typeof CHANGED_USER_MEMBERS>;

interface PasswordRequirement {
  /** Whether the user must set another password at the first sign-in (OWASP ASVS 5, 6.4.1); false when absent. */
  readonly passwordChangeRequired?: boolean;
}

/** The members of a new user. */
export type NewUser = Omit<UserRequest, 'keepPassword'> & PasswordRequirement;

/** The members of a change; absent ones stay as they are. */
export type UserChange = Omit<UserChangeRequest, 'keepPassword'> & PasswordRequirement;

/** A request without `keepPassword`: a password that an administrator chooses must be changed unless it says otherwise. */
export function requirePasswordChange<Request extends Pick<UserChangeRequest, 'keepPassword'>>({
  keepPassword = NEW_USER_MEMBERS.keepPassword.default,
  ...members
}: Request): Omit<Request, 'keepPassword'> & Required<PasswordRequirement> {
  return { ...members, passwordChangeRequired: !keepPassword };
}
