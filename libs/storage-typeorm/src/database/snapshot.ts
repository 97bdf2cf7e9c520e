import { DataSource } from 'typeorm';
import { StoreUnavailable } from '@content-service/entries';
import type { ProgressMonitor } from '@content-service/kernel';
import { getDialect } from '../dialects/index.js';
import { type Database, DEFAULT_LIMITS } from './database.js';
import { ReadOnlyDatabase } from './read-only-database.js';
import { createConnection } from './connection-manager.js';
import { EventLoopTurns } from './event-loop-turns.js';
import type { DbConnection } from './sql.js';
import { TypeOrmStatementRunner } from './typeorm-statement-runner.js';

/** One connection, and no time limit of statements. */
const LIMITS = { ...DEFAULT_LIMITS, poolSize: 1, sqliteReaders: 0 };

/** Reads of one transaction, which sees the database as of one moment. It is not opened and not closed. */
class SnapshotDatabase extends ReadOnlyDatabase {
  constructor(
    url: string,
    private readonly connection: DbConnection,
  ) {
    super(url, { limits: LIMITS });
  }

  /** Not repeated after a fault: another transaction would see another moment. */
  override async read<T>(task: (connection: DbConnection) => Promise<T>): Promise<T> {
    try {
      return await task(this.connection);
    } catch (error) {
      throw this.dialect.classifyError(error) === 'lost' ? new StoreUnavailable(error) : error;
    }
  }
}

/** @param read reads through the database that it gets, which shows what was committed at the beginning */
export function readSnapshot<T>(url: string, read: (snapshot: Database) => Promise<T>): Promise<T> {
  return withSnapshot(url, (connection) => read(new SnapshotDatabase(url, connection)));
}

/** The part of a connection of better-sqlite3 that copies its database. */
interface CopyableDatabase {
  backup(
    file: string,
    options: { progress(state: { totalPages: number; remainingPages: number }): number },
  ): Promise<unknown>;
}

/** Between two steps the event loop runs. 8 MiB with pages of 8 KiB. */
const PAGES_OF_A_STEP = 1024;

/**
 * Copies a SQLite database by its online backup API, https://www.sqlite.org/backup.html. The transaction keeps it from
 * starting again with every write of another connection.
 */
export function copySqlite(url: string, file: string, monitor: ProgressMonitor): Promise<void> {
  return withSnapshot(url, async (connection, source) => {
    // The transaction begins with its first read.
    await connection.query(getDialect(url).tableNames);
    const { databaseConnection } = source.driver as unknown as { databaseConnection: CopyableDatabase };
    let reported: Promise<unknown> = Promise.resolve();
    await databaseConnection.backup(file, {
      progress: ({ totalPages, remainingPages }) => {
        const progress = { phase: 'copy', done: totalPages - remainingPages, total: totalPages };
        reported = reported.then(() => monitor.report(progress));
        return PAGES_OF_A_STEP;
      },
    });
    await reported;
  });
}

/** Runs a task with a connection of its own in a transaction that only reads. */
async function withSnapshot<T>(
  url: string,
  task: (connection: DbConnection, source: DataSource) => Promise<T>,
): Promise<T> {
  const dialect = getDialect(url);
  const { writer, reader = writer } = dialect.options(url, LIMITS, 'ordered');
  const source = new DataSource(reader);
  await source.initialize();
  const runner = source.createQueryRunner();
  const turns = dialect.isSynchronous ? new EventLoopTurns() : undefined;
  const connection = createConnection(source, new TypeOrmStatementRunner(source, runner), { turns });
  try {
    for (const statement of dialect.beginSnapshot) await connection.execute(statement);
    return await task(connection, source);
  } finally {
    await connection.rollback().catch(() => undefined);
    await runner.release();
    await source.destroy();
  }
}
