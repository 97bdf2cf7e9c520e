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
  ensurePostgres();
  const folder = mkdtempSync(join(tmpdir(), 'content-service-postgres-'));
  const port = await findFreePort();
  makeOwnFolder(folder);
  const options = ['-U', 'postgres', '-E', 'UTF8', '--no-locale', '--auth=trust', '--no-sync'];
  runProgram('initdb', ['-D', `${folder}/data`, ...options]);
  return createServer('PostgreSQL', folder, port).start();
}

export function ensurePostgres() {
  ensureInstalled({
    isPresent: () => findFolder() !== undefined,
    name: 'PostgreSQL',
    debianPackages: ['postgresql'],
    remedy: 'start one and set TEST_DATABASE_URL=postgres://USER:PASSWORD@HOST/',
  });
}

/** Gives a folder to the user that the programs run as. */
export function makeOwnFolder(folder) {
  const { uid, gid } = serverUser();
  if (uid !== undefined) chownSync(folder, uid, gid);
}

/** Runs one of the programs that come with the server. */
export function runProgram(name, args) {
  run(join(findFolder(), name), args, serverUser());
}

/** A server with the data folder `data` of a folder, which is not started yet. */
export function createServer(name, folder, port) {
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
    name,
    url: `postgres://postgres@127.0.0.1:${port}/`,
    folder,
    // Ends connections instead of waiting for them.
    stopSignal: 'SIGINT',
    launch: () => spawn(join(findFolder(), 'postgres'), options, { stdio: 'ignore', ...serverUser() }),
    answers,
  });
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
  ].find((folder) =>
    ['initdb', 'postgres', 'pg_basebackup'].every((program) => existsSync(join(folder, program))),
  );
}

/** PostgreSQL refuses to run as root, so root runs it as the user of the Debian package. */
function serverUser() {
  if (process.getuid?.() !== 0) return {};
  const id = (option) => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}
