// A Redis for the tests: the one that TEST_REDIS_URL names, or the one that answers on this machine's standard port, or a
// private one (installed first where a Debian machine lacks it and the tests run as root).
import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { answers, ensureInstalled, findFreePort, findServer } from './private-server.js';

/** @returns {Promise<{ url: string, stop: () => Promise<void> }>} a server whose keys the tests may add to */
export function redis() {
  return findServer(process.env.TEST_REDIS_URL, urlOf(6379), answersPing, startPrivate);
}

async function startPrivate() {
  ensureInstalled({
    command: 'redis-server',
    name: 'Redis',
    debianPackages: ['redis-server'],
    remedy: 'start one and set TEST_REDIS_URL=redis://HOST:PORT',
  });
  const port = await findFreePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', options, { stdio: 'ignore' });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  for (let tries = 0; !(await answersPing(urlOf(port))); tries++) {
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

// https://redis.io/docs/latest/develop/reference/protocol-spec/
function answersPing(url) {
  return answers(url, 'PING\r\n', (text) => text.startsWith('+PONG'));
}

const urlOf = (port) => `redis://127.0.0.1:${port}`;
