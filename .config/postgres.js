// A PostgreSQL for the tests: the one that TEST_DATABASE_URL names, or a private one in a temporary folder, which does not wait
// for the disk, or the one that answers on this machine's standard port. Where there is none of them it is installed first,
// on a Debian machine and if we may.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ensureInstalled, findFreePort, PrivateServer, run } from './private-server.js';

/** @returns {Promise<{ url: string, stop: () => Promise<void> }>} a server whose user may create databases */
export async function postgres() {
  const given = process.env.TEST_DATABASE_URL;
  if (given?.startsWith('postgres')) return { url: given, stop: async () => {} };
  const standard = 'postgres://postgres@127.0.0.1:5432/';
  if (findFolder() === undefined && (await answers(standard))) return { url: standard, stop: async () => {} };
  return startPrivate();
}

/** @returns {Promise<PrivateServer>} */
export async function startPrivate() {
  ensureInstalled({
    isPresent: () => findFolder() !== undefined,
    name: 'PostgreSQL',
    debianPackage: 'postgresql',
    remedy: 'start one and set TEST_DATABASE_URL=postgres://USER:PASSWORD@HOST/',
  });
  const programs = findFolder();
  const owner = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'content-service-postgres-'));
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const port = await findFreePort();
  const create = [
    '-D',
    `${folder}/data`,
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--no-locale',
    '--auth=trust',
    '--no-sync',
  ];
  run(join(programs, 'initdb'), create, owner);
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    // The data need not survive a crash of the machine.
    'fsync=off',
    'full_page_writes=off',
  ];
  const options = ['-D', `${folder}/data`, ...settings.flatMap((setting) => ['-c', setting])];
  return new PrivateServer({
    name: 'PostgreSQL',
    url: `postgres://postgres@127.0.0.1:${port}/`,
    folder,
    // Ends connections instead of waiting for them.
    stopSignal: 'SIGINT',
    launch: () => spawn(join(programs, 'postgres'), options, { stdio: 'ignore', ...owner }),
    answers,
  }).start();
}

async function answers(url) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** The folder of the server's programs; Debian keeps them out of the search path. */
function findFolder() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return [
    ...(process.env.PATH ?? '').split(':'),
    ...versions.map((version) => `${debian}/${version}/bin`),
  ].find((folder) => ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))));
}

/** PostgreSQL refuses to run as root, so root runs it as the user of the Debian package. */
function serverUser() {
  if (process.getuid?.() !== 0) return {};
  const id = (option) => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}
