// A MariaDB for the tests: the one that TEST_DATABASE_URL names, or the one that answers on this machine's standard port,
// or a private one in a temporary folder (installed first where a Debian machine lacks it and we may).
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';

/** @returns {Promise<{ url: string, stop: () => Promise<void> }>} a server whose user may create databases */
export async function mariadb() {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined) return { url: given, stop: async () => {} };
  const standard = 'mysql://root@127.0.0.1:3306/';
  if (await answers(standard)) return { url: standard, stop: async () => {} };
  return startPrivate();
}

async function startPrivate() {
  if (!isInstalled('mariadbd')) install();
  const folder = mkdtempSync(join(tmpdir(), 'content-service-mariadb-'));
  const port = await freePort();
  run('mariadb-install-db', [
    '--no-defaults',
    `--datadir=${folder}/data`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    ...asRoot(),
  ]);
  const server = spawn(
    'mariadbd',
    [
      '--no-defaults',
      `--datadir=${folder}/data`,
      `--socket=${folder}/socket`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-log-bin',
      ...asRoot(),
    ],
    { stdio: 'ignore' },
  );
  const url = `mysql://root@127.0.0.1:${port}/`;
  for (let tries = 0; !(await answers(url)); tries++) {
    if (tries === 100 || server.exitCode !== null) throw new Error('The private MariaDB does not answer.');
    await wait(200);
  }
  return {
    url,
    stop: async () => {
      server.kill('SIGTERM');
      await new Promise((resolve) => server.once('exit', resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function install() {
  if (!isInstalled('apt-get') || process.getuid?.() !== 0)
    throw new Error(
      'The tests need MariaDB: start one and set TEST_DATABASE_URL=mysql://USER:PASSWORD@HOST/, or install mariadb-server.',
    );
  console.log('Installing MariaDB for the tests …');
  run('apt-get', ['update', '-q']);
  run('apt-get', ['install', '-q', '-y', '--no-install-recommends', 'mariadb-server']);
}

async function answers(url) {
  try {
    const connection = await createConnection({ uri: url, connectTimeout: 2000 });
    await connection.end();
    return true;
  } catch {
    return false;
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

const asRoot = () => (process.getuid?.() === 0 ? ['--user=root'] : []);
const isInstalled = (name) => spawnSync('which', [name]).status === 0;

function run(command, args) {
  const { status, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) throw new Error(`${command} failed: ${stderr.slice(-2000)}`);
}
