import type { Command } from 'commander';
import { AccountAdministrationService, AccountService } from '@content-service/accounts';
import { DomainError } from '@content-service/kernel';
import { UserLifecycle } from '@content-service/oauth-grants';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { command, withAppContext } from './command.js';
import { readFirstLine, type Terminal } from './terminal.js';

interface Options {
  readonly name: string;
  readonly password?: string;
  readonly role: string;
  readonly displayName?: string;
  readonly keepPassword?: true;
}

export function createUserCommand(terminal: Terminal): Command {
  return command('create-user', 'create a user account')
    .requiredOption('--name <text>', 'login name')
    .option(
      '--password <text>',
      'at least 12 characters; without it, the first line of standard input, which other users of this machine cannot see',
    )
    .option('--role <name>', 'role, which limits the scopes of the user', 'member')
    .option(
      '--display-name <text>',
      'public name; default: `User` and the end of the id, since login names are not published',
    )
    .option(
      '--keep-password',
      'let the user keep this password; without it another one must be set at the first sign-in',
    )
    .action(
      withAppContext(terminal, async (services, options: Options) => {
        const password = options.password ?? (await readFirstLine(terminal.input));
        if (password === undefined) throw new PasswordRequired();
        const { keepPassword = false, ...draft } = options;
        const changes = { ...draft, password, passwordChangeRequired: !keepPassword };
        const { id, name, role } = await services.get(UserLifecycle).create(changes, OPERATOR_CONTEXT);
        return {
          text: `The user '${name}' can sign in and has the role '${role}'.\nuser_id  ${id}`,
          json: { user_id: id, name, role },
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
