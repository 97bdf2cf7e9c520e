import { StoreUnavailable } from '@content-service/entries';
import { describeOnEngines } from '../testing/test-engines.js';
import { Database } from './database.js';
import { raw, sql } from './sql.js';
import { insert } from './statements.js';

await describeOnEngines('Database', (engine) => {
  let database: Database;

  beforeAll(async () => {
    database = new Database(await engine.create());
    await database.open();
    await database.run(raw('CREATE TABLE stock (id INTEGER NOT NULL PRIMARY KEY, amount INTEGER NOT NULL)'));
  });
  afterAll(() => database.close());
  beforeEach(() => database.run(raw('DELETE FROM stock')));

  const amounts = async (): Promise<number[]> => {
    const rows = await database.rows<{ amount: number }>(raw('SELECT amount FROM stock ORDER BY id'));
    return rows.map(({ amount }) => amount);
  };

  it('does not let a transaction that fails take the row of another with it', async () => {
    const failing = database.transaction(async (session) => {
      await session.run(insert('stock', [{ id: 1, amount: 1 }]));
      await Promise.resolve();
      throw new Error('changed my mind');
    });
    const kept = database.transaction((session) => session.run(insert('stock', [{ id: 2, amount: 2 }])));

    await expect(failing).rejects.toThrow('changed my mind');
    await kept;
    expect(await amounts()).toEqual([2]);
  });

  it('shows readers nothing that is not committed', async () => {
    const seen = await database.transaction(async (session) => {
      await session.run(insert('stock', [{ id: 1, amount: 1 }]));
      return amounts();
    });

    expect(seen).toEqual([]);
    expect(await amounts()).toEqual([1]);
  });

  it('lets twenty writers wait for each other', async () => {
    await database.run(insert('stock', [{ id: 1, amount: 0 }]));

    await Promise.all(
      Array.from({ length: 20 }, () =>
        database.transaction(async (session) => {
          const [row] = await session.rows<{ amount: number }>(
            sql`SELECT amount FROM stock WHERE id = 1 ${database.dialect.forUpdate}`,
          );
          await session.run(sql`UPDATE stock SET amount = ${(row?.amount ?? 0) + 1} WHERE id = 1`);
        }),
      ),
    );

    expect(await amounts()).toEqual([20]);
  });

  it('does a transaction again that another was in the way of', async () => {
    await database.run(
      insert('stock', [
        { id: 1, amount: 0 },
        { id: 2, amount: 0 },
      ]),
    );
    const inOrder = (...ids: readonly number[]): Promise<void> =>
      database.transaction(async (session) => {
        for (const id of ids) await session.run(sql`UPDATE stock SET amount = amount + 1 WHERE id = ${id}`);
      });

    await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? inOrder(1, 2) : inOrder(2, 1))));

    expect(await amounts()).toEqual([10, 10]);
  });

  it('keeps whole numbers of 64 bits exact', async () => {
    await database.run(raw('CREATE TABLE exact (n BIGINT NOT NULL)'));
    await database.run(sql`INSERT INTO exact (n) VALUES (${9_007_199_254_740_993n})`);

    const found = await database.rows(sql`SELECT 1 FROM exact WHERE n = ${9_007_199_254_740_993n}`);
    const near = await database.rows(sql`SELECT 1 FROM exact WHERE n = ${9_007_199_254_740_992n}`);

    expect([found.length, near.length]).toEqual([1, 0]);
  });
});

describe('Database', () => {
  it('says that the store is unavailable when nobody answers', async () => {
    const database = new Database('mysql://root@127.0.0.1:1/nothing');

    await expect(database.open()).rejects.toThrow(StoreUnavailable);
  });

  it.each([
    ['postgres://localhost/content', "DATABASE_URL begins with 'postgres:'"],
    ['content.sqlite', 'DATABASE_URL'],
    ['sqlite::memory:', 'DATABASE_URL: SQLite needs a file'],
    ['sqlite:', 'DATABASE_URL: SQLite needs a file'],
  ])('refuses %s by naming DATABASE_URL', (url, message) => {
    expect(() => new Database(url)).toThrow(message);
  });
});
