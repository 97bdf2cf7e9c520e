import type { Command } from 'commander';
import { Accounts } from '@content-service/accounts';
import { DomainError } from '@content-service/kernel';
import { OPERATOR } from '@content-service/scopes';
import { command, withServices } from './command.js';
import { firstLineOf } from './first-line.js';
import type { Terminal } from './terminal.js';

interface Options {
  readonly name: string;
  readonly password?: string;
  readonly role: string;
  readonly displayName?: string;
}

export function createUserCommand(terminal: Terminal): Command {
  return command('create-user', 'make a user who can sign in')
    .requiredOption('--name <text>', 'to sign in with')
    .option(
      '--password <text>',
      'at least 12 characters; without it, the first line of standard input, which other users of this machine cannot see',
    )
    .option('--role <name>', 'what the tokens of the user can hold at most', 'member')
    .option('--display-name <text>', 'what others see; the name, if not given')
    .action(
      withServices(terminal, async (services, options: Options) => {
        const password = options.password ?? (await firstLineOf(terminal.input));
        if (password === undefined) throw new PasswordMissing();
        const said = { ...options, password };
        const { id, name, role } = await services.get(Accounts).create(said, OPERATOR);
        return {
          text: `The user '${name}' can sign in and has the role '${role}'.\nuser_id  ${id}`,
          json: { user_id: id, name, role },
        };
      }),
    );
}

class PasswordMissing extends DomainError {
  constructor() {
    super('password_missing', 'There is neither --password nor a line on standard input.');
  }
}
