import { DataSource, type DataSourceOptions, type Logger } from 'typeorm';
import { isStoreFault, sleepWithJitter, UnknownOutcome } from '@content-service/entries';
import type { HostOrder } from '../dialects/host-selector.js';
import type { DatabaseLimits, Dialect } from '../dialects/dialect.js';
import { getDialect } from '../dialects/index.js';
import { BulkWriter } from './bulk-writer.js';
import { createConnection } from './connection-manager.js';
import { EventLoopTurns } from './event-loop-turns.js';
import type { DbConnection, Measure, Sql } from './sql.js';
import { createMeasure, type DatabaseObserver, observePool } from './database-observer.js';
import { Mutex } from './mutex.js';
import { ReaderPool } from './reader-pool.js';
import { withRetries } from './retries.js';
import { attemptTransaction, type TransactionAttempt } from './transaction-attempt.js';
import { TypeOrmStatementRunner } from './typeorm-statement-runner.js';
import type { Migration } from '../entities/migration.js';

/**
 * Determines whether a transaction without a confirmed COMMIT is stored. It must read with a lock, so that it waits for a
 * COMMIT in progress.
 */
export type InDoubtResolver = (connection: DbConnection) => Promise<'stored' | 'not stored' | 'unknown'>;

/** For transactions that may be done twice, because keys, versions or leases decide whether the second changes anything. */
export const repeatInDoubt: InDoubtResolver = () => Promise.resolve('not stored');

export interface DatabaseOptions {
  /** Receives every statement before it is sent. */
  readonly logger?: Logger | undefined;
  /** Missing limits are those of `DEFAULT_LIMITS`. */
  readonly limits?: Partial<DatabaseLimits>;
  /** Which of several hosts connections go to; default `ordered`. */
  readonly hostOrder?: HostOrder | undefined;
  /** Receives measurements. */
  readonly observer?: DatabaseObserver | undefined;
  /** The name of the pool in measurements; default `requests`. */
  readonly poolName?: string | undefined;
  /** Run after those of the library: a later version of the schema, such as one that an upgrade is rehearsed with. */
  readonly laterMigrations?: readonly Migration[];
}

export interface ReadOptions {
  /**
   * The statement may look at much (`isHeavyPage`). Where the driver would block the process it runs in another one,
   * with the time limit of statements.
   */
  readonly heavy?: boolean;
  /** Part of maintenance: a heavy statement may take as long as it needs. */
  readonly unlimited?: boolean;
}

export interface TransactionOptions {
  /** The task writes many rows. Where the driver would block the process meanwhile, it writes them in a thread. */
  readonly bulk?: boolean;
}

/** The connections to one database, and the rules by which they are used. */
export class Database {
  readonly dialect: Dialect;
  readonly writer: DataSource;
  private readonly reader: DataSource;
  private readonly readerPool: ReaderPool | undefined;
  private readonly bulkWriter: BulkWriter | undefined;
  private readonly writeMutex = new Mutex();
  private readonly turns: EventLoopTurns | undefined;
  readonly limits: DatabaseLimits;
  private readonly hostCount: number;
  private readonly logger: Logger | undefined;
  readonly observer: DatabaseObserver | undefined;
  private readonly measure: Measure | undefined;

  constructor(
    private readonly url: string,
    private readonly options: DatabaseOptions = {},
  ) {
    const { logger, limits = {}, observer, laterMigrations = [] } = options;
    const { hostOrder = 'ordered', poolName = REQUEST_POOL } = options;
    this.logger = logger;
    this.observer = observer;
    this.limits = { ...DEFAULT_LIMITS, ...limits };
    this.dialect = getDialect(url);
    this.measure = observer === undefined ? undefined : createMeasure(observer, this.dialect);
    this.turns = this.dialect.isSynchronous ? new EventLoopTurns() : undefined;
    const pool = observer && observePool(observer, poolName);
    const { writer, reader, ...connections } = this.dialect.options(url, this.limits, hostOrder, pool);
    const { readerProcess, writerThread, hostCount = 1, readHosts } = connections;
    if (hostCount > 1 && poolName === REQUEST_POOL && readHosts !== undefined) observer?.onHosts?.(readHosts);
    this.hostCount = hostCount;
    const source = (options: DataSourceOptions): DataSource =>
      new DataSource({ ...options, ...(logger === undefined ? {} : { logger }) });
    const migrations = [...Object.values(writer.migrations ?? []), ...laterMigrations];
    this.writer = source({ ...writer, migrations });
    // Repositories take their entities from the writer.
    this.reader = reader ? source({ ...reader, entities: [] }) : this.writer;
    if (readerProcess !== undefined && this.limits.sqliteReaders > 0)
      this.readerPool = new ReaderPool(readerProcess, this.limits, {
        measure: this.measure,
        observer: observer && observePool(observer, 'readers'),
      });
    if (writerThread !== undefined) this.bulkWriter = new BulkWriter(writerThread, logger);
  }

