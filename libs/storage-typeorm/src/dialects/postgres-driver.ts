import pg from 'pg';
import { BATCH_SEPARATOR } from '../database/typeorm-statement-runner.js';
import type { DatabaseLimits } from './dialect.js';
import { CONNECT_TIMEOUT_MS, createRequest, poolBusy, type PoolObserver } from './pool-limits.js';

/**
 * The driver for TypeORM: pg, with connections that have the session settings of this service and read statements as the
 * other drivers do, and with a pool whose queue has a length and a time limit.
 */
export function postgresDriver(limits: DatabaseLimits, observer?: PoolObserver): object {
  // The pool gives a connection to its first request when this is done.
  const onConnect = (client: pg.ClientBase): unknown =>
    client.query(sessionSettings(limits.statementTimeoutMs));
  class LimitedPool extends pg.Pool {
    constructor(options: pg.PoolConfig) {
      super({
        ...options,
        Client: Connection,
        idleTimeoutMillis: IDLE_TIMEOUT_MS,
        onConnect,
      });
      observer?.onPool(() => ({
        used: this.totalCount - this.idleCount,
        idle: this.idleCount,
        pending: this.waitingCount,
        maximum: limits.poolSize,
      }));
    }

    override connect(): Promise<pg.PoolClient>;
    override connect(callback: ConnectCallback): void;
    override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
      if (callback === undefined) return super.connect();
      const free = this.idleCount + this.options.max - this.totalCount;
      const queued = this.waitingCount - free;
      if (queued >= limits.queueMaximum) {
        observer?.onWait(0, 'refused');
        callback(poolBusy('The queue is full.'), undefined, () => undefined);
        return;
      }
      const request = createRequest<pg.PoolClient>(
        (error, client) => {
          callback(error ?? undefined, client, (cause?: Error) => client?.release(cause));
        },
        (client) => {
          client.release();
        },
        observer,
      );
      super.connect(request.settle);
      if (queued >= 0) request.startTimeout(limits.acquireTimeoutMs);
    }
  }
  return { Pool: LimitedPool };
}

type ConnectCallback = Parameters<typeof pg.Pool.prototype.connect>[0];

const IDLE_TIMEOUT_MS = 60_000;

/** Milliseconds that a session waits for a lock. One that waits keeps a connection, so it waits briefly and tries again. */
export const LOCK_TIMEOUT_MS = 2000;

/** The same without a time limit of statements: an index that is built waits for every transaction that began before it. */
const MAINTENANCE_LOCK_TIMEOUT_MS = 60_000;

/** Ends a transaction whose process hangs or is cut off, so that its locks are released. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;

/**
 * Whatever the server's configuration says: these are what the statements here were written for. Joins stay in the order in
 * which they are written (`Dialect.joinInOrder`), because with more than a dozen tables planning would take longer than
 * reading. Compiling a statement (JIT) takes longer than most of them run.
 */
function sessionSettings(statementTimeoutMs: number): string {
  const lockTimeoutMs = statementTimeoutMs === 0 ? MAINTENANCE_LOCK_TIMEOUT_MS : LOCK_TIMEOUT_MS;
  return [
    'SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED',
    `SET statement_timeout = ${statementTimeoutMs}`,
    `SET lock_timeout = ${lockTimeoutMs}`,
    `SET idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_TIMEOUT_MS}`,
    'SET join_collapse_limit = 1',
    'SET jit = off',
    DEADLOCK_TIMEOUT,
  ].join('; ');
}

/**
 * Deadlocks are found after a tenth of a second instead of one, where the role may set that (a superuser, or from PostgreSQL 15
 * on by `GRANT SET ON PARAMETER deadlock_timeout`).
 */
const DEADLOCK_TIMEOUT = `DO $$ BEGIN PERFORM set_config('deadlock_timeout', '100ms', false);
  EXCEPTION WHEN insufficient_privilege THEN NULL; END $$`;

type Query = (statement: unknown, values?: unknown, done?: unknown) => unknown;

