import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.js';

/** A server that runs on this machine, as its clients see it. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Ends it as a service manager does: running requests are answered first. @returns the exit code */
  stop(): Promise<number | null>;
  /** Ends it as a power cut does. */
  kill(): Promise<unknown>;
}

export type Variables = Readonly<Record<string, string | undefined>>;

/** Has no `.env`, and packages are found from it. */
const FOLDER = fileURLToPath(new URL('../', import.meta.url));
/** A busy machine takes its time; a test that waits for it has a little more. */
const START_LIMIT_MS = 90_000;

/**
 * Starts `node` with these arguments on a free port, which it is told as PORT.
 *
 * @param readyPath what it answers with 200 when it is ready for requests
 * @throws Error with what it said on standard error, when it ends before that
 */
export async function startServer(
  args: readonly string[],
  variables: Variables,
  readyPath: string,
): Promise<ServerProcess> {
  const port = String(await freePort());
  const child = launch(args, { ...variables, PORT: port });
  const errors = textOf(child.stderr);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    const [code] = await ended;
    return code;
  };
  const url = `http://127.0.0.1:${port}`;
  await Promise.race([
    ready(url + readyPath),
    ended.then(async () => Promise.reject(new Error(await errors))),
  ]);
  return { url, pid: child.pid ?? 0, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

/** Starts `node` with none of the variables that whoever runs the tests may have set. */
export function launch(args: readonly string[], variables: Variables): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd: FOLDER,
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithThisProcess(child);
  return child;
}

export async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  let text = '';
  for await (const chunk of stream ?? []) text += String(chunk);
  return text;
}

/** Whatever becomes of a test, nothing it started goes on. */
function endWithThisProcess(child: ChildProcess): void {
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}

async function ready(address: string): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok === true) return;
    await wait(25);
  }
  throw new Error(`${address} did not become ready within ${START_LIMIT_MS / 1000} s.`);
}
