// A Galera cluster of three MariaDB nodes for the tests, on ports of this machine and in a temporary folder (installed first
// where a Debian machine lacks it and the tests run as root).
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { createDataFolder, ensureMariadb, serverOptions } from './mariadb.js';
import { ensureInstalled, findFreePorts, PrivateServer } from './private-server.js';

const NODES = 3;

/** The user of the Debian package: rsync as root would write the copy as the user nobody. */
const USER = 'mysql';

/**
 * Starts a cluster of its own.
 *
 * @returns {Promise<import('./private-database.js').PrivateCluster>}
 */
export async function startPrivateCluster() {
  ensureMariadb();
  ensureInstalled({
    name: 'Galera',
    debianPackages: ['galera-4'],
    remedy: 'put libgalera_smm.so under /usr/lib',
    isPresent: () => findProvider() !== undefined,
  });
  // Copies the data of a node to one that joins.
  ensureInstalled({
    command: 'rsync',
    name: 'rsync',
    debianPackages: ['rsync'],
    remedy: 'put it on the PATH',
  });
  const folder = mkdtempSync(join(tmpdir(), 'content-service-galera-'));
  const ports = await findFreePorts(4 * NODES);
  const members = Array.from({ length: NODES }, (_, n) => {
    const name = `node${n + 1}`;
    const [port, group, state, copy] = ports.slice(4 * n);
    return { name, folder: join(folder, name), port, group, state, copy };
  });
  const addresses = members.map(({ group }) => `127.0.0.1:${group}`).join(',');
  const nodes = members.map((member) => nodeOf(member, addresses));
  for (const path of [folder, ...members.map((member) => join(member.folder, 'data'))]) createFolder(path);
  // The others get a copy when they join.
  createDataFolder(members[0].folder, USER);
  for (const node of nodes) await node.start();
  const hosts = members.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return {
    url: `mariadb://root@${hosts}/`,
    nodes,
    execute: async (node, statement) => {
      const connection = await createConnection({ uri: node.url });
      await connection.query(statement);
      await connection.end();
    },
    stop: async () => {
      // One after the other: a node that leaves is not missed by the others.
      for (const node of nodes) await node.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function createFolder(path) {
  const first = mkdirSync(path, { recursive: true });
  if (process.getuid?.() !== 0) return;
  const id = (option) => Number(spawnSync('id', [option, USER], { encoding: 'utf8' }).stdout);
  for (const created of [first ?? path, path]) chownSync(created, id('-u'), id('-g'));
}

/** The first launch of the first node creates the cluster; every other launch of a node joins it. */
function nodeOf(member, addresses) {
  const { name, folder, port } = member;
  let launches = 0;
  const launch = () => {
    launches += 1;
    const options = [...serverOptions(folder, port, USER), ...clusterOptions(member, addresses)];
    if (launches === 1 && name === 'node1') options.push('--wsrep-new-cluster');
    if (launches > 1) options.push(...recoveredPosition(options));
    return spawn('mariadbd', options, { stdio: 'ignore' });
  };
  const url = `mysql://root@127.0.0.1:${port}/`;
  return new PrivateServer({
    name,
    url,
    folder,
    startSeconds: 60,
    stopSignal: 'SIGTERM',
    launch,
    answers: isSynced,
  });
}

// https://mariadb.com/docs/galera-cluster/reference/wsrep-variable-details/wsrep_provider_options
function clusterOptions({ name, group, state, copy }, addresses) {
  const provider = {
    'gmcast.listen_addr': `tcp://127.0.0.1:${group}`,
    'ist.recv_addr': `127.0.0.1:${state}`,
    'gcache.size': '32M',
    // A node that is silent is excluded after two seconds instead of five.
    'evs.keepalive_period': 'PT0.5S',
    'evs.suspect_timeout': 'PT2S',
    'evs.inactive_check_period': 'PT0.5S',
  };
  return [
    '--binlog-format=ROW',
    '--innodb-autoinc-lock-mode=2',
    '--innodb-flush-log-at-trx-commit=2',
    '--innodb-buffer-pool-size=64M',
    '--wsrep-on=ON',
    `--wsrep-provider=${findProvider()}`,
    `--wsrep-provider-options=${Object.entries(provider)
      .map(([key, value]) => `${key}=${value}`)
      .join(';')}`,
    '--wsrep-cluster-name=content-service-tests',
    `--wsrep-cluster-address=gcomm://${addresses}`,
    `--wsrep-node-name=${name}`,
    `--wsrep-node-address=127.0.0.1:${group}`,
    '--wsrep-sst-method=rsync',
    `--wsrep-sst-receive-address=127.0.0.1:${copy}`,
    '--wsrep-slave-threads=2',
  ];
}

/**
 * After a crash the position is in the tables of InnoDB only. With it the node gets what it missed, without it a copy of all
 * data, as galera_recovery of MariaDB's packages does.
 */
function recoveredPosition(options) {
  const { stderr } = spawnSync('mariadbd', [...options, '--wsrep-recover'], { encoding: 'utf8' });
  const position = /Recovered position: *(\S+)/.exec(stderr)?.[1];
  return position === undefined ? [] : [`--wsrep-start-position=${position}`];
}

/** Whether a node is part of its cluster and has all of its data. */
async function isSynced(url) {
  try {
    const connection = await createConnection({ uri: url, connectTimeout: 2000 });
    const [rows] = await connection.query("SHOW GLOBAL STATUS LIKE 'wsrep_local_state_comment'");
    await connection.end();
    return rows[0]?.Value === 'Synced';
  } catch {
    return false;
  }
}

/** Debian has it in /usr/lib/galera, others in /usr/lib64/galera-4. */
function findProvider() {
  const libraries = ['/usr/lib', '/usr/lib64'].filter(existsSync);
  return libraries
    .flatMap((library) =>
      readdirSync(library)
        .filter((name) => name.startsWith('galera'))
        .map((name) => join(library, name, 'libgalera_smm.so')),
    )
    .find(existsSync);
}
