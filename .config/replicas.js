// A primary and a replica for the tests, on ports of this machine and in a temporary folder: MariaDB by GTID, PostgreSQL by
// streaming replication.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import * as mariadb from './mariadb.js';
import * as postgres from './postgres.js';
import { findFreePort, findFreePorts } from './private-server.js';

const ENGINES = {
  mariadb: {
    start: startMariadb,
    execute: executeOnMariadb,
    pause: 'STOP SLAVE SQL_THREAD',
    resume: 'START SLAVE SQL_THREAD',
  },
  postgres: {
    start: startPostgres,
    execute: executeOnPostgres,
    pause: 'SELECT pg_wal_replay_pause()',
    resume: 'SELECT pg_wal_replay_resume()',
  },
};

/**
 * Starts a primary and a replica, for one suite of tests.
 *
 * @returns {Promise<import('./private-database.js').PrivateReplication>}
 */
export async function startPrivateReplication(engine) {
  const { start, execute, pause, resume } = ENGINES[engine];
  const folder = mkdtempSync(join(tmpdir(), 'content-service-replication-'));
  const [primary, replica] = await start(folder);
  return {
    primary,
    replica,
    pauseReplication: () => execute(replica.url, pause),
    resumeReplication: () => execute(replica.url, resume),
    stop: async () => {
      await replica.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// https://mariadb.com/docs/server/ha-and-performance/standard-replication/gtid
async function startMariadb(folder) {
  mariadb.ensureMariadb();
  const ports = await findFreePorts(2);
  const create = (name, n, ...options) => {
    const own = join(folder, name);
    mkdirSync(own);
    mariadb.createDataFolder(own);
    const shared = [
      `--server-id=${n + 1}`,
      '--innodb-flush-log-at-trx-commit=2',
      '--innodb-buffer-pool-size=64M',
    ];
    return mariadb.createServer(`MariaDB ${name}`, own, ports[n], [...shared, ...options]);
  };
  const servers = [
    create('primary', 0, '--log-bin', '--binlog-format=ROW'),
    create('replica', 1, '--read-only', '--slave-net-timeout=5'),
  ];
  await Promise.all(servers.map((server) => server.start()));
  await executeOnMariadb(
    servers[1].url,
    `CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${ports[0]}, MASTER_USER = 'root',
      MASTER_CONNECT_RETRY = 1, MASTER_USE_GTID = slave_pos`,
  );
  await executeOnMariadb(servers[1].url, 'START SLAVE');
  return servers;
}

// https://www.postgresql.org/docs/15/warm-standby.html#STREAMING-REPLICATION
async function startPostgres(folder) {
  const primary = await postgres.startPrivate();
  const own = join(folder, 'replica');
  mkdirSync(own);
  for (const path of [folder, own]) postgres.makeOwnFolder(path);
  const options = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
  postgres.runProgram('pg_basebackup', ['-d', primary.url, '-D', `${own}/data`, ...options]);
  const replica = postgres.createServer('PostgreSQL replica', own, await findFreePort());
  return [primary, await replica.start()];
}

async function executeOnMariadb(url, statement) {
  const connection = await createConnection({ uri: url });
  await connection.query(statement);
  await connection.end();
}

async function executeOnPostgres(url, statement) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
