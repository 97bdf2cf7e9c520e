import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'typeorm';
import type { SqliteConnectionOptions } from '../dialects/dialect.js';
import { sqlite } from '../dialects/sqlite.js';
import { sqliteEngine } from '../testing/test-engines.js';
import { BulkWriter } from './bulk-writer.js';
import { Database, type DatabaseOptions, DEFAULT_LIMITS } from './database.js';
import { insertStatement } from './insert.js';
import { type DbConnection, raw, sql, type StatementRunner } from './sql.js';

const BULK = { bulk: true };
/** More than one batch of deferred statements. */
const LARGE = Buffer.alloc(600_000, 'x');

describe('Database of SQLite, transactions of many rows', () => {
  const engine = sqliteEngine();
  const opened: Database[] = [];

  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });
  afterAll(() => engine.dropAll());

  const openAgain = async (url: string, options: DatabaseOptions = {}): Promise<Database> => {
    const database = new Database(url, options);
    opened.push(database);
    await database.open();
    return database;
  };
  const open = async (url?: string, options: DatabaseOptions = {}): Promise<Database> => {
    const database = await openAgain(url ?? (await engine.create()), options);
    await database.execute(raw('CREATE TABLE stock (id INTEGER NOT NULL PRIMARY KEY, name BLOB)'));
    return database;
  };
  const ids = async (database: Database): Promise<number[]> =>
    (await database.query<{ id: number }>(sql`SELECT id FROM stock ORDER BY id`)).map(({ id }) => id);
  const insert = (connection: DbConnection, id: number, name: Buffer | null = null): Promise<void> =>
    connection.defer(insertStatement('stock', [{ id, name }]));
  const writeBulk = <T>(database: Database, task: (connection: DbConnection) => Promise<T>): Promise<T> =>
    database.transaction(task, undefined, BULK);

  it('stores what a transaction writes, and gives it what it has written', async () => {
    const database = await open();

    const found = await writeBulk(database, async (connection) => {
      for (let id = 1; id <= 120; id++) await insert(connection, id, Buffer.from([id]));
      return connection.query<{ name: Buffer }>(sql`SELECT name FROM stock WHERE id = ${120}`);
    });

    expect(found[0]?.name).toEqual(Buffer.from([120]));
    expect(Buffer.isBuffer(found[0]?.name)).toBe(true);
    expect(await ids(database)).toHaveLength(120);
  });

  it('leaves the event loop free while it writes', async () => {
    const database = await open();
    let turns = 0;

    await writeBulk(database, async (connection) => {
      await connection.query(sql`SELECT 1`);
      const writing = connection.execute(
        raw(
          'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 300000) INSERT INTO stock SELECT x, NULL FROM c',
        ),
      );
      const ended = new AbortController();
      void writing.finally(() => {
        ended.abort();
      });
      for (; !ended.signal.aborted; turns++) await wait(1);
      expect(await writing).toBe(300_000);
    });

    expect(turns).toBeGreaterThan(5);
  });

  it('reports the number of changed rows', async () => {
    const database = await open();

    const changed = await writeBulk(database, async (connection) => {
      for (const id of [1, 2, 3]) await insert(connection, id);
      return connection.execute(sql`UPDATE stock SET name = ${'new'} WHERE id > ${1}`);
    });

    expect(changed).toBe(2);
  });

  it('stores nothing of a transaction that fails, and goes on with the next', async () => {
    const database = await open();
    await database.execute(insertStatement('stock', [{ id: 2, name: null }]));

    const failing = writeBulk(database, async (connection) => {
      await insert(connection, 1);
      await insert(connection, 2);
    });
    const code: unknown = await failing.catch((error: unknown) => sqlite.classifyError(error));
    await writeBulk(database, (connection) => insert(connection, 3));

    expect(code).toBe('duplicate');
    expect(await ids(database)).toEqual([2, 3]);
  });

  it('stores nothing that follows a statement whose error ended the transaction', async () => {
    const database = await open();
    await database.execute(insertStatement('stock', [{ id: 1, name: null }]));

    const failing = writeBulk(database, async (connection) => {
      await connection.defer(sql`INSERT OR ROLLBACK INTO stock (id) VALUES (${1})`);
      for (let id = 2; id <= 9; id++) await insert(connection, id, LARGE);
    });

    await expect(failing).rejects.toThrow('UNIQUE');
    expect(await ids(database)).toEqual([1]);
  });

  it('waits for another connection that writes', async () => {
    const url = await engine.create();
    const [database, other] = [await open(url), await openAgain(url)];
    let isDone = false;

    const blocking = other.transaction(async (connection) => {
      await insert(connection, 1);
      const writing = writeBulk(database, (bulk) => insert(bulk, 2)).finally(() => (isDone = true));
      await wait(200);
      expect(isDone).toBe(false);
      return { writing };
    });
    await (
      await blocking
    ).writing;

    expect(await ids(database)).toEqual([1, 2]);
  });

  it('reports a transaction in doubt when the thread ends before it confirms COMMIT', async () => {
    const database = await open();
    const resolutions: string[] = [];

    await database.transaction(
      async (connection) => {
        await insert(connection, 1);
        await connection.query(sql`SELECT 1`);
        if (resolutions.length === 0) await endThread(connection);
      },
      async (connection) => {
        const isStored = (await connection.query(sql`SELECT 1 FROM stock WHERE id = 1`)).length > 0;
        resolutions.push(isStored ? 'stored' : 'not stored');
        return isStored ? 'stored' : 'not stored';
      },
      BULK,
    );

    expect(await ids(database)).toEqual([1]);
    expect(resolutions).toHaveLength(1);
  });

  it('runs a transaction again when the thread ends between two statements', async () => {
    const database = await open();
    let attempts = 0;

    await writeBulk(database, async (connection) => {
      attempts += 1;
      await connection.execute(insertStatement('stock', [{ id: attempts, name: null }]));
      if (attempts === 1) await endThread(connection);
      await connection.query(sql`SELECT 1`);
    });

    expect(await ids(database)).toEqual([2]);
  });

  it('stores nothing after an error in one of several batches in flight', async () => {
    const database = await open();
    await database.execute(insertStatement('stock', [{ id: 3, name: null }]));

    const failing = writeBulk(database, async (connection) => {
      for (let id = 1; id <= 9; id++) await insert(connection, id, LARGE);
    });

    await expect(failing).rejects.toThrow('UNIQUE');
    expect(await ids(database)).toEqual([3]);
  });

  it('names the cause when the thread cannot run', async () => {
    const database = await open();

    const failing = writeBulk(database, async (connection) => {
      await connection.query(sql`SELECT 1`);
      await endThread(connection, new Error('ERR_WORKER_OUT_OF_MEMORY'));
      await connection.query(sql`SELECT 1`).catch((error: unknown) => {
        throw new Error('failed', { cause: error });
      });
    });

    await expect(failing).rejects.toMatchObject({
      cause: { cause: { message: 'ERR_WORKER_OUT_OF_MEMORY' } },
    });
  });

  it('logs every statement', async () => {
    const texts: string[] = [];
    const logger = { logQuery: (text: string) => texts.push(text) } as unknown as Logger;
    const database = await open(undefined, { logger });
    texts.length = 0;

    await writeBulk(database, (connection) => insert(connection, 1));

    expect(texts).toEqual(['BEGIN IMMEDIATE', 'INSERT INTO stock (id, name) VALUES (?, ?)', 'COMMIT']);
  });
});

