import { join, raw, type Sql, sql } from '../database/sql.js';
import { createEntitySchemas, createMigrations } from '../entities/index.js';
import type { Column, ColumnType, Dialect, DriverFault, Index } from './dialect.js';
import { aggregateExtreme, NULLS_LEAST } from './aggregates.js';
import { getDriverError } from './driver-error.js';
import { insertMissingOnConflict, upsertOnConflict, upsertSumOnConflict } from './on-conflict.js';

const COLUMN_TYPES: Readonly<Record<ColumnType, string>> = {
  id: 'BLOB',
  bytes: 'BLOB',
  text: 'BLOB',
  integer: 'INTEGER',
  float: 'REAL',
  flag: 'INTEGER',
};

const READER_BUSY_TIMEOUT_MS = 5000;

/**
 * better-sqlite3 waits with the whole process, so it hardly waits for another process that writes: the retries around it do,
 * while others are served. The thread of bulk transactions waits as briefly, because other writes wait for it.
 */
const WRITER_BUSY_TIMEOUT_MS = 2;

const WRITER_PRAGMAS = [
  // With pages of 4 KiB a document of 2 KiB would have a page of its own. Counts only for a new file.
  'page_size = 8192',
  'journal_mode = WAL',
  // NORMAL could lose the last commits when the power fails.
  'synchronous = FULL',
  'temp_store = MEMORY',
  'cache_size = -65536',
];

const READER_PRAGMAS = ['temp_store = MEMORY', 'cache_size = -262144'];

/** By the beginning of the code: SQLite has extended ones, such as SQLITE_BUSY_SNAPSHOT. */
const FAULTS: readonly (readonly [string, DriverFault])[] = [
  ['SQLITE_BUSY', 'conflict'],
  ['SQLITE_LOCKED', 'conflict'],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 'duplicate'],
  ['SQLITE_CONSTRAINT_UNIQUE', 'duplicate'],
  ['SQLITE_CANTOPEN', 'unreachable'],
  ['SQLITE_IOERR', 'unreachable'],
  ['SQLITE_FULL', 'full'],
  ['SQLITE_READONLY', 'unreachable'],
  ['READER_TIMEOUT', 'timeout'],
  ['READER_BUSY', 'busy'],
  ['READER_ENDED', 'lost'],
  ['WRITER_ENDED', 'lost'],
];

/**
 * SQLite through better-sqlite3. TypeORM has one connection per data source and would let transactions run into each
 * other, so changes stand in a queue before one data source, and reading has a read-only one of its own (WAL shows it
 * what is committed). better-sqlite3 blocks the process while a statement runs, so heavy reads run in processes of their own,
 * and transactions of many rows in a thread.
 */
