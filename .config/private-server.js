// Parts that the private servers of the tests have in common: installing a Debian package, a free port, running a command.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** @returns {boolean} whether a command is on the PATH */
export const isInstalled = (name) => spawnSync('which', [name]).status === 0;

/**
 * Installs the first of some Debian packages that the release has, unless the command is there, or what `isPresent` looks for.
 *
 * @throws Error with the remedy where apt-get is missing or the user is not root
 */
export function ensureInstalled({
  command,
  name,
  debianPackages,
  remedy,
  isPresent = () => isInstalled(command),
}) {
  if (isPresent()) return;
  if (!isInstalled('apt-get') || process.getuid?.() !== 0)
    throw new Error(`The tests need ${name}: ${remedy}, or install ${debianPackages[0]}.`);
  console.log(`Installing ${name} for the tests …`);
  run('apt-get', ['update', '-q']);
  for (const name of debianPackages) {
    const isLast = name === debianPackages.at(-1);
    try {
      run('apt-get', ['install', '-q', '-y', '--no-install-recommends', name]);
      return;
    } catch (error) {
      if (isLast) throw error;
    }
  }
}

/**
 * @param options of the process, such as the user that it runs as
 * @throws Error with the end of standard error when the exit code is not 0
 */
export function run(command, args, options = {}) {
  const { status, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    ...options,
  });
  if (status !== 0) throw new Error(`${command} failed: ${stderr.slice(-2000)}`);
}

/** @returns {Promise<number>} a port of 127.0.0.1 that is free at the moment */
export async function findFreePort() {
  const [port] = await findFreePorts(1);
  return port;
}

/** @returns {Promise<number[]>} different ports of 127.0.0.1 that are free at the moment */
export async function findFreePorts(count) {
  const servers = [];
  for (let n = 0; n < count; n++) {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
  }
  const ports = servers.map((server) => server.address().port);
  for (const server of servers) server.close();
  return ports;
}

/**
 * The server that a variable names, or the one that answers at its standard address, or a private one.
 *
 * @param {string | undefined} given the URL that the variable names
 * @param {string} standard the URL of the standard address
 * @param {(url: string) => Promise<boolean>} isThere
 * @param {() => Promise<{ url: string, stop: () => Promise<void> }>} startPrivate
 */
export async function findServer(given, standard, isThere, startPrivate) {
  if (given !== undefined) return { url: given, stop: async () => {} };
  if (await isThere(standard)) return { url: standard, stop: async () => {} };
  return startPrivate();
}

/**
 * Whether a server answers by its protocol, spoken by hand: no client is needed for one question.
 *
 * @param {string} url with host and port
 * @param {string} question what is sent first; empty when the server speaks first
 * @param {(text: string) => boolean} isAnswer of what comes back
 * @returns {Promise<boolean>}
 */
export function answers(url, question, isAnswer) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(question, 'latin1'));
    const end = (answered) => {
      socket.destroy();
      resolve(answered);
    };
    socket.setTimeout(2000, () => end(false));
    socket.once('error', () => end(false));
    socket.once('close', () => end(false));
    socket.once('data', (data) => end(isAnswer(data.toString('latin1'))));
  });
}

/** A server of its own in a temporary folder, which tests can freeze, kill and start again. */
export class PrivateServer {
  #child;

  #end = () => {
    process.off('exit', this.#end);
    this.#signalAll('SIGKILL');
  };

  /**
   * @param {object} server
   * @param {string} server.name for messages
   * @param {string} server.url
   * @param {string} server.folder removed at the end
   * @param {number} [server.startSeconds] how long it may take to answer
   * @param {NodeJS.Signals} server.stopSignal ends it without waiting for connections
   * @param {() => import('node:child_process').ChildProcess} server.launch
   * @param {(url: string) => Promise<boolean>} server.answers
   */
  constructor(server) {
    this.server = server;
    this.url = server.url;
  }

  /** Launches it, also after `kill`, and waits until it answers. */
  async start() {
    const { name, url, launch, answers, startSeconds = 30 } = this.server;
    const child = launch();
    this.#child = child;
    // Before the folder of a test run is removed.
    process.prependListener('exit', this.#end);
    for (let tries = 0; !(await answers(url)); tries++) {
      if (tries === startSeconds * 10 || child.exitCode !== null)
        throw new Error(`The private ${name} does not answer.`);
      await wait(100);
    }
    return this;
  }

  /** Ends all of its processes at once, as a crash does. */
  async kill() {
    const ended = once(this.#child, 'exit');
    this.#end();
    await ended;
  }

  /** Stops all of its processes from running; connections stay open. */
  freeze() {
    this.#signalAll('SIGSTOP');
  }

  resume() {
    this.#signalAll('SIGCONT');
  }

  async stop() {
    const ended = once(this.#child, 'exit');
    this.#child.kill(this.server.stopSignal);
    await ended;
    process.off('exit', this.#end);
    rmSync(this.server.folder, { recursive: true, force: true });
  }

  /** PostgreSQL has a process for each connection. */
  #signalAll(signal) {
    const { pid } = this.#child;
    const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
    for (const id of [pid, ...stdout.split('\n').filter(Boolean).map(Number)])
      try {
        process.kill(id, signal);
      } catch {
        // It has ended meanwhile.
      }
  }
}