  /**
   * Connections for long work: changes of tables, indexes, migrations, verification. For a server, a small pool without the
   * time limit of statements; for SQLite, this object itself, because only reads of requests are limited.
   */
  forMaintenance(): Database {
    if (this.dialect.singleWriter) return this;
    const poolSize = Math.min(this.limits.poolSize, MAINTENANCE_CONNECTIONS);
    const limits = { ...this.limits, poolSize, statementTimeoutMs: 0 };
    return new Database(this.url, { ...this.options, limits, poolName: 'maintenance' });
  }

  /** The ids of the processes that run heavy reads at the moment. */
  get readerPids(): readonly number[] {
    return this.readerPool?.pids ?? [];
  }

  async open(): Promise<void> {
    await this.retried(async () => {
      if (!this.writer.isInitialized) await this.writer.initialize();
      if (!this.reader.isInitialized) await this.reader.initialize();
    });
  }

  async close(): Promise<void> {
    await this.readerPool?.close();
    if (this.writer.isInitialized) await this.analyze();
    await this.exclusively(async () => {
      await this.bulkWriter?.close();
      if (this.reader !== this.writer && this.reader.isInitialized) await this.reader.destroy();
      if (this.writer.isInitialized) await this.writer.destroy();
    });
  }

  /**
   * Updates the statistics of the query planner, which connections read when they are opened. Best effort: errors are
   * ignored, and the next call tries again.
   */
  async analyze(): Promise<void> {
    const { analyze } = this.dialect;
    if (analyze !== undefined) await this.execute(analyze).catch(() => undefined);
  }

  /**
   * Reads what is committed.
   *
   * @throws StoreUnavailable, StoreBusy, QueryTimeout
   */
  query<Found>(statement: Sql, { heavy = false, unlimited = false }: ReadOptions = {}): Promise<Found[]> {
    const { readerPool } = this;
    if (!heavy || readerPool === undefined)
      return this.read((connection) => connection.query<Found>(statement));
    return this.retried(async () => {
      await this.turns?.beforeStatement();
      this.logger?.logQuery(statement.text, [...statement.values]);
      return readerPool.query<Found>(statement, unlimited ? 0 : this.limits.statementTimeoutMs);
    });
  }

  /** Reads what is committed by the statements of a task, which may be run again. @throws as `query` */
  read<T>(task: (connection: DbConnection) => Promise<T>): Promise<T> {
    return this.retried(() => this.withConnection(this.reader, task));
  }

  /** One change that stands on its own. @returns how many rows it changed @throws as `change` */
  execute(statement: Sql): Promise<number> {
    return this.change((connection) => connection.execute(statement));
  }

  /**
   * @param task sends one statement, without a transaction
   * @throws UnknownOutcome when the connection broke before the answer
   */
  change<T>(task: (connection: DbConnection) => Promise<T>): Promise<T> {
    return this.retried(() =>
      this.exclusively(() => this.withConnection(this.writer, task)).catch((error: unknown) => {
        throw this.dialect.classifyError(error) === 'lost' ? new UnknownOutcome(error) : error;
      }),
    );
  }

  /** As `Dialect.deleteFirst`. @returns how many rows were deleted */
  deleteFirst(...first: Parameters<Dialect['deleteFirst']>): Promise<number> {
    return this.execute(this.dialect.deleteFirst(...first));
  }

  /** Changes one after the other, each for itself, such as those of tables. */
  async executeAll(statements: readonly Sql[]): Promise<void> {
    for (const statement of statements) await this.execute(statement);
  }

