// A RabbitMQ for the tests: the one that TEST_AMQP_URL names, or the one that answers on this machine's standard port, or a
// private one in a temporary folder (installed first where a Debian machine lacks it and the tests run as root).
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answers, ensureInstalled, findFreePort, findServer, PrivateServer, run } from './private-server.js';

/** Debian's command changes its user and folder; this script does not. */
const SCRIPT = '/usr/lib/rabbitmq/bin/rabbitmq-server';

/** @returns {Promise<{ url: string, stop: () => Promise<void> }>} a server in which the tests may create exchanges and queues */
export function rabbitmq() {
  return findServer(process.env.TEST_AMQP_URL, toUrl(5672), speaksAmqp, startPrivate);
}

async function startPrivate() {
  ensureInstalled({
    command: 'rabbitmq-server',
    name: 'RabbitMQ',
    debianPackages: ['rabbitmq-server'],
    remedy: 'start one and set TEST_AMQP_URL=amqp://USER:PASSWORD@HOST:PORT',
    isPresent: () => existsSync(SCRIPT),
  });
  const folder = mkdtempSync(join(tmpdir(), 'content-service-rabbitmq-'));
  const [port, nodePort, mapperPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  for (const [file, text] of Object.entries({ 'rabbitmq.conf': '', 'env.conf': '', plugins: '[].\n' }))
    writeFileSync(join(folder, file), text);
  // Erlang's port mapper is private too: it outlives the server and is ended after it.
  const mapper = { ERL_EPMD_ADDRESS: '127.0.0.1', ERL_EPMD_PORT: String(mapperPort) };
  const env = {
    ...process.env,
    ...mapper,
    HOME: folder,
    RABBITMQ_CONF_ENV_FILE: join(folder, 'env.conf'),
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'plugins'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_MNESIA_BASE: join(folder, 'data'),
    RABBITMQ_PID_FILE: join(folder, 'pid'),
    RABBITMQ_NODENAME: `content-service-${port}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(nodePort),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
  };
  const server = new PrivateServer({
    name: 'RabbitMQ',
    url: toUrl(port),
    folder,
    startSeconds: 120,
    stopSignal: 'SIGTERM',
    launch: () => spawn(SCRIPT, { stdio: 'ignore', env }),
    answers: speaksAmqp,
  });
  await server.start();
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      run('epmd', ['-kill'], { env: { ...process.env, ...mapper } });
    },
  };
}

// The protocol header, and the beginning of the method frame that answers it (AMQP 0-9-1 §2.2.4, §2.3.5).
function speaksAmqp(url) {
  return answers(url, 'AMQP\0\0\x09\x01', (text) => text.startsWith('\x01\0\0'));
}

function toUrl(port) {
  return `amqp://guest:guest@127.0.0.1:${port}`;
}
