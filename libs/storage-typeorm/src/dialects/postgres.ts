import { getOwn } from '@content-service/kernel';
import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { raw, type Sql, sql } from '../database/sql.js';
import { createEntitySchemas, createMigrations } from '../entities/index.js';
import type { Column, ColumnType, Dialect, DriverFault, Index } from './dialect.js';
import { getDriverError, NETWORK_FAULTS } from './driver-error.js';
import { insertMissingOnConflict, upsertOnConflict, upsertSumOnConflict } from './on-conflict.js';
import { LOCK_TIMEOUT_MS, postgresDriver } from './postgres-driver.js';

const COLUMN_TYPES: Readonly<Record<ColumnType, string>> = {
  id: 'BYTEA',
  bytes: 'BYTEA',
  text: 'BYTEA',
  integer: 'BIGINT',
  float: 'DOUBLE PRECISION',
  flag: 'SMALLINT',
};

const UNIQUE_VIOLATION = '23505';

/** In the message when two processes make the same table at the same time: IF NOT EXISTS does not lock the name. */
const CATALOG_INDEX = /\bpg_\w+_index\b/;

/**
 * SQLSTATE codes, https://www.postgresql.org/docs/15/errcodes-appendix.html, and those of Node and of the pool; what is not
 * here is a fault of ours.
 */
const FAULTS: Readonly<Record<string, DriverFault>> = {
  ...NETWORK_FAULTS,
  // serialization_failure, deadlock_detected, lock_not_available
  '40001': 'conflict',
  '40P01': 'conflict',
  '55P03': 'conflict',
  [UNIQUE_VIOLATION]: 'duplicate',
  // duplicate_object, duplicate_table: another process makes the same table, see CATALOG_INDEX
  '42710': 'conflict',
  '42P07': 'conflict',
  // undefined_column
  '42703': 'outdated',
  // connection_exception, connection_does_not_exist, connection_failure
  '08000': 'lost',
  '08003': 'lost',
  '08006': 'lost',
  // admin_shutdown, crash_shutdown, idle_in_transaction_session_timeout
  '57P01': 'lost',
  '57P02': 'lost',
  '25P03': 'lost',
  // sqlclient_unable_to_establish_sqlconnection, sqlserver_rejected_establishment_of_sqlconnection
  '08001': 'unreachable',
  '08004': 'unreachable',
  // cannot_connect_now (the server starts or shuts down), too_many_connections
  '57P03': 'unreachable',
  '53300': 'unreachable',
  // read_only_sql_transaction: the server is a standby
  '25006': 'unreachable',
  // query_canceled
  '57014': 'timeout',
  // disk_full
  '53100': 'full',
};

/** Errors of TypeORM for a statement on a released connection, by `QueryRunner.query` and by `DataSource.query`. */
const RELEASED = [QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError];

/** Errors of pg without a code, by the beginning of the message. */
const UNCODED_FAULTS: readonly (readonly [string, DriverFault])[] = [
  ['Connection terminated', 'lost'],
  ['Client has encountered a connection error', 'lost'],
  ['Client was closed', 'lost'],
  // Opening a connection took too long.
  ['timeout expired', 'unreachable'],
];

