import { Command, CommanderError } from 'commander';
import {
  createClientCommand,
  deleteClientCommand,
  listClientsCommand,
  rotateSecretCommand,
  showClientCommand,
  updateClientCommand,
} from './client.commands.js';
import { auditCommand } from './audit.command.js';
import { backupCommand, restoreCommand, restoreDrillCommand } from './backup.commands.js';
import { CommandFailed, toErrorLines } from './command.js';
import { eventsCommand } from './events.command.js';
import { healthCommand } from './health.command.js';
import { createUserCommand, unlockUserCommand } from './user.commands.js';
import { demoCommand, exportCommand, importCommand } from './site-package.commands.js';
import { jobCommand } from './job.commands.js';
import {
  migrateCommand,
  rebuildIndexCommand,
  rotateKeysCommand,
  serveCommand,
  verifyCommand,
} from './operations.commands.js';
import { settingsCommand } from './settings.commands.js';
import type { Terminal } from './terminal.js';
import { webhookCommand } from './webhook.commands.js';

/** All commands, in the order of `--help`. */
const COMMANDS: readonly ((terminal: Terminal) => Command)[] = [
  serveCommand,
  healthCommand,
  migrateCommand,
  demoCommand,
  createClientCommand,
  updateClientCommand,
  showClientCommand,
  listClientsCommand,
  deleteClientCommand,
  rotateSecretCommand,
  rotateKeysCommand,
  createUserCommand,
  unlockUserCommand,
  settingsCommand,
  importCommand,
  exportCommand,
  backupCommand,
  restoreCommand,
  restoreDrillCommand,
  auditCommand,
  eventsCommand,
  jobCommand,
  webhookCommand,
  rebuildIndexCommand,
  verifyCommand,
];

const EXIT_SUCCESS = 0;
const EXIT_FAILURE = 1;
const EXIT_USAGE = 2;

/**
 * Runs one command.
 *
 * @param args the arguments without the names of node and script
 * @returns the exit code: 0 success, 1 refused or failed, 2 invalid command line
 */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await createProgram(terminal).parseAsync(args, { from: 'user' });
    return EXIT_SUCCESS;
  } catch (error) {
    if (error instanceof CommandFailed) return EXIT_FAILURE;
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_SUCCESS : EXIT_USAGE;
    for (const sentence of toErrorLines(error)) terminal.errors.write(`content-service: ${sentence}\n`);
    return EXIT_FAILURE;
  }
}

/** The command line with all of its commands. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command('content-service')
    .description('JSON:API for content entries, with OAuth 2.0')
    .showHelpAfterError('(see --help)');
  for (const command of COMMANDS) program.addCommand(command(terminal));
  redirectOutput(program, terminal);
  return program;
}

/** Makes commander write to the terminal and throw instead of exiting. */
function redirectOutput(command: Command, terminal: Terminal): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => terminal.output.write(text),
    writeErr: (text) => terminal.errors.write(text),
  });
  for (const subcommand of command.commands) redirectOutput(subcommand, terminal);
}
