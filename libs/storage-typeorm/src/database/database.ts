import { DataSource, type DataSourceOptions, type Logger } from 'typeorm';
import { StoreUnavailable, UnknownOutcome } from '@content-service/entries';
import type { Dialect } from '../dialects/dialect.js';
import { dialectOf } from '../dialects/index.js';
import { OneAtATime } from './one-at-a-time.js';
import { withRetries } from './retry.js';
import { Session } from './session.js';
import { raw, type Sql } from './sql.js';

/**
 * Finds out whether a transaction was committed whose COMMIT was never confirmed. It must read with a lock, so that it
 * waits for a COMMIT that is still going on.
 */
export type Settle = (session: Session) => Promise<'stored' | 'not stored' | 'unknown'>;

/** The connections to one database, and the rules by which they are used. */
export class Database {
  readonly dialect: Dialect;
  readonly writer: DataSource;
  private readonly reader: DataSource;
  private readonly queue = new OneAtATime();

  /** @param logger sees every statement before it is sent */
  constructor(url: string, logger?: Logger) {
    this.dialect = dialectOf(url);
    const { writer, reader } = this.dialect.options(url);
    const source = (options: DataSourceOptions): DataSource =>
      new DataSource({ ...options, ...(logger === undefined ? {} : { logger }) });
    this.writer = source(writer);
    this.reader = reader === undefined ? this.writer : source(reader);
  }

  async open(): Promise<void> {
    await withRetries(this.dialect, async () => {
      if (!this.writer.isInitialized) await this.writer.initialize();
      if (!this.reader.isInitialized) await this.reader.initialize();
    });
  }

  async close(): Promise<void> {
    if (this.writer.isInitialized) await this.lookAtStatistics();
    await this.exclusively(async () => {
      if (this.reader !== this.writer && this.reader.isInitialized) await this.reader.destroy();
      if (this.writer.isInitialized) await this.writer.destroy();
    });
  }

  /**
   * A connection learns of statistics when it is opened, so at the end of one life they are made for the next. They are a
   * help and nothing else: if somebody is in the way, it is left to the next time.
   */
  async lookAtStatistics(): Promise<void> {
    const { lookAtStatistics } = this.dialect;
    if (lookAtStatistics !== undefined) await this.run(lookAtStatistics).catch(() => undefined);
  }

  /** Reads what is committed. */
  rows<Found>(statement: Sql): Promise<Found[]> {
    return withRetries(this.dialect, () => using(this.reader, (session) => session.rows<Found>(statement)));
  }

  /**
   * One change that stands on its own.
   *
   * @returns how many rows it changed
   * @throws UnknownOutcome when the connection broke before the answer
   */
  run(statement: Sql): Promise<number> {
    return withRetries(this.dialect, () =>
      this.exclusively(() => using(this.writer, (session) => session.run(statement))).catch(
        (error: unknown) => {
          throw this.dialect.faultOf(error) === 'lost' ? new UnknownOutcome(error) : error;
        },
      ),
    );
  }

  /** Changes one after the other, each for itself, such as those of tables. */
  async runAll(statements: readonly Sql[]): Promise<void> {
    for (const statement of statements) await this.run(statement);
  }

  /**
   * Makes all changes of a task or none. The task may be run again from the start, so it must not do anything else.
   *
   * @param settle decides what became of a COMMIT that was never confirmed
   * @throws UnknownOutcome when nobody can tell whether the changes are stored
   */
  transaction<T>(task: (session: Session) => Promise<T>, settle?: Settle): Promise<T> {
    return withRetries(this.dialect, async () => {
      const attempt = await this.exclusively(() =>
        using(this.writer, (session) => this.attempt(session, task)),
      );
      if (attempt.confirmed) return attempt.result;
      await this.settle(attempt.error, settle);
      return attempt.result;
    });
  }

  /** Runs a task while nobody else writes through this object, where the engine needs that. */
  exclusively<T>(task: () => Promise<T>): Promise<T> {
    return this.dialect.writesOneAtATime ? this.queue.run(task) : task();
  }

  private async attempt<T>(session: Session, task: (session: Session) => Promise<T>): Promise<Attempt<T>> {
    try {
      await session.run(this.dialect.begin);
      const result = await task(session);
      const error = await this.commit(session);
      return error === undefined ? { confirmed: true, result } : { confirmed: false, result, error };
    } catch (error) {
      await session.run(ROLLBACK).catch(() => undefined);
      throw error;
    }
  }

  /** @returns the error that kept the answer from coming; one that says that nothing was stored is thrown */
  private async commit(session: Session): Promise<unknown> {
    try {
      await session.run(COMMIT);
      return undefined;
    } catch (error) {
      const fault = this.dialect.faultOf(error);
      if (fault === 'lost' || (fault === 'unreachable' && !this.dialect.writesOneAtATime)) return error;
      throw error;
    }
  }

  /** @throws the error, so that the transaction is tried again, when nothing was stored */
  private async settle(error: unknown, settle: Settle | undefined): Promise<void> {
    if (settle === undefined) throw new UnknownOutcome(error);
    const outcome = await this.transaction(settle).catch((cause: unknown) => {
      throw cause instanceof StoreUnavailable ? new UnknownOutcome(cause) : cause;
    });
    if (outcome === 'unknown') throw new UnknownOutcome(error);
    if (outcome === 'not stored') throw error;
  }
}

type Attempt<T> =
  | { readonly confirmed: true; readonly result: T }
  | { readonly confirmed: false; readonly result: T; readonly error: unknown };

const COMMIT = raw('COMMIT');
const ROLLBACK = raw('ROLLBACK');

async function using<T>(source: DataSource, task: (session: Session) => Promise<T>): Promise<T> {
  const runner = source.createQueryRunner();
  try {
    return await task(new Session(source, runner));
  } finally {
    await runner.release();
  }
}
