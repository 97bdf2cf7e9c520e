import type { DataSourceOptions } from 'typeorm';
import type { Sql, SqlValue } from '../database/sql.js';
import type { Row } from '../database/statements.js';

/**
 * What went wrong, as far as it decides what to do next.
 * `conflict`: others were in the way, the same again may succeed. `lost`: the connection broke.
 * `unreachable`: there is nobody to talk to. `duplicate`: a key is taken. `outdated`: a column is not there (any more).
 */
export type Fault = 'conflict' | 'lost' | 'unreachable' | 'duplicate' | 'outdated';

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

/** A data source for changes, and one for reading where the engine wants two; else the same. */
interface ConnectionOptions {
  readonly writer: DataSourceOptions;
  readonly reader?: DataSourceOptions;
}

/**
 * All that differs between engines, but for the migrations. Everything else is SQL that they all understand: texts are
 * compared as bytes, keys are sixteen bytes, and nothing depends on a collation.
 */
export interface Dialect {
  readonly name: string;
  /** Whether all changes go through one connection, one after the other. */
  readonly writesOneAtATime: boolean;
  readonly begin: Sql;
  /** Behind a SELECT: nobody else may change (or lock) the rows. Empty where a transaction is alone anyway. */
  readonly forUpdate: Sql;
  /** Behind a SELECT: nobody may change the rows, others may do the same. */
  readonly forShare: Sql;
  /** What helps the engine to choose its indexes well, to be run now and then. */
  readonly lookAtStatistics?: Sql;
  /** UNIX seconds by the clock of the database, which all processes share. */
  readonly now: Sql;

  options(url: string): ConnectionOptions;
  faultOf(error: unknown): Fault | undefined;

  /**
   * Joins two tables in the order they are written in. Of a dozen tables the engines choose orders that take seconds, or
   * take as long to choose.
   */
  readonly joinInOrder: Sql;
  /** A condition that most rows meet: an index on it would not help. */
  usually(condition: Sql): Sql;
  /** Whether bytes contain others. */
  contains(bytes: Sql, piece: SqlValue): Sql;
  /** The last bytes. */
  endOf(bytes: Sql, length: number): Sql;
  /** The digits of a whole number, as bytes. */
  digits(integer: Sql): Sql;
  /** The canonical text of a UUID of sixteen bytes, as bytes. */
  uuidText(id: Sql): Sql;

  /**
   * Inserts a row, or changes the row that has the same key: the columns of `change` get the new values. Without any the
   * present row stays as it is.
   */
  upsert(table: string, key: readonly string[], row: Row, change: readonly string[]): Sql;

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
  /** Selects the `name` of each table, column of a table, or index of a table. */
  readonly tableNames: Sql;
  columnNames(table: string): Sql;
  indexNames(table: string): Sql;
}
