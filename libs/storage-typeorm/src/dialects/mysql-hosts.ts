import { connect, type Socket } from 'node:net';
import type mysql2 from 'mysql2';
import type { PoolConnection, RowDataPacket } from 'mysql2';
import type { DatabaseHost, HostSelector } from './host-selector.js';

/** Milliseconds that opening a connection to one of several hosts may take. */
export const HOST_CONNECT_TIMEOUT_MS = 3000;

const KEEP_ALIVE_DELAY_MS = 10_000;

/**
 * Errors by which a server says that it does not take this work, and another one may: a Galera node without its cluster (1047),
 * too many connections (1040), a shutdown (1053), a server that only reads (1290, 1792, 1836).
 */
const REFUSALS: ReadonlySet<number | undefined> = new Set([1040, 1047, 1053, 1290, 1792, 1836]);

/**
 * What decides whether a server takes writes. Galera has its own states: 2 is a node that gives its data to another one, 4 one
 * that has all data. A server without Galera has `wsrep_on` OFF, or no such variable.
 */
const STATE = `SHOW GLOBAL VARIABLES WHERE Variable_name IN ('read_only', 'wsrep_on');
  SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_local_state')`;

type Callback = (error: NodeJS.ErrnoException | null, connection: PoolConnection) => void;
type Query = (...args: unknown[]) => unknown;

/**
 * Opens the connections of a pool to several hosts. A host that cannot be reached, does not take writes, or refuses a statement
 * is marked down, and its connections are closed before they are used again.
 */
export class HostConnector {
  /** The host of the socket that was opened last: mysql2 opens one while `getConnection` runs, or none. */
  private lastChosen: DatabaseHost | undefined;
  /** The host of each connection, by the configuration object that the connection alone has. */
  private readonly chosen = new WeakMap<object, DatabaseHost>();
  private readonly fitness = new WeakMap<PoolConnection, Promise<boolean>>();

  constructor(private readonly hosts: HostSelector) {}

  /** Opens a socket to the host whose turn it is; mysql2 takes the function as `stream`. */
  readonly openSocket = ({ config }: { readonly config: { host?: string; port?: number } }): Socket => {
    const host = this.hosts.choose();
    this.lastChosen = host;
    this.chosen.set(config, host);
    // TLS compares the name with that of the certificate.
    config.host = host.name;
    config.port = host.port;
    const socket = connect(host.port, host.name);
    return socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_DELAY_MS);
  };

  /** Makes a pool give only connections to hosts that take writes, and try the other hosts where one does not. */
  attach(pool: mysql2.Pool): void {
    pool.on('connection', (connection) => {
      this.examine(connection);
    });
    const getConnection = pool.getConnection.bind(pool) as (callback: Callback) => void;
    const attempt = (remaining: number, callback: Callback): void => {
      const opened: { host?: DatabaseHost | undefined } = {};
      this.lastChosen = undefined;
      getConnection((error, connection) => {
        const { host } = opened;
        if (host !== undefined && error !== null) this.hosts.markDown(host);
        const isLast = host === undefined || remaining <= 1;
        if (error === null) void this.hand(connection, remaining, callback, attempt);
        else if (isLast) callback(error, connection);
        else attempt(remaining - 1, callback);
      });
      opened.host = this.lastChosen;
    };
    pool.getConnection = (callback: Callback) => {
      attempt(this.hosts.count, callback);
    };
  }

  /** Gives a connection to a request, or closes it and makes another attempt. */
  private async hand(
    connection: PoolConnection,
    remaining: number,
    callback: Callback,
    attempt: (remaining: number, callback: Callback) => void,
  ): Promise<void> {
    const host = this.chosen.get(connection.config);
    const isFit = await this.fitness.get(connection);
    if (host === undefined || (isFit === true && this.hosts.isCurrent(host))) {
      callback(null, connection);
      return;
    }
    connection.destroy();
    // What was opened before its host went down costs no attempt: there are no more than the pool has.
    if (isFit === true) attempt(remaining, callback);
    else if (remaining > 1) attempt(remaining - 1, callback);
    else callback(Object.assign(new Error('No host takes writes.'), { code: 'NO_HOST' }), connection);
  }

  private examine(connection: PoolConnection): void {
    const host = this.chosen.get(connection.config);
    if (host === undefined) return;
    this.fitness.set(
      connection,
      new Promise((resolve) => {
        connection.query<RowDataPacket[][]>(STATE, (error, answers) => {
          const isFit = error === null && takesWrites(answers.flat());
          if (isFit) this.hosts.markUp(host);
          else this.hosts.markDown(host);
          resolve(isFit);
        });
      }),
    );
    const query = connection.query.bind(connection) as Query;
    const observed: Query = (...args) => {
      const answer = args.at(-1);
      if (typeof answer !== 'function') return query(...args);
      return query(...args.slice(0, -1), (error: { errno?: number } | null, ...results: unknown[]) => {
        if (REFUSALS.has(error?.errno)) this.hosts.markDown(host);
        (answer as Query)(error, ...results);
      });
    };
    connection.query = observed as typeof connection.query;
  }
}

function takesWrites(rows: readonly RowDataPacket[]): boolean {
  const state = new Map(rows.map((row) => [String(row['Variable_name']), String(row['Value'])]));
  if (state.get('read_only') !== 'OFF') return false;
  if (state.get('wsrep_on') !== 'ON') return true;
  return state.get('wsrep_ready') === 'ON' && ['2', '4'].includes(state.get('wsrep_local_state') ?? '');
}
