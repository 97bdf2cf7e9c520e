import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import pg from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';

/** Runs a statement. @returns its rows */
type RunStatement = (statement: string) => Promise<readonly object[]>;

/** Runs a task with one connection. */
type WithConnection = <T>(task: (run: RunStatement) => Promise<T>) => Promise<T>;

export interface TestDatabase {
  /** A DATABASE_URL. */
  readonly url: string;
  /** All stored bytes, for searches; empty for `memory:`. */
  readonly contents: () => Promise<Buffer>;
  /** Ends all connections on the side of a server; none for embedded databases. */
  readonly endConnections: () => Promise<void>;
  /** A connection of its own, beside those of services; none of `memory:`. */
  readonly connect: WithConnection;
  readonly remove: () => Promise<void>;
}

const connectNowhere: WithConnection = () =>
  Promise.reject(new Error('A database in memory has no further connections.'));

/**
 * Creates an empty database for one test file.
 *
 * @param storage memory, sqlite, mariadb or postgres; default TEST_STORAGE, otherwise sqlite
 * @param serverUrl of the server; default TEST_DATABASE_URL, otherwise the one on the standard port
 */
export function createTestDatabase(
  storage = process.env['TEST_STORAGE'] ?? 'sqlite',
  serverUrl = process.env['TEST_DATABASE_URL'],
): Promise<TestDatabase> {
  if (storage === 'memory') return Promise.resolve(IN_MEMORY);
  if (storage === 'sqlite') return Promise.resolve(createTemporaryFile());
  const server = SERVERS[storage];
  if (server !== undefined) return createServerDatabase(serverUrl ?? server.url, server);
  throw new Error(`TEST_STORAGE must be memory, sqlite, mariadb or postgres, got '${storage}'.`);
}

const IN_MEMORY: TestDatabase = {
  url: 'memory:',
  contents: () => Promise.resolve(Buffer.alloc(0)),
  endConnections: () => Promise.resolve(),
  connect: connectNowhere,
  remove: () => Promise.resolve(),
};

function createTemporaryFile(): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'content-service-'));
  const file = join(folder, 'content.sqlite');
  return {
    url: `sqlite:${file}`,
    contents: () =>
      Promise.resolve(
        Buffer.concat([file, `${file}-wal`].filter(existsSync).map((path) => readFileSync(path))),
      ),
    endConnections: () => Promise.resolve(),
    connect: async (task) => {
      const source = await new DataSource({ type: 'better-sqlite3', database: file }).initialize();
      // oxlint-disable-next-line typescript/no-misused-promises -- finally() waits for what it is given
      return task((statement) => source.query(statement)).finally(() => source.destroy());
    },
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}

/** How a database server is talked to. */
interface TestServer {
  /** On this machine; its user may create databases. */
  readonly url: string;
  readonly create: (database: string) => string;
  readonly drop: (database: string) => string;
  /** Selects the name of every table. */
  readonly tables: string;
  readonly quote: string;
  /** Statements that end the other connections to the database. */
  readonly endConnections: (query: RunStatement) => Promise<void>;
  /** Runs a task with one connection, whose function gives the rows of a statement. */
  readonly connect: <T>(url: string, task: (query: RunStatement) => Promise<T>) => Promise<T>;
}

const MARIADB: TestServer = {
  url: 'mysql://root@127.0.0.1:3306/',
  create: (database) => `CREATE DATABASE ${database} CHARACTER SET utf8mb4`,
  drop: (database) => `DROP DATABASE ${database}`,
  tables: 'SHOW TABLES',
  quote: '`',
  endConnections: async (query) => {
    const connections = await query(
      'SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()',
    );
    for (const connection of connections)
      for (const id of Object.values(connection) as unknown[])
        // The connection can have ended meanwhile.
        await query(`KILL ${String(id)}`).catch(() => undefined);
  },
  connect: async (url, task) => {
    const connection = await createConnection({ uri: url });
    const result = await task(async (statement) => {
      const [rows] = await connection.query<RowDataPacket[]>(statement);
      return rows;
    });
    await connection.end();
    return result;
  },
};

