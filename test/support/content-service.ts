import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CommandProcess } from './command-process.js';
import { changeConstants } from './process-variables.js';
import { launch, readText, type ServerProcess, startServer, type Variables } from './server-process.js';

/** A running service. */
export type Service = ServerProcess;

/** The API client of every service that tests start on an empty database (INITIAL_CLIENT_ID, INITIAL_CLIENT_SECRET). */
export const FIRST_CLIENT = { client_id: 'first-client', client_secret: 's'.repeat(43) };

/** The installed command. It builds itself first when its sources are newer, so the first start of a test must run alone. */
export const COMMAND = fileURLToPath(
  new URL('../../apps/content-service/bin/content-service.js', import.meta.url),
);

const commands = new CommandProcess();

/** Additional command line arguments. */
interface Options {
  /** Arguments of `node`. */
  readonly node?: readonly string[];
  /** Arguments of `serve`. */
  readonly serve?: readonly string[];
}

/** Starts `content-service serve` as a process; resolves when `/health/ready` is 200. */
export function startService(
  databaseUrl: string,
  variables: Variables = {},
  { node = [], serve = [] }: Options = {},
): Promise<Service> {
  const { client_id: INITIAL_CLIENT_ID, client_secret: INITIAL_CLIENT_SECRET } = FIRST_CLIENT;
  const environment = {
    ...toEnvironment(databaseUrl),
    INITIAL_CLIENT_ID,
    INITIAL_CLIENT_SECRET,
    ...variables,
  };
  return startServer([...node, COMMAND, 'serve', ...serve], environment, '/health/ready');
}

/**
 * Runs a command such as `runCommand(databaseUrl, 'verify')` in a process that the commands of a suite share.
 *
 * @returns the parsed output of `--json`
 * @throws Error with its standard error when the exit code is not 0
 */
export async function runCommand(databaseUrl: string, ...args: readonly string[]): Promise<unknown> {
  return JSON.parse(await readCommand(databaseUrl, ...args, '--json')) as unknown;
}

/** Starts a command as a process of its own. */
export function launchCommand(databaseUrl: string, ...args: readonly string[]): ChildProcess {
  return launch([COMMAND, ...args], toEnvironment(databaseUrl));
}

/** Runs a command with further variables. @returns how it ended and what it wrote */
export async function runToEnd(
  databaseUrl: string,
  variables: Variables,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly output: string; readonly errors: string }> {
  const child = launch([COMMAND, ...args], { ...toEnvironment(databaseUrl), ...variables });
  const ended = once(child, 'close') as Promise<[number]>;
  const [output, errors, [code]] = await Promise.all([readText(child.stdout), readText(child.stderr), ended]);
  return { code, output, errors };
}

/** Runs a command without the option `--json`. @returns its output */
export async function readCommand(databaseUrl: string, ...args: readonly string[]): Promise<string> {
  const { code, output, errors } = await commands.run(args, toEnvironment(databaseUrl));
  if (code !== 0) throw new Error(`content-service ${args.join(' ')}: ${errors}${output}`);
  return output;
}

/** Variables with which no result depends on the speed of the machine: no request is refused. */
export const PATIENT = {
  SHED_DELAY_MS: '0',
  REQUEST_TIMEOUT_MS: '0',
  STATEMENT_TIMEOUT_MS: '600000',
} as const;

/** The variables of services and commands. */
export function toEnvironment(databaseUrl: string): Variables {
  if (databaseUrl === 'memory:')
    throw new Error(
      'Other processes cannot open a database in memory; set TEST_STORAGE to sqlite, mariadb or postgres.',
    );
  return {
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    ...PATIENT,
    ...changeConstants(),
    DATABASE_URL: databaseUrl,
    KEY_SECRET: 'k'.repeat(32),
    MIGRATE_ON_START: 'true',
  };
}
