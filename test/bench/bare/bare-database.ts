import Sqlite, { type Statement } from 'better-sqlite3';
import { createPool, type Pool, type PoolConnection } from 'mysql2/promise';

export type SqlValue = string | number | Buffer | null;

/** Runs one statement and gives its rows; of one that changes something, the number of rows as `changes`. */
export type Run = <Row = { changes: number }>(
  statement: string,
  values?: readonly SqlValue[],
) => Promise<Row[]>;

/** A driver, and as little around it as can be. */
export interface BareDatabase {
  readonly run: Run;
  transaction<T>(act: (run: Run) => Promise<T>): Promise<T>;
}

export function openBare(url: string): BareDatabase {
  return url.startsWith('sqlite:') ? openSqlite(url.slice('sqlite:'.length)) : openMysql(url);
}

/** The settings of durability are those of the service; a transaction runs without letting another begin. */
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
  const transaction = <T>(act: (run: Run) => Promise<T>): Promise<T> => {
    const result = last.then(async () => {
      database.exec('BEGIN IMMEDIATE');
      try {
        const value = await act(run);
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
  const transaction = async <T>(act: (run: Run) => Promise<T>): Promise<T> => {
    const connection = await pool.getConnection();
    try {
      await connection.query('START TRANSACTION');
      const value = await act(runOn(connection));
      await connection.query('COMMIT');
      return value;
    } catch (error) {
      await connection.query('ROLLBACK');
      throw error;
    } finally {
      connection.release();
    }
  };
  return { run: runOn(pool), transaction };
}
