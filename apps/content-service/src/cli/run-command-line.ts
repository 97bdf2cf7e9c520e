import { Command, CommanderError } from 'commander';
import {
  deleteClientCommand,
  listClientsCommand,
  rotateSecretCommand,
  showClientCommand,
  updateClientCommand,
} from './client.commands.js';
import { CommandFailed, sentencesOf } from './command.js';
import { createClientCommand } from './create-client.command.js';
import { createUserCommand } from './create-user.command.js';
import { demoCommand } from './demo.command.js';
import { exportCommand } from './export.command.js';
import { importCommand } from './import.command.js';
import { rebuildIndexCommand, verifyCommand } from './index.commands.js';
import { migrateCommand } from './migrate.command.js';
import { rotateKeysCommand } from './rotate-keys.command.js';
import { serveCommand } from './serve.command.js';
import { settingsCommand } from './settings.command.js';
import type { Terminal } from './terminal.js';

/** All commands, in the order in which `--help` lists them. A new one is a file of this folder and a line here. */
const COMMANDS: readonly ((terminal: Terminal) => Command)[] = [
  serveCommand,
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
  settingsCommand,
  importCommand,
  exportCommand,
  rebuildIndexCommand,
  verifyCommand,
];

const DONE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

/**
 * Runs one command.
 *
 * @param args without the names of node and script
 * @returns the exit code: 0 done, 1 refused or failed, 2 the command line itself is wrong
 */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('content-service')
    .description('JSON:API for content entries, with OAuth 2.0')
    .showHelpAfterError('(see --help)');
  for (const command of COMMANDS) program.addCommand(command(terminal));
  tame(program, terminal);
  try {
    await program.parseAsync(args, { from: 'user' });
    return DONE;
  } catch (error) {
    if (error instanceof CommandFailed) return FAILED;
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE;
    for (const sentence of sentencesOf(error)) terminal.errors.write(`content-service: ${sentence}\n`);
    return FAILED;
  }
}

/** Commander would write to the process and end it by itself. */
function tame(command: Command, terminal: Terminal): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => terminal.output.write(text),
    writeErr: (text) => terminal.errors.write(text),
  });
  for (const subcommand of command.commands) tame(subcommand, terminal);
}