/** PostgreSQL 13 or later. */
export const postgres: Dialect = {
  name: 'postgres',
  singleWriter: false,
  // With three overlapping transactions an update of a popular target waited until the end of the import, 6 seconds.
  concurrentWrites: false,
  isSynchronous: false,
  sendsBatches: true,
  begin: raw('BEGIN'),
  beginSnapshot: [raw('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY')],
  forUpdate: raw('FOR UPDATE'),
  forShare: raw('FOR SHARE'),
  // Autovacuum does the same after a while; this is for the queries that follow an import at once.
  analyze: raw(`DO $$ DECLARE changed regclass; BEGIN
    FOR changed IN SELECT relid FROM pg_stat_user_tables
      WHERE schemaname = current_schema() AND n_mod_since_analyze > 50 + 0.1 * n_live_tup
    LOOP EXECUTE format('ANALYZE (SKIP_LOCKED) %s', changed); END LOOP;
    END $$`),
  byEntryId: raw(''),
  byEventPosition: raw(''),
  now: raw('CAST(floor(extract(epoch FROM statement_timestamp())) AS BIGINT)'),

  options: (url, limits, _, observer) => ({
    writer: {
      type: 'postgres',
      url,
      poolSize: limits.poolSize,
      driver: postgresDriver(limits, observer),
      installExtensions: false,
      // An idle connection that breaks is replaced by the pool when the next one is needed.
      poolErrorHandler: () => undefined,
      entities: createEntitySchemas('postgres'),
      migrations: createMigrations('postgres'),
    },
  }),

  classifyError: (error) => {
    // TypeORM releases a connection that breaks between two statements of a transaction.
    if (RELEASED.some((Type) => error instanceof Type)) return 'lost';
    const { code, message } = getDriverError(error);
    if (code === UNIQUE_VIOLATION && CATALOG_INDEX.test(message)) return 'conflict';
    return getOwn(FAULTS, code) ?? UNCODED_FAULTS.find(([beginning]) => message.startsWith(beginning))?.[1];
  },

  // The session setting `join_collapse_limit` keeps the order.
  joinInOrder: raw('JOIN'),
  nullOrder: { ascending: 'NULLS FIRST', descending: 'NULLS LAST' },
  splitsNullRanges: true,
  nulls: {
    bytes: raw('CAST(NULL AS BYTEA)'),
    integer: raw('CAST(NULL AS BIGINT)'),
    float: raw('CAST(NULL AS DOUBLE PRECISION)'),
  },
  sortsWithinEqualKeys: true,
  choosesIndexByLimit: true,
  explain: raw('EXPLAIN'),
  formatPlanRow: (row) => String(row['QUERY PLAN']),
  likely: (condition) => condition,
  withoutIndex: (condition) => sql`(${condition}) IS TRUE`,
  contains: (bytes, piece) => sql`position(${piece} IN ${bytes}) > 0`,
  searchRows: (row, tokens, openEnd) => {
    const words = tokens.map((token) => `${token}${token === openEnd ? ':*' : ''}`).join(' & ');
    const vector = raw(`array_to_tsvector(string_to_array(btrim(${row}.tokens), ' '))`);
    return { from: raw(`ix_search ${row}`), condition: sql`${vector} @@ CAST(${words} AS tsquery)` };
  },
  suffix: (bytes, length) => sql`substr(${bytes}, length(${bytes}) - ${length} + 1)`,
  digits: (integer) => sql`convert_to(CAST(${integer} AS TEXT), 'UTF8')`,
  hex: (bytes) => sql`encode(${bytes}, 'hex')`,
  uuidText: (id) => sql`convert_to(CAST(CAST(encode(${id}, 'hex') AS UUID) AS TEXT), 'UTF8')`,
  // A parameter has the type of the column that it is compared with, which could not hold the number.
  beyondIntegers: (value) => sql`CAST(${value} AS NUMERIC)`,
  // MIN and MAX do not take bytes before PostgreSQL 18.
  extreme: (direction, value, from) => sql`(SELECT ${value} FROM ${from} AND ${value} IS NOT NULL
    ORDER BY ${value} ${raw(direction === 'ascending' ? 'ASC' : 'DESC')} LIMIT 1)`,

  // DO NOTHING would not lock the present row.
  upsert: (table, key, row, change) => {
    const first = key[0] ?? '';
    return upsertOnConflict(table, key, row, change, raw(`UPDATE SET ${first} = excluded.${first}`));
  },
  insertMissing: insertMissingOnConflict,
  upsertSum: upsertSumOnConflict,
  // Locked rows meet the condition until the end; an array is read once, and its rows are found by their place.
  deleteFirst: (table, _, condition, order, limit) =>
    sql`DELETE FROM ${raw(table)} WHERE ctid = ANY (ARRAY (
          SELECT ctid FROM ${raw(table)} WHERE ${condition} ORDER BY ${order} LIMIT ${limit} FOR UPDATE))`,

  // One text is one transaction. The table is new, so nothing waits for its indexes.
  createTable: (table, columns, primaryKey, indexes = []) => {
    const parts = [...columns.map(definition), `PRIMARY KEY (${primaryKey.join(', ')})`];
    return [
      raw(
        [
          `CREATE TABLE IF NOT EXISTS ${table} (${parts.join(', ')})`,
          ...indexes.map((index) => `CREATE INDEX IF NOT EXISTS ${target(table, index)}`),
        ].join('; '),
      ),
    ];
  },
  // An index that is built concurrently stops no writers. One that was interrupted is left behind, and invalid.
  extendTable: (table, columns, indexes) => [
    ...alter(
      table,
      columns.map((column) => `ADD COLUMN IF NOT EXISTS ${definition(column)}`),
    ),
    ...indexes.flatMap((index) => [
      raw(`DROP INDEX IF EXISTS ${index.name}`),
      raw(`CREATE INDEX CONCURRENTLY ${target(table, index)}`),
    ]),
  ],
  reduceTable: (table, columns, indexes) => [
    ...indexes.map((name) => raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)),
    ...alter(
      table,
      columns.map((name) => `DROP COLUMN IF EXISTS ${name}`),
    ),
  ],
  tableNames: raw('SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()'),
  estimateRows: (table) =>
    sql`SELECT GREATEST(n_live_tup, 0) AS estimate FROM pg_stat_user_tables WHERE relid = to_regclass(${table})`,
  columnNames: (table) =>
    sql`SELECT attname AS name FROM pg_attribute
        WHERE attrelid = to_regclass(${table}) AND attnum > 0 AND NOT attisdropped`,
  indexNames: (table) =>
    sql`SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE i.indisvalid AND c.relnamespace = CAST(CAST(current_schema() AS TEXT) AS regnamespace)${
          table === undefined ? raw('') : sql` AND i.indrelid = to_regclass(${table})`
        }`,
};

/** All others wait behind a change of a table that waits for its lock, so it gives up soon, also during maintenance. */
function alter(table: string, changes: readonly string[]): Sql[] {
  if (changes.length === 0) return [];
  return [raw(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; ALTER TABLE ${table} ${changes.join(', ')}`)];
}

function definition({ name, type, required }: Column): string {
  return `${name} ${COLUMN_TYPES[type]} ${required ? 'NOT NULL' : 'NULL'}`;
}

function target(table: string, { name, columns }: Index): string {
  return `${name} ON ${table} (${columns.join(', ')})`;
}
