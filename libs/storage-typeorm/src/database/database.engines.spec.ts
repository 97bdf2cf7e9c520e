import { QueryTimeout, StorageFull, StoreUnavailable, UnknownOutcome } from '@content-service/entries';
import { describeOnEngine, sqliteEngine } from '../testing/test-engines.js';
import { Database } from './database.js';
import { withRetries } from './retries.js';
import { Mutex } from './mutex.js';
import { insertStatement, insertStatements } from './insert.js';
import { raw, type Sql, sql } from './sql.js';
import { jest } from '@jest/globals';
import { mysql } from '../dialects/mysql.js';

/** Statements that fail as one does on a server that became read-only. */
const READ_ONLY_FAULTS: Readonly<Record<string, string>> = {
  MariaDB: "SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = 1290",
  PostgreSQL: "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '25006'; END $$",
};

await describeOnEngine('Database', (engine) => {
  let database: Database;
  let url: string;

  beforeAll(async () => {
    url = await engine.create();
    database = new Database(url);
    await database.open();
    await database.execute(
      raw('CREATE TABLE stock (id INTEGER NOT NULL PRIMARY KEY, amount INTEGER NOT NULL)'),
    );
  });
  afterAll(() => database.close());
  beforeEach(() => database.execute(raw('DELETE FROM stock')));

  const amounts = async (): Promise<number[]> => {
    const rows = await database.query<{ amount: number }>(raw('SELECT amount FROM stock ORDER BY id'));
    return rows.map(({ amount }) => amount);
  };

  it('keeps the rows of a transaction when a parallel one fails', async () => {
    const failing = database.transaction(async (connection) => {
      await connection.execute(insertStatement('stock', [{ id: 1, amount: 1 }]));
      await Promise.resolve();
      throw new Error('changed my mind');
    });
    const kept = database.transaction((connection) =>
      connection.execute(insertStatement('stock', [{ id: 2, amount: 2 }])),
    );

    await expect(failing).rejects.toThrow('changed my mind');
    await kept;
    expect(await amounts()).toEqual([2]);
  });

  it('stores nothing of a transaction when one of many statements without a result fails', async () => {
    const rows = [...Array(200).keys(), 0].map((id) => ({ id, amount: 1 }));

    const failing = database.transaction(async (connection) => {
      for (const row of rows.reverse()) await connection.defer(insertStatement('stock', [row]));
      for (const row of rows)
        await connection.defer(insertStatement('stock', [{ ...row, id: row.id + 1000 }]));
    });

    await expect(failing).rejects.toThrow();
    expect(await amounts()).toEqual([]);
  });

  it('reads committed rows only', async () => {
    const seen = await database.transaction(async (connection) => {
      await connection.execute(insertStatement('stock', [{ id: 1, amount: 1 }]));
      return amounts();
    });

    expect(seen).toEqual([]);
    expect(await amounts()).toEqual([1]);
  });

  it('serializes twenty parallel writers of one row', async () => {
    await database.execute(insertStatement('stock', [{ id: 1, amount: 0 }]));

    await Promise.all(
      Array.from({ length: 20 }, () =>
        database.transaction(async (connection) => {
          const [row] = await connection.query<{ amount: number }>(
            sql`SELECT amount FROM stock WHERE id = 1 ${database.dialect.forUpdate}`,
          );
          await connection.execute(sql`UPDATE stock SET amount = ${(row?.amount ?? 0) + 1} WHERE id = 1`);
        }),
      ),
    );

    expect(await amounts()).toEqual([20]);
  });

  it('repeats a transaction after a deadlock', async () => {
    await database.execute(
      insertStatement('stock', [
        { id: 1, amount: 0 },
        { id: 2, amount: 0 },
      ]),
    );
    const inOrder = (...ids: readonly number[]): Promise<void> =>
      database.transaction(async (connection) => {
        for (const id of ids)
          await connection.execute(sql`UPDATE stock SET amount = amount + 1 WHERE id = ${id}`);
      });

    await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? inOrder(1, 2) : inOrder(2, 1))));

    expect(await amounts()).toEqual([10, 10]);
  });

  it('keeps whole numbers of 64 bits exact', async () => {
    await database.execute(raw('CREATE TABLE exact (n BIGINT NOT NULL)'));
    await database.execute(sql`INSERT INTO exact (n) VALUES (${9_007_199_254_740_993n})`);

    const found = await database.query(sql`SELECT 1 FROM exact WHERE n = ${9_007_199_254_740_993n}`);
    const near = await database.query(sql`SELECT 1 FROM exact WHERE n = ${9_007_199_254_740_992n}`);

    expect([found.length, near.length]).toEqual([1, 0]);
  });

  it('keeps any text, and finds it', async () => {
    const texts = ['a', 'a\0', 'a\0b', 'a\u0001', 'a\u0001\u0001', 'a\u0001\u0002b', 'b'];
    await database.execute(raw('CREATE TABLE note (place INTEGER NOT NULL PRIMARY KEY, body TEXT NOT NULL)'));
    for (const statement of insertStatements(
      'note',
      texts.map((body, place) => ({ place, body })),
    ))
      await database.execute(statement);

    const stored = await database.query<{ body: string }>(sql`SELECT body FROM note ORDER BY place`);
    const found = await Promise.all(
      texts.map((body) =>
        database.query<{ place: number }>(sql`SELECT place FROM note WHERE body = ${body}`),
      ),
    );

    expect(stored.map(({ body }) => body)).toEqual(texts);
    expect(found.flat().map(({ place }) => place)).toEqual(texts.map((_, place) => place));
  });

  describe('with a time limit of statements', () => {
    let limited: Database;
    beforeAll(async () => {
      limited = new Database(await engine.create(), { limits: { statementTimeoutMs: 100 } });
      await limited.open();
      await limited.execute(raw('CREATE TABLE digit (n INTEGER NOT NULL PRIMARY KEY)'));
      await limited.execute(
        insertStatement(
          'digit',
          Array.from({ length: 10 }, (_, n) => ({ n })),
        ),
      );
    });
    afterAll(() => limited.close());

    /** Counts ten to the power of some number, one by one. */
    const counting = (tables: number): Sql => {
      const [names, sum] = [
        Array.from({ length: tables }, (_, n) => `d${n}`),
        'SUM(CASE WHEN d0.n * 2 >= 0 THEN 1 ELSE 0 END)',
      ];
      return raw(`SELECT ${sum} AS total FROM ${names.map((name) => `digit ${name}`).join(', ')}`);
    };

    it('ends a read that exceeds it, and can read again', async () => {
      await expect(limited.query(counting(12), { heavy: true })).rejects.toThrow(QueryTimeout);

      const [row] = await limited.query<{ total: number }>(counting(1), { heavy: true });
      expect(Number(row?.total)).toBe(10);
    });

    it('names the limit and the remedy in the message', async () => {
      await expect(limited.query(counting(12), { heavy: true })).rejects.toMatchObject({
        code: 'query_timeout',
        message: expect.stringMatching(/longer than 100 ms\. Narrow the filter/),
      });
    });

    it('does not limit maintenance', async () => {
      const maintenance = limited.forMaintenance();
      await maintenance.open();

      const [row] = await maintenance.query<{ total: number }>(counting(7), { heavy: true, unlimited: true });

      expect(Number(row?.total)).toBe(10_000_000);
      if (maintenance !== limited) await maintenance.close();
    });
  });

  it('runs the statement that renews the statistics, where there is one', async () => {
    const { analyze = raw('SELECT 1') } = database.dialect;

    await expect(database.execute(analyze)).resolves.toBeDefined();
  });

  // SQLite has no server.
  const readOnlyFault = READ_ONLY_FAULTS[engine.name];
  if (readOnlyFault !== undefined)
    it('leaves no transaction open when the server becomes read-only before COMMIT', async () => {
      const single = new Database(url, { limits: { poolSize: 1 } });
      await single.open();
      const changed = single.transaction(async (connection) => {
        await connection.execute(insertStatement('stock', [{ id: 1, amount: 1 }]));
        await connection.defer(raw(readOnlyFault));
      });
      await expect(changed).rejects.toThrow(UnknownOutcome);

      await single.transaction((connection) =>
        connection.execute(insertStatement('stock', [{ id: 2, amount: 2 }])),
      );

      expect(await amounts()).toEqual([2]);
      await single.close();
    });

  // The other engines go on after a statement that failed.
  if (engine.name !== 'PostgreSQL') return;

  it('reports a transaction that the server rolls back, because one of its statements failed', async () => {
    const changed = database.transaction(async (session) => {
      await session.execute(insertStatement('stock', [{ id: 1, amount: 1 }]));
      await session.query(raw('SELECT nothing FROM stock')).catch(() => undefined);
    });

    await expect(changed).rejects.toThrow('The transaction was rolled back');
    expect(await amounts()).toEqual([]);
  });
});

