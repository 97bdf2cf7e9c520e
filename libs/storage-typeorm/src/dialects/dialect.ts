import type { DataSourceOptions } from 'typeorm';
import type { Row, Sql, SqlValue } from '../database/sql.js';
import type { Engine } from '../entities/columns.js';
import type { HostOrder } from './host-selector.js';
import type { PoolObserver } from './pool-limits.js';

/**
 * Kind of an error, which decides what to do next.
 * `conflict`: others were in the way, the same again may succeed. `lost`: the connection broke.
 * `unreachable`: no server accepts the connection. `duplicate`: a key is taken. `outdated`: a column is not there (any more).
 * `timeout`: the statement ran into its time limit. `busy`: no connection became free in time. `full`: there is no room for
 * what was to be written.
 */
export type DriverFault =
  | 'conflict'
  | 'lost'
  | 'unreachable'
  | 'duplicate'
  | 'outdated'
  | 'timeout'
  | 'busy'
  | 'full';

/** Bounds of what a process asks of its database. */
export interface DatabaseLimits {
  /** Milliseconds that one statement may take; 0 for no limit. */
  readonly statementTimeoutMs: number;
  /** Connections to a database server that are open at most. */
  readonly poolSize: number;
  /** Requests that wait at most for a connection, or for a reader process of SQLite. */
  readonly queueMaximum: number;
  /** Milliseconds that each of them waits at most. */
  readonly acquireTimeoutMs: number;
  /** Milliseconds that a transaction whose COMMIT was not confirmed waits at most for a database that answers. */
  readonly inDoubtTimeoutMs: number;
  /** Processes that run the heavy reads of SQLite at most (`database/reader-pool.ts`). */
  readonly sqliteReaders: number;
  /** Entries of a type from which on its pages are read group by group (`plan/plan-group.ts`). */
  readonly largeType: number;
}

/** The kinds of columns that derived tables have. */
export type ColumnType = 'id' | 'bytes' | 'text' | 'integer' | 'float' | 'flag';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** Columns that are not named here may be NULL. */
  readonly required?: true;
}

export interface Index {
  /** No other table has an index of the name. */
  readonly name: string;
  /** With `DESC` where the order is descending. */
  readonly columns: readonly string[];
}

/** The rows of a full text index. */
interface SearchedRows {
  /** What stands behind FROM. */
  readonly from: Sql;
  readonly condition: Sql;
}

/** A data source for changes, and one for reading where the engine wants two; else the same. */
interface ConnectionOptions {
  readonly writer: DataSourceOptions;
  readonly reader?: DataSourceOptions;
  /** How many hosts the URL names; 1 unless it is given. */
  readonly hostCount?: number;
  /** Whether each host was up when this process last used it. */
  readonly readHosts?: () => readonly boolean[];
  /** Where the driver blocks the process while a statement runs: how processes for heavy reads open the same database. */
  readonly readerProcess?: SqliteConnectionOptions;
  /** The same for the thread of transactions of many rows. */
  readonly writerThread?: SqliteConnectionOptions;
}

/** How a process or thread (`database/reader-process.js`, `database/writer-thread.js`) opens a SQLite database. */
export interface SqliteConnectionOptions {
  readonly file: string;
  readonly pragmas: readonly string[];
  /** Milliseconds to wait for a lock. */
  readonly busyTimeoutMs: number;
  readonly readonly: boolean;
}

/**
 * All that differs between engines, but for the migrations. Everything else is SQL that they all understand: texts are
 * compared as bytes, keys are sixteen bytes, and nothing depends on a collation.
 */
export interface Dialect {
  readonly name: Engine;
  /** Whether all changes go through one connection, one after the other. */
  readonly singleWriter: boolean;
  /**
   * Whether a process may have several `EntryStore.apply` of many changes in progress, so that one is prepared while another
   * is stored (where there is a single writer, they queue for it). Not where share locks are granted ahead of a writer that waits for the row: each transaction of an import
   * locks the targets of its references, and overlapping ones lock it all the time.
   */
  readonly concurrentWrites: boolean;
  /** Whether the driver answers within the call, on the thread of the event loop. */
  readonly isSynchronous: boolean;
  /** Whether the driver takes several statements, between them `BATCH_SEPARATOR`, and answers with the list of their results. */
  readonly sendsBatches: boolean;
  readonly begin: Sql;
  /** Begins a transaction whose reads all see what is committed now, or at its first read. */
  readonly beginSnapshot: readonly Sql[];
  /** Suffix of a SELECT that locks its rows exclusively. Empty where the engine has a single writer. */
  readonly forUpdate: Sql;
  /** Suffix of a SELECT that locks its rows against changes; other transactions may do the same. */
  readonly forShare: Sql;
  /** What helps the engine to choose its indexes well, to be run now and then. */
  readonly analyze?: Sql;
  /**
   * Stands behind the table `entry` where its rows are looked up by a list of ids, and names the index. SQLite would read the
   * whole table for a long list, as long as its statistics are of a time when the table was small. Empty elsewhere.
   */
  readonly byEntryId: Sql;
  /**
   * The same behind the table `event_log` where the events without a position are read: the statistics may be of an import,
   * when no event had one.
   */
  readonly byEventPosition: Sql;
  /** UNIX seconds by the clock of the database, which all processes share. */
  readonly now: Sql;

