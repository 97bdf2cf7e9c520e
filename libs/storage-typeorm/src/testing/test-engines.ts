import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';

/** An engine that the tests run on. */
export interface TestEngine {
  /** As it stands in the names of tests. */
  readonly name: string;
  /** Whether it is a server, which takes its time to change tables. */
  readonly isServer: boolean;
  /** The URL of a database that is empty and that nobody else uses. */
  create(): Promise<string>;
  /** Takes away all databases that were created. */
  dropAll(): Promise<void>;
}

/**
 * SQLite, and the server that TEST_DATABASE_URL names. TEST_STORAGE=mariadb leaves SQLite out: whoever runs all storages one
 * after the other has been there before.
 */
export async function testEngines(): Promise<TestEngine[]> {
  const { TEST_DATABASE_URL: server, TEST_STORAGE: storage } = process.env;
  if (storage === 'mariadb') return [await testServer()];
  return server === undefined ? [sqliteEngine()] : [sqliteEngine(), await testServer()];
}

/** The server that TEST_DATABASE_URL names, or the one on this machine. */
export function testServer(): Promise<TestEngine> {
  return serverEngine(process.env['TEST_DATABASE_URL'] ?? 'mysql://root@127.0.0.1:3306/');
}

/** The same tests on each engine; its databases are dropped behind them. */
export async function describeOnEngines(title: string, suite: (engine: TestEngine) => void): Promise<void> {
  for (const engine of await testEngines())
    describe(`${title} on ${engine.name}`, () => {
      afterAll(() => engine.dropAll());
      suite(engine);
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
  const databases: string[] = [];
  return {
    name: await productOf(server),
    isServer: true,
    create: async () => {
      const database = `content_service_kit_${randomBytes(6).toString('hex')}`;
      databases.push(database);
      await ask(server, `CREATE DATABASE ${database}`);
      const url = new URL(server);
      url.pathname = `/${database}`;
      return url.href;
    },
    dropAll: async () => {
      for (const database of databases.splice(0)) await ask(server, `DROP DATABASE ${database}`);
    },
  };
}

async function productOf(server: string): Promise<string> {
  const rows = await ask(server, 'SELECT VERSION() AS version');
  return JSON.stringify(rows).includes('MariaDB') ? 'MariaDB' : 'MySQL';
}

async function ask(server: string, statement: string): Promise<unknown> {
  const connection = await createConnection(server);
  const [answer] = await connection.query<RowDataPacket[]>(statement);
  await connection.end();
  return answer;
}