describe('Database of SQLite, when its file may not grow', () => {
  const engine = sqliteEngine();
  afterAll(() => engine.dropAll());

  it('refuses writes as StorageFull, goes on reading, and writes again when there is room', async () => {
    const database = new Database(await engine.create());
    await database.open();
    await database.execute(raw('CREATE TABLE stock (id INTEGER NOT NULL PRIMARY KEY, name BLOB)'));
    await database.execute(raw('PRAGMA max_page_count = 10'));
    const large = insertStatement('stock', [{ id: 1, name: Buffer.alloc(1_000_000) }]);

    await expect(database.execute(large)).rejects.toThrow(StorageFull);
    await expect(database.transaction((connection) => connection.execute(large))).rejects.toThrow(
      StorageFull,
    );
    expect(await database.query(raw('SELECT id FROM stock'))).toEqual([]);
    await database.execute(insertStatement('stock', [{ id: 2, name: null }]));

    await database.execute(raw('PRAGMA max_page_count = 10000'));
    await database.execute(large);
    expect(await database.query(raw('SELECT id FROM stock ORDER BY id'))).toEqual([{ id: 1 }, { id: 2 }]);
    await database.close();
  });
});

describe('Database', () => {
  it.each(['mysql', 'postgres'])('throws StoreUnavailable when no server answers on %s', async (scheme) => {
    const database = new Database(`${scheme}://root@127.0.0.1:1/nothing`);

    await expect(database.open()).rejects.toThrow(StoreUnavailable);
  });

  it.each([
    ['oracle://localhost/content', "DATABASE_URL begins with 'oracle:'"],
    ['content.sqlite', 'DATABASE_URL'],
    ['sqlite::memory:', 'DATABASE_URL: SQLite needs a file'],
    ['sqlite:', 'DATABASE_URL: SQLite needs a file'],
  ])('refuses %s by naming DATABASE_URL', (url, message) => {
    expect(() => new Database(url)).toThrow(message);
  });
});

