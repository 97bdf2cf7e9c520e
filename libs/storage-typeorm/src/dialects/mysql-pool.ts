import mysql2, { type PoolConnection, type PoolOptions } from 'mysql2';
import type { HostSelector } from './host-selector.js';
import type { DatabaseLimits } from './dialect.js';
import { HOST_CONNECT_TIMEOUT_MS, HostConnector } from './mysql-hosts.js';
import { formatStatement } from './mysql-literals.js';
import { createRequest, poolBusy, type PoolObserver, type PoolState } from './pool-limits.js';

/**
 * The driver for TypeORM: mysql2, with a pool whose connections have the session settings of this service, and whose queue
 * has a length and a time limit (mysql2 has no time limit of its own).
 *
 * @param hosts connections go to one that takes writes
 */
export function poolDriver(limits: DatabaseLimits, hosts: HostSelector, observer?: PoolObserver): object {
  const connector = hosts.count > 1 ? new HostConnector(hosts) : undefined;
  const createPool = (options: PoolOptions): mysql2.Pool => {
    const pool = mysql2.createPool({
      ...options,
      queueLimit: limits.queueMaximum,
      queryFormat: formatStatement,
      // It would capture a stack for every statement: 5 % of the processor time of an update.
      trace: false,
      ...(connector === undefined
        ? {}
        : { stream: connector.openSocket, connectTimeout: HOST_CONNECT_TIMEOUT_MS }),
    });
    limitWaiting(pool, limits.acquireTimeoutMs, observer);
    observer?.onPool(() => readPoolState(pool, limits.poolSize));
    // Before the session settings: a node without its cluster does not answer when it is to wait for the others.
    connector?.attach(pool);
    pool.on('connection', (connection) => {
      // TypeORM asks for it with every statement, and mysql2 would load a module and create listeners each time.
      const promised = connection.promise();
      connection.promise = () => promised;
      const settings = sessionSettings(
        limits.statementTimeoutMs,
        connector === undefined ? '' : SEE_ALL_NODES,
      );
      for (const statement of settings) connection.query(statement);
    });
    return pool;
  };
  return { ...mysql2, createPool };
}

/**
 * Whatever the server's configuration says: these are what the statements here were written for. A session that waits for a
 * lock keeps a connection, and one that waits to change a table keeps all others from it, so they wait briefly and try
 * again. The optimizer would try all orders of the tables, which takes ten conditions through relationships six seconds;
 * with a depth of four sixty take 50 milliseconds.
 *
 * The time limit is the server's own, because mysql2's `timeout` leaves the statement running: `max_statement_time` of
 * MariaDB (seconds, any statement), `max_execution_time` of MySQL (milliseconds, only SELECT). Each server reads the comment
 * that is meant for it: MariaDB ignores versions from 50700 to 99999.
 */
function sessionSettings(statementTimeoutMs: number, ofMariadb: string): readonly string[] {
  return [
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
    `SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION', innodb_lock_wait_timeout = 2,
      lock_wait_timeout = 2, optimizer_search_depth = 4
      /*M!100101 , max_statement_time = ${statementTimeoutMs / 1000} ${ofMariadb} */
      /*!50708 , max_execution_time = ${statementTimeoutMs} */`,
  ];
}

/**
 * On Galera a statement waits until its node has what was committed on the others before, so that it does not matter which
 * node wrote (7: reading and beginning a transaction, UPDATE and DELETE, INSERT). Without Galera it does nothing.
 * https://mariadb.com/docs/galera-cluster/reference/galera-cluster-system-variables#wsrep_sync_wait
 */
const SEE_ALL_NODES = ', wsrep_sync_wait = 7';

type Callback = (error: NodeJS.ErrnoException | null, connection: PoolConnection) => void;

/** Makes `getConnection` fail with the code `POOL_BUSY` when the queue is full or did not move in time. */
function limitWaiting(pool: mysql2.Pool, acquireTimeoutMs: number, observer?: PoolObserver): void {
  const getConnection = pool.getConnection.bind(pool);
  let isQueued = false;
  pool.on('enqueue', () => {
    isQueued = true;
  });
  const hasQueued = (): boolean => isQueued;
  pool.getConnection = (callback: Callback) => {
    const request = createRequest<PoolConnection>(
      (error, connection = NO_CONNECTION) => {
        const isFull = isQueueFull(error);
        if (isFull) observer?.onWait(0, 'refused');
        callback(isFull ? poolBusy('The queue is full.') : error, connection);
      },
      (connection) => {
        pool.releaseConnection(connection);
      },
      observer,
    );
    isQueued = false;
    getConnection(request.settle);
    if (hasQueued()) request.startTimeout(acquireTimeoutMs);
  };
}

/** What mysql2 has no method for. */
interface PoolInternals {
  readonly _allConnections: { readonly length: number };
  readonly _freeConnections: { readonly length: number };
  readonly _connectionQueue: { readonly length: number };
}

function readPoolState(pool: mysql2.Pool, maximum: number): PoolState {
  const { _allConnections, _freeConnections, _connectionQueue } = pool as unknown as PoolInternals;
  const idle = _freeConnections.length;
  return { used: _allConnections.length - idle, idle, pending: _connectionQueue.length, maximum };
}

/** mysql2 gives this error no code. */
function isQueueFull(error: Error | null): boolean {
  return error?.message === 'Queue limit reached.';
}

/** As mysql2 calls back with an error. */
const NO_CONNECTION = undefined as unknown as PoolConnection;