export const sqlite: Dialect = {
  name: 'sqlite',
  singleWriter: true,
  concurrentWrites: true,
  isSynchronous: true,
  sendsBatches: false,
  // Takes the write lock at once: two deferred transactions of two processes could both read and then both fail.
  begin: raw('BEGIN IMMEDIATE'),
  beginSnapshot: [raw('BEGIN')],
  forUpdate: raw(''),
  forShare: raw(''),
  byEntryId: raw('INDEXED BY sqlite_autoindex_entry_1'),
  byEventPosition: raw('INDEXED BY k_event_position'),
  // Looks at all tables whose size has changed much, each for some milliseconds.
  analyze: raw('PRAGMA optimize = 0x10002'),
  now: raw('unixepoch()'),

  options: (url) => {
    const shared = {
      type: 'better-sqlite3',
      database: parseFilePath(url),
      statementCacheSize: 1000,
      entities: createEntitySchemas('sqlite'),
    } as const;
    return {
      writer: {
        ...shared,
        timeout: WRITER_BUSY_TIMEOUT_MS,
        prepareDatabase: prepare(WRITER_PRAGMAS),
        migrations: createMigrations('sqlite'),
      },
      reader: {
        ...shared,
        timeout: READER_BUSY_TIMEOUT_MS,
        prepareDatabase: prepare(READER_PRAGMAS),
        readonly: true,
        fileMustExist: true,
      },
      readerProcess: {
        file: shared.database,
        pragmas: ['temp_store = MEMORY', 'cache_size = -65536'],
        busyTimeoutMs: READER_BUSY_TIMEOUT_MS,
        readonly: true,
      },
      writerThread: {
        file: shared.database,
        pragmas: WRITER_PRAGMAS,
        busyTimeoutMs: WRITER_BUSY_TIMEOUT_MS,
        readonly: false,
      },
    };
  },

  classifyError: (error) => {
    const { code, message } = getDriverError(error);
    if (message.startsWith('no such column')) return 'outdated';
    return FAULTS.find(([beginning]) => code.startsWith(beginning))?.[1];
  },

  joinInOrder: raw('CROSS JOIN'),
  ...NULLS_LEAST,
  sortsWithinEqualKeys: true,
  choosesIndexByLimit: false,
  explain: raw('EXPLAIN QUERY PLAN'),
  formatPlanRow: ({ detail }) => String(detail),
  likely: (condition) => sql`likely(${withoutIndex(condition)})`,
  withoutIndex,
  contains: (bytes, piece) => sql`instr(${bytes}, ${piece}) > 0`,
  searchRows: (row, tokens, openEnd) => {
    const words = tokens.map((token) => `${token}${token === openEnd ? '*' : ''}`).join(' AND ');
    return {
      from: raw(`ix_search_fts ${row}f CROSS JOIN ix_search ${row} ON ${row}.n = ${row}f.rowid`),
      condition: sql`${raw(row)}f.ix_search_fts MATCH ${words}`,
    };
  },
  suffix: (bytes, length) => sql`substr(${bytes}, ${-length})`,
  digits: (integer) => sql`CAST(${integer} AS BLOB)`,
  hex: (bytes) => sql`hex(${bytes})`,
  uuidText: (id) => {
    // hex(NULL) is an empty text.
    const hex = sql`nullif(hex(${id}), '')`;
    const parts = ['1, 8', '9, 4', '13, 4', '17, 4', '21'].map((place) => sql`substr(${hex}, ${raw(place)})`);
    return sql`CAST(lower(${join(parts, " || '-' || ")}) AS BLOB)`;
  },

  beyondIntegers: (value) => sql`${Number(value)}`,
  extreme: aggregateExtreme,

  upsert: (table, key, row, change) => upsertOnConflict(table, key, row, change, raw('NOTHING')),
  insertMissing: insertMissingOnConflict,
  upsertSum: upsertSumOnConflict,
  deleteFirst: (table, key, condition, order, limit) => {
    const columns = raw(key.join(', '));
    const first = sql`SELECT ${columns} FROM ${raw(table)} WHERE ${condition} ORDER BY ${order} LIMIT ${limit}`;
    return sql`DELETE FROM ${raw(table)} WHERE (${columns}) IN (${first})`;
  },

  createTable: (table, columns, primaryKey, indexes = []) => {
    const parts = [...columns.map(definition), `PRIMARY KEY (${primaryKey.join(', ')})`];
    const create = raw(`CREATE TABLE IF NOT EXISTS ${table} (${parts.join(', ')}) WITHOUT ROWID`);
    return [create, ...indexes.map((index) => createIndex(table, index))];
  },
  extendTable: (table, columns, indexes) => [
    ...columns.map((column) => raw(`ALTER TABLE ${table} ADD COLUMN ${definition(column)}`)),
    ...indexes.map((index) => createIndex(table, index)),
  ],
  reduceTable: (table, columns, indexes) => [
    ...indexes.map((name) => raw(`DROP INDEX ${name}`)),
    ...columns.map((name) => raw(`ALTER TABLE ${table} DROP COLUMN ${name}`)),
  ],
  tableNames: raw("SELECT name FROM sqlite_master WHERE type = 'table'"),
  estimateRows: (table) => sql`SELECT COUNT(*) AS estimate FROM ${raw(table)}`,
  columnNames: (table) => sql`SELECT name FROM pragma_table_info(${table})`,
  indexNames: (table) =>
    sql`SELECT name FROM sqlite_master WHERE type = 'index'${
      table === undefined ? raw('') : sql` AND tbl_name = ${table}`
    }`,
};

/** What better-sqlite3 gives to prepare a database with. */
interface Pragmas {
  pragma(text: string): unknown;
}

function prepare(pragmas: readonly string[]): (database: Pragmas) => void {
  return (database) => {
    for (const pragma of pragmas) database.pragma(pragma);
  };
}

/** A database in memory belongs to one connection, and two are needed: one writes, one reads. */
function parseFilePath(url: string): string {
  const file = url.slice('sqlite:'.length).replace(/^\/\/(?=[./])/, '');
  if (file === '' || file.startsWith(':memory:'))
    throw new Error(
      'DATABASE_URL: SQLite needs a file, such as sqlite:./var/content.sqlite, not a database in memory.',
    );
  return file;
}

function definition({ name, type, required }: Column): string {
  return `${name} ${COLUMN_TYPES[type]} ${required ? 'NOT NULL' : 'NULL'}`;
}

function createIndex(table: string, { name, columns }: Index): Sql {
  return raw(`CREATE INDEX IF NOT EXISTS ${name} ON ${table} (${columns.join(', ')})`);
}

/** By the unary plus; `likely` alone does not keep a condition from choosing an index. */
function withoutIndex(condition: Sql): Sql {
  return sql`+(${condition})`;
}
