import mysql2, { type PoolOptions } from 'mysql2';
import { joined, raw, type Sql, sql } from '../database/sql.js';
import { insert } from '../database/statements.js';
import { MYSQL_MIGRATIONS } from '../migrations/mysql/index.js';
import type { Column, ColumnType, Dialect, Fault, Index } from './dialect.js';
import { driverErrorOf } from './driver-error.js';

const COLUMN_TYPES: Readonly<Record<ColumnType, string>> = {
  id: 'BINARY(16)',
  // The longest key that 255 characters can need, and short enough for 60 such columns in one row.
  bytes: 'VARBINARY(1020)',
  text: 'LONGBLOB',
  integer: 'BIGINT',
  float: 'DOUBLE',
  flag: 'TINYINT',
};

/** Codes of the server and of mysql2; what is not here is a fault of ours. */
const FAULTS: Readonly<Record<string, Fault>> = {
  ER_LOCK_DEADLOCK: 'conflict',
  ER_LOCK_WAIT_TIMEOUT: 'conflict',
  ER_CHECKREAD: 'conflict',
  ER_DUP_ENTRY: 'duplicate',
  ER_BAD_FIELD_ERROR: 'outdated',
  PROTOCOL_CONNECTION_LOST: 'lost',
  PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR: 'lost',
  ECONNRESET: 'lost',
  EPIPE: 'lost',
  ER_SERVER_SHUTDOWN: 'lost',
  ER_CONNECTION_KILLED: 'lost',
  ECONNREFUSED: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ETIMEDOUT: 'unreachable',
  ER_CON_COUNT_ERROR: 'unreachable',
  ER_OPTION_PREVENTS_STATEMENT: 'unreachable',
};

/** MySQL 8 and MariaDB 10.6 or later. */
export const mysql: Dialect = {
  name: 'mysql',
  writesOneAtATime: false,
  begin: raw('START TRANSACTION'),
  forUpdate: raw('FOR UPDATE'),
  // MariaDB does not know FOR SHARE.
  forShare: raw('LOCK IN SHARE MODE'),
  now: raw('UNIX_TIMESTAMP()'),

  options: (url) => ({
    writer: {
      type: 'mysql',
      url: url.replace(/^mariadb:/, 'mysql:'),
      charset: 'utf8mb4',
      timezone: 'Z',
      supportBigNumbers: true,
      bigNumberStrings: false,
      poolSize: 10,
      driver: { ...mysql2, createPool },
      migrations: MYSQL_MIGRATIONS,
    },
  }),

  faultOf: (error) => {
    const { code, fatal } = driverErrorOf(error);
    return FAULTS[code] ?? (fatal ? 'lost' : undefined);
  },

  joinInOrder: raw('STRAIGHT_JOIN'),
  usually: (condition) => condition,
  contains: (bytes, piece) => sql`LOCATE(${piece}, ${bytes}) > 0`,
  endOf: (bytes, length) => sql`RIGHT(${bytes}, ${length})`,
  digits: (integer) => sql`CAST(${integer} AS BINARY)`,
  uuidText: (id) => {
    const parts = ['1, 8', '9, 4', '13, 4', '17, 4', '21'].map(
      (place) => sql`SUBSTR(HEX(${id}), ${raw(place)})`,
    );
    return sql`CAST(LOWER(CONCAT(${joined(parts, ", '-', ")})) AS BINARY)`;
  },

  upsert: (table, key, row, change) => {
    const changes = change.map((column) => raw(`${column} = VALUES(${column})`));
    const nothing = raw(`${key[0] ?? ''} = ${key[0] ?? ''}`);
    return sql`${insert(table, [row])} ON DUPLICATE KEY UPDATE ${joined(changes.length > 0 ? changes : [nothing])}`;
  },

  createTable: (table, columns, primaryKey, indexes = []) => {
    const parts = [...columns.map(column), `PRIMARY KEY (${primaryKey.join(', ')})`, ...indexes.map(key)];
    return [raw(`CREATE TABLE IF NOT EXISTS ${table} (${parts.join(', ')}) ENGINE=InnoDB`)];
  },
  // Columns and indexes apart: a column is added at once, an index takes its time, and neither stops writers.
  extendTable: (table, columns, indexes) => [
    ...alter(
      table,
      columns.map((added) => `ADD COLUMN ${column(added)}`),
    ),
    ...alter(
      table,
      indexes.map((added) => `ADD ${key(added)}`),
      ', ALGORITHM=INPLACE, LOCK=NONE',
    ),
  ],
  reduceTable: (table, columns, indexes) => [
    ...alter(
      table,
      indexes.map((name) => `DROP KEY ${name}`),
    ),
    ...alter(
      table,
      columns.map((name) => `DROP COLUMN ${name}`),
    ),
  ],
  tableNames: raw('SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()'),
  columnNames: (table) =>
    sql`SELECT column_name AS name FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = ${table}`,
  indexNames: (table) =>
    sql`SELECT DISTINCT index_name AS name FROM information_schema.statistics
        WHERE table_schema = DATABASE() AND table_name = ${table}`,
};

/**
 * Whatever the server's configuration says: these are what the statements here were written for. Whoever waits for a lock
 * keeps a connection, and whoever waits to change a table keeps everybody else from it, so they wait briefly and try again.
 * The optimizer would try all orders of the tables, which takes ten conditions through relationships six seconds; with a
 * depth of four sixty take 50 milliseconds.
 */
const SESSION = [
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  `SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION', innodb_lock_wait_timeout = 2,
    lock_wait_timeout = 2, optimizer_search_depth = 4`,
];

function createPool(options: PoolOptions): mysql2.Pool {
  const pool = mysql2.createPool(options);
  pool.on('connection', (connection) => {
    for (const statement of SESSION) connection.query(statement);
  });
  return pool;
}

function alter(table: string, changes: readonly string[], how = ''): Sql[] {
  return changes.length === 0 ? [] : [raw(`ALTER TABLE ${table} ${changes.join(', ')}${how}`)];
}

function column({ name, type, required }: Column): string {
  return `${name} ${COLUMN_TYPES[type]} ${required ? 'NOT NULL' : 'NULL'}`;
}

function key({ name, columns }: Index): string {
  return `KEY ${name} (${columns.join(', ')})`;
}