describe('Mutex', () => {
  it('runs tasks one after another in the order of the calls', async () => {
    const queue = new Mutex();
    const seen: string[] = [];
    const task = (name: string, ticks: number) => async () => {
      seen.push(`${name} begins`);
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      seen.push(`${name} ends`);
    };

    await Promise.all([queue.run(task('long', 5)), queue.run(task('short', 1))]);

    expect(seen).toEqual(['long begins', 'long ends', 'short begins', 'short ends']);
  });

  it('runs the next task after a failed one, whose error only its caller gets', async () => {
    const queue = new Mutex();

    const failing = queue.run(() => Promise.reject(new Error('out of paper')));
    const next = queue.run(() => Promise.resolve('printed'));

    await expect(failing).rejects.toThrow('out of paper');
    await expect(next).resolves.toBe('printed');
  });
});

const conflict = (): Error => Object.assign(new Error('in the way'), { code: 'ER_LOCK_WAIT_TIMEOUT' });

describe('withRetries', () => {
  let now = 0;
  beforeEach(() => {
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Something that others are in the way of, which it notices after a while. */
  const inTheWay = (noticedAfter: number, times = Infinity): jest.Mock<() => Promise<string>> => {
    let left = times;
    return jest.fn(() => {
      left -= 1;
      if (left < 0) return Promise.resolve('done');
      now += noticedAfter;
      return Promise.reject(conflict());
    });
  };

  it('repeats an attempt after conflicts', async () => {
    await expect(withRetries(mysql, inTheWay(1, 3))).resolves.toBe('done');
  });

  it('counts the waiting time of attempts', async () => {
    const attempt = inTheWay(2000);

    await expect(withRetries(mysql, attempt)).rejects.toThrow(StoreUnavailable);

    expect(attempt).toHaveBeenCalledTimes(6);
  });

  it('repeats an attempt also when the first conflict comes late', async () => {
    await expect(withRetries(mysql, inTheWay(60_000, 1))).resolves.toBe('done');
  });
});
