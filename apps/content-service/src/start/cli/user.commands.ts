import type { Command } from 'commander';
import {
  AccountAdministrationService,
  AccountService,
  NEW_USER_MEMBERS,
  requirePasswordChange,
} from '@content-service/accounts';
import { DomainError } from '@content-service/kernel';
import { UserLifecycle } from '@content-service/oauth-grants';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { command, withAppContext } from './command.js';
import { type MemberFlags, toMembers, withMemberOptions } from './member-options.js';
import { readFirstLine, type Terminal } from './terminal.js';

const DEFAULT_ROLE = 'member';

const FLAGS: MemberFlags = {
  name: { help: 'login name', isMandatory: true },
  displayName: {
    help: 'public name; default: `User` and the end of the id, since login names are not published',
  },
  role: { help: `role, which limits the scopes of the user; default: ${DEFAULT_ROLE}` },
  password: {
    help: `at least ${NEW_USER_MEMBERS.password.minLength} characters; without it, the first line of standard input, which other users of this machine cannot see`,
  },
  keepPassword: {
    help: 'let the user keep this password; without it another one must be set at the first sign-in',
    isSwitch: true,
  },
};

export function createUserCommand(terminal: Terminal): Command {
  return withMemberOptions(command('create-user', 'create a user account'), NEW_USER_MEMBERS, FLAGS).action(
    withAppContext(terminal, async (services, options: Readonly<Record<string, unknown>>) => {
      const { name: login = '', role = DEFAULT_ROLE, ...given } = toMembers(NEW_USER_MEMBERS, options, FLAGS);
      const password = given.password ?? (await readFirstLine(terminal.input));
      if (password === undefined) throw new PasswordRequired();
      const draft = requirePasswordChange({ ...given, name: login, role, password });
      const user = await services.get(UserLifecycle).create(draft, OPERATOR_CONTEXT);
      return {
        text: `The user '${user.name}' can sign in and has the role '${user.role}'.\nuser_id  ${user.id}`,
        json: { user_id: user.id, name: user.name, role: user.role },
      };
    }),
  );
}

class PasswordRequired extends DomainError {
  constructor() {
    super(
      'password_missing',
      'A password is required, as --password or as the first line of standard input.',
    );
  }
}

export function unlockUserCommand(terminal: Terminal): Command {
  return command('unlock-user', 'reset the failed logins of a user, so that the next login is not delayed')
    .argument('<name>', 'login name')
    .action(
      withAppContext(terminal, async (services, given: string) => {
        const { id, name } = await services.get(AccountService).getByName(given);
        await services.get(AccountAdministrationService).unlock(id, OPERATOR_CONTEXT);
        return { text: `The failed logins of '${name}' were reset.`, json: { user_id: id, name } };
      }),
    );
}
