import { Command, CommanderError } from 'commander';
import { DomainError } from '@content-service/kernel';
import { CommandFailed, EXIT_FAILURE, EXIT_SCHEMA, toErrorLines } from './command.js';
import { replaceControlCharacters, type Terminal } from './terminal.js';

type CommandFactory = (terminal: Terminal) => Command;

/** All commands by name, in the order of `--help`. Loading all of their modules takes a second, so only those needed are. */
const COMMANDS: Readonly<Record<string, () => Promise<CommandFactory>>> = {
  serve: async () => (await import('./operations.commands.js')).serveCommand,
  work: async () => (await import('./operations.commands.js')).workCommand,
  health: async () => (await import('./health.command.js')).healthCommand,
  config: async () => (await import('./config.command.js')).configCommand,
  migrate: async () => (await import('./migrate.command.js')).migrateCommand,
  demo: async () => (await import('./site-package.commands.js')).demoCommand,
  'create-client': async () => (await import('./client.commands.js')).createClientCommand,
  'update-client': async () => (await import('./client.commands.js')).updateClientCommand,
  'show-client': async () => (await import('./client.commands.js')).showClientCommand,
  'list-clients': async () => (await import('./client.commands.js')).listClientsCommand,
  'delete-client': async () => (await import('./client.commands.js')).deleteClientCommand,
  'rotate-secret': async () => (await import('./client.commands.js')).rotateSecretCommand,
  'rotate-keys': async () => (await import('./operations.commands.js')).rotateKeysCommand,
  'create-user': async () => (await import('./user.commands.js')).createUserCommand,
  'delete-user': async () => (await import('./user.commands.js')).deleteUserCommand,
  'unlock-user': async () => (await import('./user.commands.js')).unlockUserCommand,
  settings: async () => (await import('./settings.commands.js')).settingsCommand,
  import: async () => (await import('./site-package.commands.js')).importCommand,
  'import-jsonapi': async () => (await import('./import-jsonapi.command.js')).importJsonApiCommand,
  export: async () => (await import('./site-package.commands.js')).exportCommand,
  backup: async () => (await import('./backup.commands.js')).backupCommand,
  restore: async () => (await import('./backup.commands.js')).restoreCommand,
  'restore-drill': async () => (await import('./backup.commands.js')).restoreDrillCommand,
  audit: async () => (await import('./audit.command.js')).auditCommand,
  events: async () => (await import('./events.command.js')).eventsCommand,
  job: async () => (await import('./job.commands.js')).jobCommand,
  schedule: async () => (await import('./schedule.commands.js')).scheduleCommand,
  revisions: async () => (await import('./revisions.commands.js')).revisionsCommand,
  webhook: async () => (await import('./webhook.commands.js')).webhookCommand,
  explain: async () => (await import('./explain.command.js')).explainCommand,
  'rebuild-index': async () => (await import('./operations.commands.js')).rebuildIndexCommand,
  verify: async () => (await import('./operations.commands.js')).verifyCommand,
};

/** Codes of errors for which the exit code is `EXIT_SCHEMA`. */
const SCHEMA_ERRORS = ['schema_outdated', 'schema_too_new'];

const EXIT_SUCCESS = 0;
const EXIT_USAGE = 2;

/**
 * Runs one command.
 *
 * @param args the arguments without the names of node and script
 * @returns the exit code: 0 success, 1 refused or failed, 2 invalid command line, 3 a schema that does not fit
 */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const program = await createProgram(terminal, args[0]);
    await program.parseAsync(args, { from: 'user' });
    return EXIT_SUCCESS;
  } catch (error) {
    if (error instanceof CommandFailed) return error.exitCode;
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_SUCCESS : EXIT_USAGE;
    for (const sentence of toErrorLines(error))
      terminal.errors.write(replaceControlCharacters(`content-service: ${sentence}\n`));
    const isSchemaFault = error instanceof DomainError && SCHEMA_ERRORS.includes(error.code);
    return isSchemaFault ? EXIT_SCHEMA : EXIT_FAILURE;
  }
}

/** @param name the only command that is needed; without it, or with another text, all are there */
export async function createProgram(terminal: Terminal, name = ''): Promise<Command> {
  const program = new Command('content-service')
    .description('JSON:API for content entries, with OAuth 2.0')
    .showHelpAfterError('(see --help)');
  const needed = Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]] : Object.values(COMMANDS);
  for (const load of needed) if (load !== undefined) program.addCommand((await load())(terminal));
  redirectOutput(program, terminal);
  return program;
}

/** Makes commander write to the terminal and throw instead of exiting. */
function redirectOutput(command: Command, terminal: Terminal): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => terminal.output.write(text),
    writeErr: (text) => terminal.errors.write(replaceControlCharacters(text)),
  });
  for (const subcommand of command.commands) redirectOutput(subcommand, terminal);
}
