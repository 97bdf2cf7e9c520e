// A NATS with JetStream for the tests: the one that TEST_NATS_URL names, or the one that answers on this machine's standard
// port, or a private one in a temporary folder (installed first where a Debian machine lacks it and the tests run as root).
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answers, ensureInstalled, findFreePort, findServer, PrivateServer } from './private-server.js';

/** @returns {Promise<{ url: string, stop: () => Promise<void> }>} a server in which the tests may create streams */
export function nats() {
  return findServer(process.env.TEST_NATS_URL, 'nats://127.0.0.1:4222', hasJetStream, startPrivate);
}

async function startPrivate() {
  ensureInstalled({
    command: 'nats-server',
    name: 'NATS',
    debianPackages: ['nats-server'],
    remedy: 'start one with JetStream and set TEST_NATS_URL=nats://HOST:PORT',
  });
  const folder = mkdtempSync(join(tmpdir(), 'content-service-nats-'));
  const port = String(await findFreePort());
  const options = ['--addr', '127.0.0.1', '--port', port, '--jetstream', '--store_dir', folder];
  return new PrivateServer({
    name: 'NATS',
    url: `nats://127.0.0.1:${port}`,
    folder,
    stopSignal: 'SIGTERM',
    launch: () => spawn('nats-server', options, { stdio: 'ignore' }),
    answers: hasJetStream,
  }).start();
}

// The server speaks first (https://docs.nats.io/reference/reference-protocols/nats-protocol).
function hasJetStream(url) {
  return answers(url, '', (text) => /^INFO .*"jetstream": ?true/.test(text));
}
