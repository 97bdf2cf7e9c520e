import Sqlite, { type Statement } from 'better-sqlite3';
import { createPool, type Pool, type PoolConnection } from 'mysql2/promise';
import pg from 'pg';

export type SqlValue = string | number | Buffer | null;

/** Runs one statement. @returns its rows, or the number of changed rows as `changes` */
export type Run = <Row = { changes: number }>(
  statement: string,
  values?: readonly SqlValue[],
) => Promise<Row[]>;

/** A thin wrapper of a database driver. */
export interface BareDatabase {
  readonly run: Run;
  transaction<T>(task: (run: Run) => Promise<T>): Promise<T>;
}

export function openBare(url: string): BareDatabase {
  if (url.startsWith('sqlite:')) return openSqlite(url.slice('sqlite:'.length));
  return url.startsWith('postgres') ? openPostgres(url) : openMysql(url);
}

/** Uses the durability settings of the service; transactions run one at a time. */
function openSqlite(file: string): BareDatabase {
  const database = new Sqlite(file, { timeout: 5000 });
  for (const pragma of ['synchronous = FULL', 'temp_store = MEMORY', 'cache_size = -262144'])
    database.pragma(pragma);
  const statements = new Map<string, Statement>();
  const run: Run = <Row>(text: string, values: readonly SqlValue[] = []) => {
    const statement = statements.get(text) ?? database.prepare(text);
    statements.set(text, statement);
    const rows = statement.reader ? statement.all(...values) : [statement.run(...values)];
    return Promise.resolve(rows as Row[]);
  };
  let last: Promise<unknown> = Promise.resolve();
  const transaction = <T>(task: (run: Run) => Promise<T>): Promise<T> => {
    const result = last.then(async () => {
      database.exec('BEGIN IMMEDIATE');
      try {
        const value = await task(run);
        database.exec('COMMIT');
        return value;
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    });
    last = result.catch(() => undefined);
    return result;
  };
  return { run, transaction };
}

function openMysql(url: string): BareDatabase {
  const pool = createPool({ uri: url, connectionLimit: 10, supportBigNumbers: true });
  const runOn =
    (connection: Pool | PoolConnection): Run =>
    async <Row>(text: string, values: readonly SqlValue[] = []) => {
      const [result] = await connection.execute(text, [...values]);
      return (Array.isArray(result) ? result : [{ changes: result.affectedRows }]) as Row[];
    };
  const transaction = async <T>(task: (run: Run) => Promise<T>): Promise<T> => {
    const connection = await pool.getConnection();
    try {
      return await inTransaction(connection, () => task(runOn(connection)));
    } finally {
      connection.release();
    }
  };
  return { run: runOn(pool), transaction };
}

function openPostgres(url: string): BareDatabase {
  // Counts are whole numbers of 64 bits, which pg gives as texts.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const runOn =
    (connection: pg.Pool | pg.PoolClient): Run =>
    async <Row>(text: string, values: readonly SqlValue[] = []) => {
      let count = 0;
      const { command, rows, rowCount } = await connection.query(
        text.replaceAll('?', () => `$${(count += 1)}`),
        [...values],
      );
      return (command === 'SELECT' ? rows : [{ changes: rowCount }]) as Row[];
    };
  const transaction = async <T>(task: (run: Run) => Promise<T>): Promise<T> => {
    const connection = await pool.connect();
    try {
      return await inTransaction(connection, () => task(runOn(connection)));
    } finally {
      connection.release();
    }
  };
  return { run: runOn(pool), transaction };
}

async function inTransaction<T>(
  connection: { query(statement: string): Promise<unknown> },
  task: () => Promise<T>,
): Promise<T> {
  await connection.query('START TRANSACTION');
  try {
    const value = await task();
    await connection.query('COMMIT');
    return value;
  } catch (error) {
    await connection.query('ROLLBACK');
    throw error;
  }
}