/** A connection that takes statements with `?` for parameters, and any text as a value. */
class Connection extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, types: { getTypeParser }, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    const send = this.query.bind(this) as Query;
    const query: Query = (statement, values, done) => {
      if (typeof statement === 'string' && Array.isArray(values) && statement.includes(BATCH_SEPARATOR))
        return this.queryBatch(statement.split(BATCH_SEPARATOR), values);
      const text = typeof statement === 'string' ? numberParameters(statement) : statement;
      const answer = send(text, Array.isArray(values) ? values.map(escapeText) : values, done);
      return statement === 'COMMIT' && answer instanceof Promise ? answer.then(assertCommitted) : answer;
    };
    this.query = query as typeof this.query;
  }

  /** @returns a result whose rows are the results of the statements, each as mysql2 gives it */
  private queryBatch(texts: readonly string[], values: readonly unknown[]): Promise<object> {
    return new Promise((resolve, reject) => {
      const done = (error: Error | null | undefined, results: pg.QueryResult | pg.QueryResult[]): void => {
        if (error) reject(error);
        else resolve({ command: 'BATCH', rows: [results].flat().map(toBatchResult) });
      };
      super.query(new Batch(texts, values, done));
    });
  }
}

function toBatchResult({ fields, rows, rowCount }: pg.QueryResult): unknown {
  return fields.length > 0 ? rows : { affectedRows: rowCount };
}

/**
 * Several statements that are sent together. The server skips all behind one that fails, as only the last is followed by
 * Sync: https://www.postgresql.org/docs/15/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
 *
 * `done` gets one result, or a list of several.
 */
class Batch extends pg.Query {
  constructor(
    texts: readonly string[],
    values: readonly unknown[],
    done: (error: Error | undefined, results: pg.QueryResult) => void,
  ) {
    super('', done);
    this.submit = (connection) => {
      connection.stream.cork();
      let bound = 0;
      for (const text of texts) {
        const count = text.split('?').length - 1;
        connection.parse({ text: numberParameters(text), name: '', types: [] }, true);
        connection.bind({ values: values.slice(bound, bound + count).map(toParameter) }, true);
        connection.describe({ type: 'P', name: '' }, true);
        connection.execute({}, true);
        bound += count;
      }
      connection.sync();
      connection.stream.uncork();
    };
  }
}

/** As pg binds a value: bytes as they are, the rest as text. */
function toParameter(value: unknown): string | Buffer | null {
  return value === null || Buffer.isBuffer(value) ? value : String(escapeText(value));
}

/** `a = ? AND b = ?` as `a = $1 AND b = $2`. Values are bound, so no statement has a question mark of another meaning. */
function numberParameters(text: string): string {
  let count = 0;
  return text.replaceAll('?', () => `$${(count += 1)}`);
}

/** PostgreSQL answers COMMIT by ROLLBACK, without an error, when a statement of the transaction failed. */
function assertCommitted(result: pg.QueryResult): pg.QueryResult {
  if (result.command !== 'ROLLBACK') return result;
  throw new Error('The transaction was rolled back, because one of its statements failed.');
}

/**
 * The text type of PostgreSQL does not take U+0000. It is stored as U+0001 U+0001, and U+0001 as U+0001 U+0002, which keeps
 * the order of texts.
 */
function escapeText(value: unknown): unknown {
  return typeof value === 'string' && (value.includes('\0') || value.includes('\u0001'))
    ? value.replaceAll('\u0001', '\u0001\u0002').replaceAll('\0', '\u0001\u0001')
    : value;
}

function unescapeText(text: string): string {
  return text.includes('\u0001')
    ? text.replaceAll('\u0001\u0001', '\0').replaceAll('\u0001\u0002', '\u0001')
    : text;
}

const { builtins, getTypeParser: getDefaultParser } = pg.types;

/** Whole numbers of 64 bits that are read as numbers are small; others are selected as digits (`Dialect.digits`). */
const getTypeParser = ((type: Parameters<typeof getDefaultParser>[0], format?: 'text') => {
  if (type === builtins.INT8) return Number;
  return type === builtins.TEXT ? unescapeText : (getDefaultParser(type, format) as unknown);
}) as typeof getDefaultParser;