const POSTGRES: TestServer = {
  url: 'postgres://postgres@127.0.0.1:5432/',
  create: (database) => `CREATE DATABASE ${database}`,
  // The connections of a service that was killed are there for a moment.
  drop: (database) => `DROP DATABASE ${database} WITH (FORCE)`,
  tables: 'SELECT tablename FROM pg_tables WHERE schemaname = current_schema()',
  quote: '"',
  endConnections: async (query) => {
    await query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
  },
  connect: async (url, task) => {
    const client = new pg.Client(url);
    await client.connect();
    const result = await task(async (statement) => (await client.query<object>(statement)).rows);
    await client.end();
    return result;
  },
};

/** By TEST_STORAGE. */
const SERVERS: Readonly<Record<string, TestServer>> = { mariadb: MARIADB, postgres: POSTGRES };

async function createServerDatabase(serverUrl: string, server: TestServer): Promise<TestDatabase> {
  const url = new URL(serverUrl);
  const name = `content_service_test_${randomBytes(6).toString('hex')}`;
  await server.connect(serverUrl, (query) => query(server.create(name)));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    contents: () => readContents(url.href, server),
    endConnections: () => server.connect(url.href, server.endConnections),
    connect: (task) => server.connect(url.href, task),
    remove: async () => {
      await server.connect(serverUrl, (query) => query(server.drop(name)));
    },
  };
}

function readContents(url: string, { connect, tables, quote }: TestServer): Promise<Buffer> {
  return connect(url, async (query) => {
    const values = async (statement: string): Promise<unknown[]> =>
      (await query(statement)).flatMap((row): unknown[] => Object.values(row));
    const pieces: Buffer[] = [];
    for (const table of await values(tables))
      for (const value of await values(`SELECT * FROM ${quote}${String(table)}${quote}`))
        pieces.push(Buffer.isBuffer(value) ? value : Buffer.from(`${String(value)}\n`));
    return Buffer.concat(pieces);
  });
}

/**
 * Counts the statements that services of this process send to their databases. Reads of the generations are not counted:
 * every service polls them once a second. Reader processes are not covered (SQLITE_READERS=0 turns them off).
 */
export class StatementCounter {
  private statements = 0;
  private readonly tasks = new AsyncLocalStorage<{ statements: number }>();
  private readonly original = Reflect.get(DataSource.prototype, 'createQueryRunner');

  constructor() {
    const { original } = this;
    const record = (statement: string): void => {
      // Several that are sent together are separated by `; `.
      const count = statement.split('; ').length;
      const task = this.tasks.getStore();
      // A timer renews a lease besides, in long operations on a slow machine.
      if (task !== undefined && !statement.startsWith('UPDATE lease')) task.statements += count;
      if (!statement.includes('FROM generation')) this.statements += count;
    };
    // SQLite has one runner for all statements.
    const observed = new WeakSet<QueryRunner>();
    DataSource.prototype.createQueryRunner = function (mode) {
      const runner = original.call(this, mode);
      if (observed.has(runner)) return runner;
      observed.add(runner);
      const query = runner.query.bind(runner) as (statement: string, ...rest: unknown[]) => Promise<unknown>;
      runner.query = (statement: string, ...rest: unknown[]) => {
        record(statement);
        return query(statement, ...rest) as never;
      };
      return runner;
    };
  }

  /** The number of statements of a task of this process, without those of other work at the same time and those of its leases. */
  async countOf(run: () => Promise<unknown>): Promise<number> {
    const task = { statements: 0 };
    await this.tasks.run(task, run);
    return task.statements;
  }

  /** The number of statements since the start. */
  get count(): number {
    return this.statements;
  }

  stop(): void {
    DataSource.prototype.createQueryRunner = this.original;
  }
}
