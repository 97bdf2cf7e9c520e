import { jest } from '@jest/globals';
import { Database } from '../database/database.js';
import { raw, sql } from '../database/sql.js';
import { describeOnEngine } from '../testing/test-engines.js';
import { createLeases, type Lease, withLease } from './lease.js';

await describeOnEngine('withLease', (engine) => {
  const open: Database[] = [];
  let url: string;
  let database: Database;

  const connect = async (): Promise<Database> => {
    const connected = new Database(url);
    open.push(connected);
    await connected.open();
    return connected;
  };
  const expire = (): Promise<number> => database.execute(raw('UPDATE lease SET expires_at = 0'));
  const readExpiry = async (): Promise<number> => {
    const [row] = await database.query<{ expires_at: number }>(sql`SELECT expires_at FROM lease`);
    return row?.expires_at ?? 0;
  };
  beforeEach(async () => {
    url = await engine.create();
    database = await connect();
    await createLeases(database);
  });
  afterEach(async () => {
    for (const connected of open.splice(0)) await connected.close();
  });

  it('gives each holder a greater token than the last', async () => {
    const tokens: number[] = [];
    for (let n = 0; n < 3; n += 1)
      await withLease(database, 'schema', (lease) => Promise.resolve(tokens.push(lease.token)));

    expect(tokens).toEqual([1, 2, 3]);
  });

  it('refuses the transaction of a holder whose lease another process has taken over', async () => {
    const other = await connect();

    await withLease(database, 'schema', async (outdated) => {
      await expire();
      await withLease(other, 'schema', async (lease) => {
        expect(lease.token).toBe(outdated.token + 1);
        await expect(store(database, outdated)).rejects.toThrow('The database cannot be reached');
        await expect(outdated.renew()).rejects.toThrow('The database cannot be reached');
        await store(other, lease);
      });
    });
  });

  it('renews the lease by a timer while one statement of the work takes longer than it lasts', async () => {
    jest.useFakeTimers({ doNotFake: [...TIMERS_OF_DRIVERS] });
    await withLease(database, 'schema', async () => {
      await expire();

      jest.advanceTimersByTime(7000);

      while ((await readExpiry()) === 0) await new Promise((resolve) => setImmediate(resolve));
    });
    jest.useRealTimers();

    expect(await readExpiry()).toBeGreaterThan(0);
  });

  it('adds tokens to a table of leases without them', async () => {
    await database.execute(raw('ALTER TABLE lease DROP COLUMN token'));
    await database.execute(raw("INSERT INTO lease (name, holder, expires_at) VALUES ('schema', NULL, 0)"));

    await createLeases(database);

    expect(await withLease(database, 'schema', ({ token }) => Promise.resolve(token))).toBe(1);
  });
});

/** Everything but `setInterval`. */
const TIMERS_OF_DRIVERS = [
  ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
  ...(['setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] as const),
] as const;

/** A transaction that only the holder of the lease may make. */
function store(database: Database, lease: Lease): Promise<void> {
  return database.transaction((connection) => lease.assertHeld(connection));
}
