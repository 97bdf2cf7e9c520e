import { getOwn } from '@content-service/kernel';
import { insertStatement, insertStatements } from '../database/insert.js';
import { join, raw, type Sql, sql } from '../database/sql.js';
import { createEntitySchemas, createMigrations } from '../entities/index.js';
import { HostSelector, parseHosts } from './host-selector.js';
import type { Column, ColumnType, Dialect, DriverFault, Index } from './dialect.js';
import { aggregateExtreme, NULLS_LEAST } from './aggregates.js';
import { getDriverError, NETWORK_FAULTS } from './driver-error.js';
import { getOtherColumns } from './on-conflict.js';
import { poolDriver } from './mysql-pool.js';

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
const FAULTS: Readonly<Record<string, DriverFault>> = {
  ...NETWORK_FAULTS,
  ER_LOCK_DEADLOCK: 'conflict',
  ER_LOCK_WAIT_TIMEOUT: 'conflict',
  ER_CHECKREAD: 'conflict',
  ER_DUP_ENTRY: 'duplicate',
  ER_BAD_FIELD_ERROR: 'outdated',
  PROTOCOL_CONNECTION_LOST: 'lost',
  PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR: 'lost',
  ER_SERVER_SHUTDOWN: 'lost',
  ER_CONNECTION_KILLED: 'lost',
  ER_CON_COUNT_ERROR: 'unreachable',
  // The server only reads: a replica, or a primary that is being replaced.
  ER_OPTION_PREVENTS_STATEMENT: 'unreachable',
  ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION: 'unreachable',
  ER_READ_ONLY_MODE: 'unreachable',
  // A Galera node that is not (or not yet) part of its cluster refuses every command by this.
  ER_UNKNOWN_COM_ERROR: 'unreachable',
  NO_HOST: 'unreachable',
  // Galera could not commit: the node lost its cluster meanwhile, or the transaction is too large.
  ER_ERROR_DURING_COMMIT: 'lost',
  ER_QUERY_TIMEOUT: 'timeout',
  ER_QUERY_INTERRUPTED: 'timeout',
  ER_DISK_FULL: 'full',
  ER_RECORD_FILE_FULL: 'full',
};

/** Errors of MariaDB whose numbers mysql2 has no names for. */
const NUMBERED_FAULTS: ReadonlyMap<number, DriverFault> = new Map([[1969, 'timeout']]);

