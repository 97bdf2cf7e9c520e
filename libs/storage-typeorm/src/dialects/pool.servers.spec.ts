import { StoreBusy } from '@content-service/entries';
import { Database } from '../database/database.js';
import type { DatabaseObserver } from '../database/database-observer.js';
import { raw, type Sql, sql } from '../database/sql.js';
import { testServer } from '../testing/test-engines.js';

const server = await testServer();
const isPostgres = server.name === 'PostgreSQL';
const sleep = (seconds: number): Sql =>
  raw(`SELECT ${isPostgres ? 'pg_sleep' : 'SLEEP'}(${seconds}) AS slept`);

/** Selects the time limit of statements in this session, in seconds. */
const LIMIT: Readonly<Record<string, string>> = {
  MariaDB: '@@max_statement_time',
  MySQL: '@@max_execution_time / 1000',
  PostgreSQL: "extract(epoch FROM CAST(current_setting('statement_timeout') AS INTERVAL))",
};

describe('the pool of connections to a server', () => {
  const opened: Database[] = [];
  let url: string;
  beforeAll(async () => {
    url = await server.create();
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });
  afterAll(() => server.dropAll());

  const open = async (
    limits: NonNullable<ConstructorParameters<typeof Database>[1]>['limits'],
    observer?: DatabaseObserver,
  ): Promise<Database> => {
    const database = new Database(url, { limits, observer });
    opened.push(database);
    await database.open();
    return database;
  };
  const outcomeOf = (reading: Promise<unknown>): Promise<unknown> => reading.catch((error: unknown) => error);

  it('refuses a request that waits too long for a connection, and one too many in the queue', async () => {
    const database = await open({ poolSize: 1, queueMaximum: 1, acquireTimeoutMs: 100 });
    const running = database.query(sleep(1));
    const waiting = outcomeOf(database.query(sql`SELECT 1`));
    const surplus = outcomeOf(database.query(sql`SELECT 1`));

    expect(await surplus).toBeInstanceOf(StoreBusy);
    expect(await waiting).toBeInstanceOf(StoreBusy);
    expect(await running).toHaveLength(1);
  });

  it('does not lose the connection that comes after a request gave up', async () => {
    const database = await open({ poolSize: 1, queueMaximum: 10, acquireTimeoutMs: 50 });
    for (let round = 0; round < 3; round++) {
      const running = database.query(sleep(0.3));
      expect(await outcomeOf(database.query(sql`SELECT 1`))).toBeInstanceOf(StoreBusy);
      await running;
      expect(await database.query(sql`SELECT 1`)).toHaveLength(1);
    }
  });

  it('gives the connection to the request that waits, within its time', async () => {
    const database = await open({ poolSize: 1, queueMaximum: 10, acquireTimeoutMs: 30_000 });

    const answers = await Promise.all([1, 2, 3].map(() => database.query(sleep(0.05))));

    expect(answers).toHaveLength(3);
  });

  it('reports its connections, and the requests that wait or are refused', async () => {
    const waits: [string, string][] = [];
    const states = new Map<string, () => object>();
    const database = await open(
      { poolSize: 2, queueMaximum: 1, acquireTimeoutMs: 30_000 },
      {
        onStatement: () => undefined,
        onRetry: () => undefined,
        onPool: (pool, readState) => states.set(pool, readState),
        onWait: (pool, _, outcome) => waits.push([pool, outcome]),
      },
    );
    await database.query(sql`SELECT 1`);
    expect(waits).toEqual([]);

    const running = [1, 2, 3].map(() => database.query(sleep(0.5)));
    const surplus = outcomeOf(database.query(sql`SELECT 1`));
    await new Promise((resolve) => setTimeout(resolve, 200));

    expect(states.get('requests')?.()).toEqual({ used: 2, idle: 0, pending: 1, maximum: 2 });
    await Promise.all([...running, surplus]);
    expect(waits).toEqual([
      ['requests', 'refused'],
      ['requests', 'acquired'],
    ]);
    expect(states.get('requests')?.()).toEqual({ used: 0, idle: 2, pending: 0, maximum: 2 });
  });

  it('has the time limit of statements in every session, and none for maintenance', async () => {
    const database = await open({ statementTimeoutMs: 1500 });
    const maintenance = database.forMaintenance();
    opened.push(maintenance);
    await maintenance.open();
    const asked = raw(`SELECT ${LIMIT[server.name] ?? ''} AS seconds`);

    const [limited] = await database.query<{ seconds: unknown }>(asked);
    const [unlimited] = await maintenance.query<{ seconds: unknown }>(asked);

    expect([Number(limited?.seconds), Number(unlimited?.seconds)]).toEqual([1.5, 0]);
  });
});
