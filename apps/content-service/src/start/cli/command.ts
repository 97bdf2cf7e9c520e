import type { INestApplicationContext } from '@nestjs/common';
import { Command, InvalidArgumentError } from 'commander';
import { AggregateDomainError, DomainError, getOwn, parseWholeNumber } from '@content-service/kernel';
import { parseConfig } from '../../platform/config/config.js';
import { escapeControlCharacters, replaceControlCharacters, type Terminal } from './terminal.js';

/** Result of a command: text for people, and the value that `--json` prints instead. */
export interface CommandResult {
  readonly text: string;
  readonly json: unknown;
  /** The command completed and found problems: exit code 1, or `exitCode`. */
  readonly failed?: boolean;
  readonly exitCode?: number;
}

/** The exit code of a command that was refused or failed. */
export const EXIT_FAILURE = 1;
/** The exit code when the schema of the database is not one that this version can work with. */
export const EXIT_SCHEMA = 3;

/** Thrown after the output of a result with `failed`. */
export class CommandFailed extends Error {
  constructor(readonly exitCode: number) {
    super();
  }
}

/** Creates a command with the option `--json`. */
export function command(name: string, description: string): Command {
  return new Command(name).description(description).option('--json', 'print the result as JSON');
}

/**
 * The parser of an option that is a whole number.
 *
 * @param what such as `number of seconds`
 */
export function toWholeNumber(what: string, minimum: number, maximum?: number): (text: string) => number {
  const range = maximum === undefined ? `from ${minimum}` : `from ${minimum} to ${maximum}`;
  return (text) => {
    const value = parseWholeNumber(text, { minimum, ...(maximum === undefined ? {} : { maximum }) });
    if (value === undefined) throw new InvalidArgumentError(`Must be a whole ${what} ${range}, in digits.`);
    return value;
  };
}

/** The parser of an option in seconds. */
export const toSeconds = toWholeNumber('number of seconds', 0);

interface ContextOptions {
  /** Whether the command may create a database; others are refused where none is. */
  readonly createsDatabase?: boolean;
}

/** Wraps the action of a command that needs the services but no HTTP server; closes them afterwards. */
export function withAppContext<Args extends unknown[]>(
  terminal: Terminal,
  task: (services: INestApplicationContext, ...args: Args) => Promise<CommandResult>,
  options: ContextOptions = {},
): (...args: [...Args, Command]) => Promise<void> {
  return async (...args) => {
    const self = args.at(-1) as Command;
    const services = await openServices(terminal, options);
    try {
      print(await task(services, ...(args.slice(0, -1) as Args)), self, terminal);
    } finally {
      await services.close();
    }
  };
}

/**
 * Creates the services of the database that the variables name.
 *
 * @throws DatabaseMissing unless the command may create one
 */
export async function openServices(
  terminal: Terminal,
  { createsDatabase = false }: ContextOptions = {},
): Promise<INestApplicationContext> {
  const config = parseConfig(terminal.variables());
  const { createServices } = await import('../create-app.js');
  return createServices(config, { mustExist: !createsDatabase });
}

/** @throws CommandFailed */
export function print(
  { text, json, failed = false, exitCode = EXIT_FAILURE }: CommandResult,
  self: Command,
  { output }: Terminal,
): void {
  const isJson = self.opts()['json'] === true;
  const shown = isJson
    ? escapeControlCharacters(JSON.stringify(json, null, 2))
    : replaceControlCharacters(text);
  output.write(`${shown}\n`);
  if (failed) throw new CommandFailed(exitCode);
}

/** Returns the error messages, one per line. Errors other than `DomainError` show their message only. */
export function toErrorLines(error: unknown): readonly string[] {
  if (error instanceof AggregateDomainError)
    return [
      ...error.problems.flatMap(toErrorLines),
      ...(error.omitted > 0 ? [`${error.omitted} more errors are not listed.`] : []),
    ];
  if (error instanceof DomainError) return error.message.split('\n');
  if (error instanceof Error) return [formatFileFault(error) ?? error.message];
  return [String(error)];
}

/** By the code of Node's error; `…` is the path. */
const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: "There is no file or folder '…'.",
  ENOTDIR: "A part of the path '…' is not a folder.",
  EISDIR: "'…' is a folder, not a file.",
  EEXIST: "'…' exists already.",
  EACCES: "This user may not use '…'.",
  EPERM: "This user may not use '…'.",
  EROFS: "'…' is on a read-only file system.",
  ENOSPC: "There is no space left for '…'.",
};

/** @returns a sentence for an error of the file system */
function formatFileFault(error: Error): string | undefined {
  const { code = '', path } = error as NodeJS.ErrnoException;
  // Reading a folder fails after it was opened, when Node does not know the path any more.
  if (path === undefined) return code === 'EISDIR' ? 'A folder was given where a file is needed.' : undefined;
  return getOwn(FILE_FAULTS, code)?.replace('…', () => path);
}
