import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import {
  AccountAdministrationService,
  AccountService,
  NEW_USER_MEMBERS,
  requirePasswordChange,
  type User,
  UserNotFound,
} from '@content-service/accounts';
import { type ErasedUser, EntryRevisionStore, eraseUser } from '@content-service/entries';
import { DomainError, isUuid } from '@content-service/kernel';
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

export function deleteUserCommand(terminal: Terminal): Command {
  return command('delete-user', 'delete a user account; entries of the user stay')
    .argument('<user>', 'login name, or the id of the user')
    .option(
      '--erase',
      'also erase the id of the user from history and working copies, and the names in the profile; with the id it continues for an account that is gone',
    )
    .action(
      withAppContext(terminal, async (services, given: string, { erase = false }: { erase?: boolean }) => {
        const user = await findUser(services, given);
        if (user === undefined && !(erase && isUuid(given))) throw new UserNotFound(given);
        const id = user?.id ?? given;
        if (user === undefined) await services.get(AccountAdministrationService).eraseProfile(id);
        else await services.get(UserLifecycle).delete(id, OPERATOR_CONTEXT, { erases: erase });
        const erased = erase
          ? await eraseUser(services.get(EntryRevisionStore, { strict: false }), id)
          : undefined;
        return {
          text: formatDeletion(id, user?.name, erased),
          json: { user_id: id, ...(erased && { erased }) },
        };
      }),
    );
}

/** A user by the id or the login name. */
async function findUser(services: INestApplicationContext, given: string): Promise<User | undefined> {
  const accounts = services.get(AccountService);
  const byId = isUuid(given) ? await accounts.find(given) : undefined;
  if (byId !== undefined) return byId;
  try {
    return await accounts.getByName(given);
  } catch (error) {
    if (error instanceof UserNotFound) return undefined;
    throw error;
  }
}

function formatDeletion(id: string, name: string | undefined, erased: ErasedUser | undefined): string {
  const deleted =
    name === undefined ? `The account ${id} was deleted before.` : `The user '${name}' was deleted.`;
  if (erased === undefined) return `${deleted}\nuser_id  ${id}`;
  const { revisions, copies } = erased;
  return `${deleted}\nErased from revisions: ${revisions}, from working copies: ${copies}.\nuser_id  ${id}`;
}
