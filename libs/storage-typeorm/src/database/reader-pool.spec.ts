import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { QueryTimeout, StoreBusy } from '@content-service/entries';
import { sqliteEngine } from '../testing/test-engines.js';
import { Database } from './database.js';
import type { DatabaseObserver } from './database-observer.js';
import { ReaderPool } from './reader-pool.js';
import { insertStatement } from './insert.js';
import { raw, sql } from './sql.js';

const HEAVY = { heavy: true };
/** Ends only when it is ended. */
const ENDLESS = raw(
  'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) AS n FROM c',
);

describe('Database of SQLite, heavy reads', () => {
  const engine = sqliteEngine();
  const opened: Database[] = [];

  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });
  afterAll(() => engine.dropAll());

  const open = async (limits: ConstructorParameters<typeof Database>[1] = {}): Promise<Database> => {
    const database = new Database(await engine.create(), limits);
    opened.push(database);
    await database.open();
    await database.execute(raw('CREATE TABLE stock (id INTEGER NOT NULL PRIMARY KEY, name BLOB)'));
    return database;
  };
  const names = (database: Database): Promise<unknown[]> =>
    database.query(sql`SELECT id, name FROM stock ORDER BY id`, HEAVY);

  it('starts no process before the first heavy read', async () => {
    const database = await open();

    await database.query(sql`SELECT 1`);
    expect(database.readerPids).toEqual([]);

    await names(database);
    expect(database.readerPids).toHaveLength(1);
  });

  it('keeps the process alive during a read and not after it', async () => {
    const database = await open();
    const countProcesses = (): number =>
      process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
    const before = countProcesses();

    const reading = names(database);
    await wait(0);
    const during = countProcesses();
    await reading;

    expect([during - before, countProcesses() - before]).toEqual([1, 0]);
    expect(database.readerPids).toHaveLength(1);
  });

  it('returns the same rows as the connection of the process itself', async () => {
    const database = await open();
    await database.execute(
      insertStatement('stock', [
        { id: 1, name: Buffer.from([0, 255]) },
        { id: 2, name: null },
      ]),
    );
    const statement = sql`SELECT id, name, ${1.5} AS d, ${'é'} AS t FROM stock WHERE id < ${2n ** 60n} ORDER BY id`;

    const rows = await database.query<{ name: Buffer | null }>(statement, HEAVY);

    expect(rows).toEqual(await database.query(statement));
    expect(rows.map(({ name }) => Buffer.isBuffer(name))).toEqual([true, false]);
  });

  it('sees every change that was committed before the read', async () => {
    const database = await open();
    for (let id = 1; id <= 20; id++) {
      await database.execute(insertStatement('stock', [{ id, name: null }]));
      expect(await names(database)).toHaveLength(id);
    }
  });

  it('returns columns that were added after the statement was prepared', async () => {
    const database = await open();
    await database.execute(insertStatement('stock', [{ id: 1, name: null }]));
    const all = sql`SELECT * FROM stock`;
    await database.query(all, HEAVY);

    await database.execute(raw('ALTER TABLE stock ADD COLUMN amount INTEGER NOT NULL DEFAULT 7'));

    expect(await database.query(all, HEAVY)).toEqual([{ id: 1, name: null, amount: 7 }]);
  });

  it('reports an error of SQLite, and uses the process again', async () => {
    const database = await open();
    const error = await database
      .query(sql`SELECT absent FROM stock`, HEAVY)
      .catch((thrown: unknown) => thrown);
    const before = database.readerPids;

    expect(database.dialect.classifyError(error)).toBe('outdated');
    expect(await names(database)).toEqual([]);
    expect(database.readerPids).toEqual(before);
  });

  it('reports a database that cannot be opened as unreachable', async () => {
    const database = await open();
    const pool = new ReaderPool(
      { file: join(tmpdir(), 'cs-absent.sqlite'), pragmas: [], busyTimeoutMs: 0, readonly: true },
      { sqliteReaders: 1, queueMaximum: 1, acquireTimeoutMs: 1000 },
    );

    for (let attempt = 0; attempt < 2; attempt++) {
      const error = await pool.query(sql`SELECT 1`, 0).catch((thrown: unknown) => thrown);
      expect(database.dialect.classifyError(error)).toBe('unreachable');
    }

    expect(pool.pids).toEqual([]);
    await pool.close();
  });

  it('reports its statements, processes and refusals', async () => {
    const reports: unknown[] = [];
    let readState: (() => object) | undefined;
    const observer: DatabaseObserver = {
      onStatement: (summary, _, fault) => reports.push([summary, fault]),
      onRetry: () => undefined,
      onPool: (pool, read) => {
        if (pool === 'readers') readState = read;
      },
      onWait: (pool, _, outcome) => reports.push([pool, outcome]),
    };
    const limits = { statementTimeoutMs: 300, sqliteReaders: 1, queueMaximum: 0 };
    const database = await open({ observer, limits });
    reports.length = 0;

    const endless = database.query(ENDLESS, HEAVY).catch((error: unknown) => error);
    const refused = await database.query(sql`SELECT 1`, HEAVY).catch((error: unknown) => error);

    expect(refused).toBeInstanceOf(StoreBusy);
    expect(readState?.()).toEqual({ used: 1, idle: 0, pending: 0, maximum: 1 });
    expect(await endless).toBeInstanceOf(QueryTimeout);
    expect(reports).toEqual([
      ['readers', 'refused'],
      ['WITH c', 'timeout'],
    ]);
  });

  it('does not block the event loop of the process', async () => {
    const database = await open({ limits: { statementTimeoutMs: 60_000 } });
    const busy = database.query(
      raw(
        'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 3000000) SELECT count(*) FROM c',
      ),
      HEAVY,
    );
    let turns = 0;
    const isOver = busy.then(() => true);
    while (!(await Promise.race([isOver, wait(1, false)]))) turns += 1;

    expect(turns).toBeGreaterThan(10);
  });

  it('kills a process at the time limit and replaces it', async () => {
    const database = await open({ limits: { statementTimeoutMs: 100, sqliteReaders: 1 } });
    await names(database);
    const [before] = database.readerPids;

    await expect(database.query(ENDLESS, HEAVY)).rejects.toThrow(QueryTimeout);

    expect(await names(database)).toEqual([]);
    expect(database.readerPids).toHaveLength(1);
    expect(database.readerPids).not.toContain(before);
  });

  it('uses another process after one was killed during a read or while idle', async () => {
    const database = await open({ limits: { sqliteReaders: 1 } });
    await names(database);
    const [first = 0] = database.readerPids;
    const reading = names(database);
    process.kill(first, 'SIGKILL');

    expect(await reading).toEqual([]);
    const [second = 0] = database.readerPids;
    process.kill(second, 'SIGKILL');
    await gone(second);

    expect(await names(database)).toEqual([]);
    expect([first, second]).not.toContain(database.readerPids[0]);
  });

  it('throws StoreBusy when no process becomes free in time or the queue is full', async () => {
    const limits = { statementTimeoutMs: 2000, sqliteReaders: 1, acquireTimeoutMs: 100, queueMaximum: 1 };
    const database = await open({ limits });
    await names(database);
    const running = database.query(ENDLESS, HEAVY).catch((error: unknown) => error);
    const waiting = names(database).catch((error: unknown) => error);

    await expect(names(database)).rejects.toThrow(StoreBusy);
    expect(await waiting).toBeInstanceOf(StoreBusy);
    expect(await running).toBeInstanceOf(QueryTimeout);
    expect(await names(database)).toEqual([]);
  });

  it('serves all queued reads when a process becomes free', async () => {
    const database = await open({ limits: { sqliteReaders: 1, acquireTimeoutMs: 60_000 } });

    expect(await Promise.all(Array.from({ length: 20 }, () => names(database)))).toHaveLength(20);
    expect(database.readerPids).toHaveLength(1);
  });

  it('close() ends all processes, also during a read', async () => {
    const database = await open();
    await Promise.all([names(database), names(database)]);
    const pids = database.readerPids;
    const reading = expect(database.query(ENDLESS, HEAVY)).rejects.toThrow('The database is closed.');

    await database.close();

    await reading;
    expect(pids).toHaveLength(2);
    for (const pid of pids) expect(isRunning(pid)).toBe(false);
  });

  it('reads in the process itself with sqliteReaders 0', async () => {
    const database = await open({ limits: { sqliteReaders: 0 } });

    expect(await names(database)).toEqual([]);
    expect(database.readerPids).toEqual([]);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function gone(pid: number): Promise<void> {
  while (isRunning(pid)) await wait(5);
}
