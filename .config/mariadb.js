// A MariaDB for the tests: the one that TEST_DATABASE_URL names, or a private one in a temporary folder, or the one that answers on
// this machine's standard port. Where there is none of them it is installed first, on a Debian machine and if we may.
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { ensureInstalled, findFreePort, isInstalled, PrivateServer, run } from './private-server.js';

/** @returns {Promise<{ url: string, stop: () => Promise<void> }>} a server whose user may create databases */
export async function mariadb() {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && !given.startsWith('postgres')) return { url: given, stop: async () => {} };
  const standard = 'mysql://root@127.0.0.1:3306/';
  if (!isInstalled('mariadbd') && (await answers(standard))) return { url: standard, stop: async () => {} };
  return startPrivate();
}

/** @returns {Promise<PrivateServer>} */
export async function startPrivate() {
  ensureMariadb();
  const folder = mkdtempSync(join(tmpdir(), 'content-service-mariadb-'));
  const port = await findFreePort();
  createDataFolder(folder);
  return createServer('MariaDB', folder, port, ['--skip-log-bin']).start();
}

/** A server with the data folder `data` of a folder, which is not started yet. */
export function createServer(name, folder, port, options) {
  return new PrivateServer({
    name,
    url: `mysql://root@127.0.0.1:${port}/`,
    folder,
    stopSignal: 'SIGTERM',
    launch: () => spawn('mariadbd', [...serverOptions(folder, port), ...options], { stdio: 'ignore' }),
    answers,
  });
}

export function ensureMariadb() {
  ensureInstalled({
    command: 'mariadbd',
    name: 'MariaDB',
    debianPackages: ['mariadb-server'],
    remedy: 'start one and set TEST_DATABASE_URL=mysql://USER:PASSWORD@HOST/',
  });
}

/**
 * Creates the tables of a server whose user root needs no password, in `data` of the folder.
 *
 * @param user that the server runs as, when root starts it
 */
export function createDataFolder(folder, user = 'root') {
  run('mariadb-install-db', [
    '--no-defaults',
    ...storageOptions(folder),
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    ...as(user),
  ]);
}

/** At its start a server deletes the temporary files of others that share its folder for them. */
const storageOptions = (folder) => [`--datadir=${folder}/data`, `--tmpdir=${folder}`];

/** The options of a server that only this machine reaches. */
export function serverOptions(folder, port, user = 'root') {
  return [
    '--no-defaults',
    ...storageOptions(folder),
    `--socket=${folder}/socket`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    ...as(user),
  ];
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

const as = (user) => (process.getuid?.() === 0 ? [`--user=${user}`] : []);