  /**
   * Makes all changes of a task or none. The task may be run again from the start, so it must not do anything else.
   *
   * @param resolver determines the outcome of a COMMIT that was not confirmed
   * @throws UnknownOutcome when it cannot be determined whether the changes are stored
   */
  transaction<T>(
    task: (connection: DbConnection) => Promise<T>,
    resolver?: InDoubtResolver,
    { bulk = false }: TransactionOptions = {},
  ): Promise<T> {
    const { bulkWriter } = this;
    const attemptTask = (connection: DbConnection): Promise<TransactionAttempt<T>> =>
      attemptTransaction(connection, this.dialect, task);
    return this.retried(async () => {
      const attempt = await this.exclusively(() =>
        bulk && bulkWriter !== undefined
          ? this.withBulkConnection(bulkWriter, attemptTask)
          : this.withConnection(this.writer, attemptTask),
      );
      if (attempt.confirmed) return attempt.result;
      await this.resolveInDoubt(attempt.error, resolver);
      return attempt.result;
    });
  }

  /** @throws StoreUnavailable, StoreBusy, QueryTimeout, StorageFull, as `withRetries` does */
  retried<T>(attempt: () => Promise<T>): Promise<T> {
    const { hostCount, observer } = this;
    const { statementTimeoutMs } = this.limits;
    return withRetries(this.dialect, attempt, { statementTimeoutMs, observer, hostCount });
  }

  /** Runs a task without parallel writes through this object, where the engine has a single writer. */
  exclusively<T>(task: () => Promise<T>): Promise<T> {
    return this.dialect.singleWriter ? this.writeMutex.run(task) : task();
  }

  private async withConnection<T>(
    source: DataSource,
    task: (connection: DbConnection) => Promise<T>,
  ): Promise<T> {
    const { turns, measure } = this;
    const runner = source.createQueryRunner();
    try {
      // Galera can take back a transaction between two statements of a batch; those behind would be stored without it.
      const sendsBatches = this.dialect.sendsBatches && this.hostCount === 1;
      const statementRunner = new TypeOrmStatementRunner(source, runner, sendsBatches ? 1 : 0);
      return await task(createConnection(this.writer, statementRunner, { turns, measure }));
    } finally {
      await runner.release();
    }
  }

  private withBulkConnection<T>(
    writer: BulkWriter,
    task: (connection: DbConnection) => Promise<T>,
  ): Promise<T> {
    const { measure } = this;
    return writer.run((runner) => task(createConnection(this.writer, runner, { measure })));
  }

  /** @throws the error, so that the transaction is tried again, when nothing was stored */
  private async resolveInDoubt(error: unknown, resolver: InDoubtResolver | undefined): Promise<void> {
    if (resolver === undefined) throw new UnknownOutcome(error);
    if (resolver === repeatInDoubt) throw error;
    const outcome = await this.determineOutcome(resolver);
    if (outcome === 'unknown') throw new UnknownOutcome(error);
    if (outcome === 'not stored') throw error;
  }

  /** Tries for some time, because the database may be starting again. A resolver leaves nothing behind, so it can be repeated. */
  private async determineOutcome(resolver: InDoubtResolver): ReturnType<InDoubtResolver> {
    const deadline = performance.now() + this.limits.inDoubtTimeoutMs;
    for (;;) {
      try {
        return await this.transaction(resolver, repeatInDoubt);
      } catch (error) {
        if (!isStoreFault(error)) throw error;
        if (performance.now() >= deadline) throw new UnknownOutcome(error);
      }
      await sleepWithJitter(IN_DOUBT_PAUSE_MS);
    }
  }
}

const REQUEST_POOL = 'requests';

/** One maintenance task runs at a time; others poll its lease. */
const MAINTENANCE_CONNECTIONS = 4;

const IN_DOUBT_PAUSE_MS = 300;

/**
 * Requests that wait at most for a connection, or for a reader process of SQLite. With ten connections and statements of up
 * to 200 ms, the last of them gets its turn within the time limit; more would wait in vain.
 */
const QUEUE_MAXIMUM = 100;

/** Longer than any wait for a healthy database, and short enough for a client to try again within its own time limit. */
const ACQUIRE_TIMEOUT_MS = 2000;

/** No time limit, for commands and tools; the service sets one. */
export const DEFAULT_LIMITS: DatabaseLimits = {
  statementTimeoutMs: 0,
  poolSize: 10,
  queueMaximum: QUEUE_MAXIMUM,
  acquireTimeoutMs: ACQUIRE_TIMEOUT_MS,
  inDoubtTimeoutMs: 10_000,
  sqliteReaders: 2,
  // With fewer entries of a type, all rows of a group are sorted as fast.
  largeType: 10_000,
};
