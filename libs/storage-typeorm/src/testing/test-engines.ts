import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import pg from 'pg';
import { parseHosts } from '../dialects/host-selector.js';

/** An engine that the tests run on. */
export interface TestEngine {
  /** The name in test titles. */
  readonly name: string;
  /** Whether it is a server, on which changes of tables are slower. */
  readonly isServer: boolean;
  /** Creates an empty database for one test. @returns its URL */
  create(): Promise<string>;
  /** Drops all databases that were created. */
  dropAll(): Promise<void>;
}

/** The engine that TEST_STORAGE names; SQLite without it. */
export function testEngine(): TestEngine | Promise<TestEngine> {
  const { TEST_STORAGE: storage = 'sqlite' } = process.env;
  return storage === 'sqlite' ? sqliteEngine() : testServer();
}

/** The server that TEST_DATABASE_URL names, or the one of TEST_STORAGE (MariaDB unless it names another) on this machine. */
export function testServer(): Promise<TestEngine> {
  const { TEST_DATABASE_URL: server, TEST_STORAGE: storage = '' } = process.env;
  return serverEngine(server ?? STANDARD_SERVERS[storage] ?? MARIADB);
}

const MARIADB = 'mysql://root@127.0.0.1:3306/';

/** By TEST_STORAGE. */
const STANDARD_SERVERS: Readonly<Record<string, string>> = {
  mariadb: MARIADB,
  postgres: 'postgres://postgres@127.0.0.1:5432/',
};

/** Tests on the engine of the run; its databases are dropped behind them. */
export async function describeOnEngine(title: string, suite: (engine: TestEngine) => void): Promise<void> {
  const engine = await testEngine();
  describe(`${title} on ${engine.name}`, () => {
    suite(engine);
    // Behind those of the suite, which close what is open.
    afterAll(() => engine.dropAll());
  });
}

export function sqliteEngine(): TestEngine {
  const folder = mkdtempSync(join(tmpdir(), 'cs-storage-'));
  let files = 0;
  return {
    name: 'SQLite',
    isServer: false,
    create: () => Promise.resolve(`sqlite:${join(folder, `${++files}.sqlite`)}`),
    dropAll: () => {
      rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}

async function serverEngine(server: string): Promise<TestEngine> {
  const execute = server.startsWith('postgres') ? executeOnPostgres : executeOnMysql;
  const databases: string[] = [];
  return {
    name: detectProduct(await execute(server, 'SELECT VERSION() AS version')),
    isServer: true,
    create: async () => {
      const database = `content_service_kit_${randomBytes(6).toString('hex')}`;
      databases.push(database);
      await execute(server, `CREATE DATABASE ${database}`);
      // Not by URL, which knows no lists of hosts.
      return server.replace(/\/[^/]*$/, `/${database}`);
    },
    dropAll: async () => {
      for (const database of databases.splice(0)) await execute(server, `DROP DATABASE ${database}`);
    },
  };
}

function detectProduct(version: unknown): string {
  const text = JSON.stringify(version);
  return ['MariaDB', 'PostgreSQL'].find((product) => text.includes(product)) ?? 'MySQL';
}

async function executeOnMysql(server: string, statement: string): Promise<unknown> {
  const connection = await createConnection(parseHosts(server).firstUrl);
  const [answer] = await connection.query<RowDataPacket[]>(statement);
  await connection.end();
  return answer;
}

async function executeOnPostgres(server: string, statement: string): Promise<unknown> {
  const client = new pg.Client(server);
  await client.connect();
  const { rows } = await client.query<object>(statement);
  await client.end();
  return rows;
}