  options(
    url: string,
    limits: DatabaseLimits,
    hostOrder: HostOrder,
    observer?: PoolObserver,
  ): ConnectionOptions;
  classifyError(error: unknown): DriverFault | undefined;

  /**
   * Joins two tables in the order they are written in. For a dozen tables the engines choose orders that take seconds, or
   * take as long to choose.
   */
  readonly joinInOrder: Sql;
  /**
   * What stands behind the direction of a column that may be NULL, in an order and in an index: NULL counts as less than
   * every value. Empty where that is the default.
   */
  readonly nullOrder: Readonly<Record<'ascending' | 'descending', string>>;
  /** Whether no index gives the order behind a bound of `c <= ? OR c IS NULL`, so that the two are to be asked for apart. */
  readonly splitsNullRanges: boolean;
  /**
   * Whether the engine reads an index that gives the first key of an order, and sorts the rows of each key by the others. If
   * not, it sorts all rows.
   */
  readonly sortsWithinEqualKeys: boolean;
  /**
   * Whether the engine prefers the index of ORDER BY to that of a condition on columns of the entry where LIMIT makes it
   * cheaper.
   */
  readonly choosesIndexByLimit: boolean;
  /** Stands before a statement of which the engine is to tell its plan, without running it. */
  readonly explain: Sql;
  /** A row of such a plan as a line of text. */
  formatPlanRow(row: Readonly<Record<string, unknown>>): string;
  /** NULL in the place of a column. */
  readonly nulls: Readonly<Record<'bytes' | 'integer' | 'float', Sql>>;
  /** A condition that most rows meet: an index on it would not help. */
  likely(condition: Sql): Sql;
  /** A condition that the optimizer makes neither an index lookup nor a join: each row is compared. */
  withoutIndex(condition: Sql): Sql;
  /** Whether bytes contain others. */
  contains(bytes: Sql, piece: SqlValue): Sql;
  /**
   * The rows of `ix_search` that have all of some tokens, wherever they stand; the tokens are lower-case letters and digits of
   * ASCII.
   *
   * @param row the alias of the table
   * @param openEnd the one that may be the beginning of a longer token
   */
  searchRows(row: string, tokens: readonly string[], openEnd: string | undefined): SearchedRows;
  /** The last bytes. */
  suffix(bytes: Sql, length: number): Sql;
  /** The digits of a whole number, as bytes. */
  digits(integer: Sql): Sql;
  /** Bytes as a text of hexadecimal digits, in upper or lower case. */
  hex(bytes: Sql): Sql;
  /** The canonical text of a UUID of sixteen bytes, as bytes. */
  uuidText(id: Sql): Sql;
  /** A number that no column of whole numbers can hold, such as 1.5 or 10³⁰, to be compared with one. */
  beyondIntegers(value: number | bigint): Sql;
  /**
   * The least value (ascending) or the greatest (descending) of some rows; NULL where none has a value.
   *
   * @param from what stands behind FROM, WHERE included
   */
  extreme(direction: 'ascending' | 'descending', value: Sql, from: Sql): Sql;

  /**
   * Inserts a row, or changes the row that has the same key: the columns of `change` get the new values. Without any the
   * present row stays as it is, and is locked until the transaction ends.
   */
  upsert(table: string, key: readonly string[], row: Row, change: readonly string[]): Sql;
  /** Inserts the rows whose key is not stored yet, in few statements; rows that are stored stay as they are. */
  insertMissing(table: string, key: readonly string[], rows: readonly Row[]): Sql[];
  /** Inserts a row, or adds its other columns to those of the row that has the same key. */
  upsertSum(table: string, key: readonly string[], row: Row): Sql;

  /**
   * Deletes the first rows of an order that meet a condition, so that a transaction stays short however many there are.
   *
   * @param key the primary key
   * @param order gives the same rows as the condition where an index has both
   */
  deleteFirst(table: string, key: readonly string[], condition: Sql, order: Sql, limit: number): Sql;

  /** Creates a table if there is none of the name, with its indexes. */
  createTable(
    table: string,
    columns: readonly Column[],
    primaryKey: readonly string[],
    indexes?: readonly Index[],
  ): Sql[];
  /** Adds columns and indexes that are not there yet. */
  extendTable(table: string, columns: readonly Column[], indexes: readonly Index[]): Sql[];
  /** Drops columns, and indexes in which no other column stands. */
  reduceTable(table: string, columns: readonly string[], indexes: readonly string[]): Sql[];
  /** Selects the `name` of each table, of each column of a table, of each index of a table or of all tables. */
  readonly tableNames: Sql;
  columnNames(table: string): Sql;
  /** Selects about how many rows a table has, as `estimate`, without reading all rows of a server's table. */
  estimateRows(table: string): Sql;
  indexNames(table?: string): Sql;
}
