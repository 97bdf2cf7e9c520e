import { migration, type Migration } from './migration.js';

/** The types of columns, as an engine names them. */
export interface ColumnTypes {
  readonly id: string;
  /** A text of up to 64 characters that is compared bytewise. */
  readonly name: string;
  /** One of up to 255. */
  readonly key: string;
  readonly text: string;
  readonly integer: string;
  /** Bytes of any number. */
  readonly bytes: string;
  /** Stands behind the columns of a table. */
  readonly options: string;
  /** Whether indexes are made with their table, since there is no CREATE INDEX IF NOT EXISTS. */
  readonly inlineIndexes: boolean;
}

export const MYSQL_TYPES: ColumnTypes = {
  id: 'BINARY(16)',
  name: 'VARBINARY(64)',
  key: 'VARBINARY(255)',
  text: 'LONGTEXT',
  integer: 'BIGINT',
  bytes: 'LONGBLOB',
  options: ' ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin',
  inlineIndexes: true,
};

export const POSTGRES_TYPES: ColumnTypes = {
  id: 'BYTEA',
  name: 'BYTEA',
  key: 'BYTEA',
  text: 'TEXT COLLATE "C"',
  integer: 'BIGINT',
  bytes: 'BYTEA',
  options: '',
  inlineIndexes: false,
};

export const SQLITE_TYPES: ColumnTypes = {
  id: 'BLOB',
  name: 'BLOB',
  key: 'BLOB',
  text: 'TEXT',
  integer: 'INTEGER',
  bytes: 'BLOB',
  options: '',
  inlineIndexes: false,
};

/**
 * Background jobs. Only unfinished jobs have an `unfinished_key`, only running ones a `running_group`: the unique keys
 * (NULL is never a duplicate) leave one unfinished job of a key and one running job of a group.
 */
export function createJobsMigration(types: ColumnTypes): Migration {
  const { id, name, key, text, integer, options, inlineIndexes } = types;
  const index = 'k_job_state';
  const columns = '(state, run_at)';
  return migration('Jobs1760000000020', { purpose: 'create the background jobs' }, [
    `CREATE TABLE IF NOT EXISTS job (
      id ${id} NOT NULL PRIMARY KEY,
      kind ${name} NOT NULL,
      job_group ${name} NULL,
      running_group ${name} NULL UNIQUE,
      dedup_key ${key} NULL,
      unfinished_key ${key} NULL UNIQUE,
      state ${name} NOT NULL,
      parameters ${text} NOT NULL,
      context ${text} NOT NULL,
      phase ${name} NOT NULL,
      done ${integer} NOT NULL,
      total ${integer} NULL,
      checkpoint ${text} NULL,
      result ${text} NULL,
      error ${text} NULL,
      attempts ${integer} NOT NULL,
      cancel_requested ${integer} NOT NULL,
      created_at ${integer} NOT NULL,
      run_at ${integer} NOT NULL,
      started_at ${integer} NULL,
      ended_at ${integer} NULL,
      version ${integer} NOT NULL,
      lease_token ${name} NULL,
      lease_until ${integer} NULL${inlineIndexes ? `, KEY ${index} ${columns}` : ''})${options}`,
    ...(inlineIndexes ? [] : [`CREATE INDEX IF NOT EXISTS ${index} ON job ${columns}`]),
  ]);
}
