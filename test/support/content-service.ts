import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { launch, type ServerProcess, startServer, textOf, type Variables } from './server-process.js';

/** A running service. */
export type Service = ServerProcess;

/** The client of every service that starts on an empty database here, so that nobody has to read a printed secret. */
export const FIRST_CLIENT = { client_id: 'first-client', client_secret: 's'.repeat(43) };

/** As a user starts it. It builds itself first when its sources are newer, so the first one of a test runs alone. */
const COMMAND = fileURLToPath(new URL('../../apps/content-service/bin/content-service.js', import.meta.url));

/** What stands on the command line besides the command. */
interface Options {
  /** Of `node`. */
  readonly node?: readonly string[];
  /** Of `serve`. */
  readonly serve?: readonly string[];
}

/** `content-service serve` as a process of its own; resolves when it is ready for requests. */
export function startService(
  databaseUrl: string,
  variables: Variables = {},
  { node = [], serve = [] }: Options = {},
): Promise<Service> {
  const { client_id: INITIAL_CLIENT_ID, client_secret: INITIAL_CLIENT_SECRET } = FIRST_CLIENT;
  const environment = {
    ...environmentOf(databaseUrl),
    INITIAL_CLIENT_ID,
    INITIAL_CLIENT_SECRET,
    ...variables,
  };
  return startServer([...node, COMMAND, 'serve', ...serve], environment, '/health/ready');
}

/**
 * Runs a command, such as `runCommand(databaseUrl, 'verify')`, in a process of its own.
 *
 * @returns what it prints with `--json`
 * @throws Error with what it says on standard error, when its exit code is not 0
 */
export async function runCommand(databaseUrl: string, ...args: readonly string[]): Promise<unknown> {
  const child = launch([COMMAND, ...args, '--json'], environmentOf(databaseUrl));
  const [output, errors, [code]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, 'close'),
  ]);
  if (code !== 0) throw new Error(`content-service ${args.join(' ')}: ${errors}${output}`);
  return JSON.parse(output) as unknown;
}

function environmentOf(databaseUrl: string): Variables {
  if (databaseUrl === 'memory:')
    throw new Error('No other process can see a database in memory; set TEST_STORAGE to sqlite or mariadb.');
  return {
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    DATABASE_URL: databaseUrl,
    KEY_SECRET: 'k'.repeat(32),
    MIGRATE_ON_START: 'true',
  };
}
