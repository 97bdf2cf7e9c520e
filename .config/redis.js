// A Redis for the tests: the one that TEST_REDIS_URL names, or the one that answers on this machine's standard port, or a
// private one (installed first where a Debian machine lacks it and the tests run as root).
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { ensureInstalled, findFreePort } from './private-server.js';

/** @returns {Promise<{ url: string, stop: () => Promise<void> }>} a server whose keys the tests may add to */
export async function redis() {
  const given = process.env.TEST_REDIS_URL;
  if (given !== undefined) return { url: given, stop: async () => {} };
  if (await answers(6379)) return { url: urlOf(6379), stop: async () => {} };
  return startPrivate();
}

async function startPrivate() {
  ensureInstalled({
    command: 'redis-server',
    name: 'Redis',
    debianPackage: 'redis-server',
    remedy: 'start one and set TEST_REDIS_URL=redis://HOST:PORT',
  });
  const port = await findFreePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', options, { stdio: 'ignore' });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  for (let tries = 0; !(await answers(port)); tries++) {
    if (tries === 100 || server.exitCode !== null) throw new Error('The private Redis does not answer.');
    await wait(100);
  }
  return {
    url: urlOf(port),
    stop: async () => {
      server.kill('SIGKILL');
      await ended;
    },
  };
}

// PING by hand (https://redis.io/docs/latest/develop/reference/protocol-spec/): no client is needed for one question.
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const end = (answered) => {
      socket.destroy();
      resolve(answered);
    };
    socket.setTimeout(2000, () => end(false));
    socket.once('error', () => end(false));
    socket.once('data', (data) => end(String(data).startsWith('+PONG')));
  });
}

const urlOf = (port) => `redis://127.0.0.1:${port}`;