describe('BulkWriter', () => {
  const engine = sqliteEngine();
  afterAll(() => engine.dropAll());

  it('starts a thread with the first transaction, which ends when it was idle', async () => {
    const url = await engine.create();
    const database = new Database(url);
    await database.open();
    const { writerThread } = sqlite.options(url, DEFAULT_LIMITS, 'ordered');
    const writer = new BulkWriter(writerThread as SqliteConnectionOptions, undefined, 50);
    const select = (runner: StatementRunner): Promise<unknown> => runner.query(sql`SELECT 1 AS one`, []);
    const states = [writer.isRunning];

    const first = await writer.run(select);
    states.push(writer.isRunning);
    while (writer.isRunning) await wait(20);
    const second = await writer.run(select);
    states.push(writer.isRunning);
    await writer.close();
    states.push(writer.isRunning);
    await database.close();

    expect([first, second]).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    expect(states).toEqual([false, true, true, false]);
  });

  it('runs no transaction after it was closed, such as one that is tried again', async () => {
    const file = join(tmpdir(), 'cs-absent.sqlite');
    const writer = new BulkWriter({ file, pragmas: [], busyTimeoutMs: 0, readonly: false });
    await writer.close();

    await expect(writer.run(() => Promise.resolve())).rejects.toThrow('The database is closed.');
    expect(writer.isRunning).toBe(false);
  });

  it('reports a database that cannot be opened, and tries again with the next transaction', async () => {
    const file = join(tmpdir(), 'cs-absent.sqlite');
    const writer = new BulkWriter({ file, pragmas: [], busyTimeoutMs: 0, readonly: false });

    for (let attempt = 0; attempt < 2; attempt++) {
      const code: unknown = await writer
        .run((runner) => runner.execute(raw('BEGIN'), []))
        .catch((error: unknown) => sqlite.classifyError(error));
      expect(code).toBe('unreachable');
    }
    await writer.close();
  });
});

/** As if the thread had run out of memory. */
async function endThread(connection: DbConnection, cause?: Error): Promise<void> {
  const { runner } = connection as unknown as { readonly runner: { readonly worker: Worker } };
  if (cause !== undefined) runner.worker.emit('error', cause);
  await runner.worker.terminate();
}