/** MySQL 8 and MariaDB 10.6 or later. */
export const mysql: Dialect = {
  name: 'mysql',
  singleWriter: false,
  concurrentWrites: true,
  isSynchronous: false,
  sendsBatches: true,
  begin: raw('START TRANSACTION'),
  beginSnapshot: [
    raw('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ'),
    raw('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY'),
  ],
  forUpdate: raw('FOR UPDATE'),
  // MariaDB does not know FOR SHARE.
  forShare: raw('LOCK IN SHARE MODE'),
  byEntryId: raw(''),
  byEventPosition: raw(''),
  now: raw('UNIX_TIMESTAMP()'),

  options: (url, limits, hostOrder, observer) => {
    const { hosts: list, firstUrl } = parseHosts(url);
    const hosts = new HostSelector(list, hostOrder);
    const writer = {
      type: 'mysql' as const,
      url: firstUrl.replace(/^mariadb:/, 'mysql:'),
      charset: 'utf8mb4',
      timezone: 'Z',
      supportBigNumbers: true,
      bigNumberStrings: false,
      multipleStatements: true,
      poolSize: limits.poolSize,
      driver: poolDriver(limits, hosts, observer),
      entities: createEntitySchemas('mysql'),
      migrations: createMigrations('mysql'),
    };
    return { writer, hostCount: hosts.count, readHosts: () => hosts.readStates() };
  },

  classifyError: (error) => {
    const { code, errno, fatal, syscall } = getDriverError(error);
    // An established connection that broke, unlike one that could not be opened.
    if (syscall === 'read' || syscall === 'write') return 'lost';
    return getOwn(FAULTS, code) ?? NUMBERED_FAULTS.get(errno) ?? (fatal ? 'lost' : undefined);
  },

  joinInOrder: raw('STRAIGHT_JOIN'),
  ...NULLS_LEAST,
  sortsWithinEqualKeys: false,
  choosesIndexByLimit: true,
  explain: raw('EXPLAIN'),
  formatPlanRow,
  likely: (condition) => condition,
  withoutIndex: (condition) => sql`(${condition}) IS TRUE`,
  contains: (bytes, piece) => sql`LOCATE(${piece}, ${bytes}) > 0`,
  searchRows: (row, tokens, openEnd) => {
    const words = tokens.map((token) => `+${token}${token === openEnd ? '*' : ''}`).join(' ');
    return {
      from: raw(`ix_search ${row}`),
      condition: sql`MATCH (${raw(row)}.tokens) AGAINST (${words} IN BOOLEAN MODE)`,
    };
  },
  suffix: (bytes, length) => sql`RIGHT(${bytes}, ${length})`,
  digits: (integer) => sql`CAST(${integer} AS BINARY)`,
  hex: (bytes) => sql`hex(${bytes})`,
  uuidText: (id) => {
    const parts = ['1, 8', '9, 4', '13, 4', '17, 4', '21'].map(
      (place) => sql`SUBSTR(HEX(${id}), ${raw(place)})`,
    );
    return sql`CAST(LOWER(CONCAT(${join(parts, ", '-', ")})) AS BINARY)`;
  },

  beyondIntegers: (value) => sql`${Number(value)}`,
  extreme: aggregateExtreme,

  upsert: (table, key, row, change) => {
    const changes = change.map((column) => raw(`${column} = VALUES(${column})`));
    const nothing = raw(`${key[0] ?? ''} = ${key[0] ?? ''}`);
    return sql`${insertStatement(table, [row])} ON DUPLICATE KEY UPDATE ${join(changes.length > 0 ? changes : [nothing])}`;
  },

  insertMissing: (table, [column = ''], rows) =>
    insertStatements(table, rows).map(
      (insert) => sql`${insert} ON DUPLICATE KEY UPDATE ${raw(column)} = ${raw(column)}`,
    ),

  upsertSum: (table, key, row) => {
    const sums = getOtherColumns(key, row).map((column) => raw(`${column} = ${column} + VALUES(${column})`));
    return sql`${insertStatement(table, [row])} ON DUPLICATE KEY UPDATE ${join(sums)}`;
  },

  deleteFirst: (table, _, condition, order, limit) =>
    sql`DELETE FROM ${raw(table)} WHERE ${condition} ORDER BY ${order} LIMIT ${limit}`,

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
  estimateRows: (table) =>
    sql`SELECT table_rows AS estimate FROM information_schema.tables
      WHERE table_schema = DATABASE() AND table_name = ${table}`,
  columnNames: (table) =>
    sql`SELECT column_name AS name FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = ${table}`,
  indexNames: (table) =>
    sql`SELECT DISTINCT index_name AS name FROM information_schema.statistics
        WHERE table_schema = DATABASE()${table === undefined ? raw('') : sql` AND table_name = ${table}`}`,
};

function alter(table: string, changes: readonly string[], how = ''): Sql[] {
  return changes.length === 0 ? [] : [raw(`ALTER TABLE ${table} ${changes.join(', ')}${how}`)];
}

function column({ name, type, required }: Column): string {
  return `${name} ${COLUMN_TYPES[type]} ${required ? 'NOT NULL' : 'NULL'}`;
}

function key({ name, columns }: Index): string {
  return `KEY ${name} (${columns.join(', ')})`;
}

/** MySQL has a plan as a table, one row for each table that is read. */
function formatPlanRow(row: Readonly<Record<string, unknown>>): string {
  const cells = Object.entries(row).filter(([, value]) => value !== null && value !== '');
  return cells.map(([name, value]) => `${name}: ${String(value)}`).join(', ');
}
