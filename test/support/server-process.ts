import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.js';

/** A server process of this machine. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** All of its standard output and standard error, after its end. */
  readonly output: Promise<string>;
  /** `null` after a signal. */
  readonly exitCode: Promise<number | null>;
  /** Sends SIGTERM: running requests are answered first. @returns the exit code */
  stop(): Promise<number | null>;
  /** Sends SIGKILL. */
  kill(): Promise<unknown>;
}

export type Variables = Readonly<Record<string, string | undefined>>;

/** A folder without `.env` from which packages are resolved. */
const FOLDER = fileURLToPath(new URL('../', import.meta.url));
/** Shorter than the time limit of the tests that start a service. */
const START_LIMIT_MS = 200_000;

/**
 * Starts `node` with these arguments and a free port as PORT. Load shedding is off unless the variables switch it on: on a
 * busy machine it would refuse requests of tests.
 *
 * @param readyPath path that is 200 as soon as the server is ready for requests
 * @param folder the current directory of the server
 * @throws Error with its standard error when it exits before
 */
export async function startServer(
  args: readonly string[],
  variables: Variables,
  readyPath: string,
  folder?: string,
): Promise<ServerProcess> {
  const port = String(await freePort());
  const child = launch(args, { SHED_DELAY_MS: '0', ...variables, PORT: port }, folder);
  const [written, errors] = [readText(child.stdout), readText(child.stderr)];
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const exitCode = ended.then(([code]) => code);
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return exitCode;
  };
  const url = `http://127.0.0.1:${port}`;
  await Promise.race([
    waitUntilReady(url + readyPath),
    ended.then(async () => Promise.reject(new Error(await errors))),
  ]);
  const output = Promise.all([written, errors]).then((texts) => texts.join(''));
  return {
    ...{ url, pid: child.pid ?? 0, output, exitCode },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** Starts `node` with these variables and PATH only. */
export function launch(args: readonly string[], variables: Variables, folder = FOLDER): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithThisProcess(child);
  return child;
}

export async function readText(stream: NodeJS.ReadableStream | null): Promise<string> {
  let text = '';
  for await (const chunk of stream ?? []) text += String(chunk);
  return text;
}

/** Kills the child when this process exits. */
function endWithThisProcess(child: ChildProcess): void {
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}

async function waitUntilReady(address: string): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok === true) return;
    await wait(25);
  }
  throw new Error(`${address} did not become ready within ${START_LIMIT_MS / 1000} s.`);
}
