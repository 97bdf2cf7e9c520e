import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { mysql } from './mysql.js';
import { postgres } from './postgres.js';
import { sqlite } from './sqlite.js';

/** As mysql2 reports an error of the server. */
const answered = (errno: number, code?: string): Error =>
  Object.assign(new Error('refused'), { errno, code });

describe('classifyError, for errors of MySQL and MariaDB', () => {
  it.each([
    [1047, 'ER_UNKNOWN_COM_ERROR', 'unreachable'],
    [1180, 'ER_ERROR_DURING_COMMIT', 'lost'],
    [1205, 'ER_LOCK_WAIT_TIMEOUT', 'conflict'],
    [1213, 'ER_LOCK_DEADLOCK', 'conflict'],
    [1290, 'ER_OPTION_PREVENTS_STATEMENT', 'unreachable'],
    [1792, 'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION', 'unreachable'],
    [1836, 'ER_READ_ONLY_MODE', 'unreachable'],
    [1969, undefined, 'timeout'],
    [3024, 'ER_QUERY_TIMEOUT', 'timeout'],
    [1317, 'ER_QUERY_INTERRUPTED', 'timeout'],
    [1054, 'ER_BAD_FIELD_ERROR', 'outdated'],
    [1021, 'ER_DISK_FULL', 'full'],
    [1114, 'ER_RECORD_FILE_FULL', 'full'],
    [1064, 'ER_PARSE_ERROR', undefined],
  ])('%i (%s) is %s', (errno, code, fault) => {
    expect(mysql.classifyError(answered(errno, code))).toBe(fault);
  });

  it.each([
    ['connect', 'unreachable'],
    ['read', 'lost'],
  ])('ETIMEDOUT of the system call %s is %s', (syscall, fault) => {
    expect(mysql.classifyError(Object.assign(new Error('late'), { code: 'ETIMEDOUT', syscall }))).toBe(fault);
  });
});

describe('classifyError, for errors of PostgreSQL', () => {
  it.each([
    ['40001', 'conflict'],
    ['40P01', 'conflict'],
    ['55P03', 'conflict'],
    ['42710', 'conflict'],
    ['42P07', 'conflict'],
    ['23505', 'duplicate'],
    ['42703', 'outdated'],
    ['57P01', 'lost'],
    ['57P03', 'unreachable'],
    ['25006', 'unreachable'],
    ['57014', 'timeout'],
    ['53100', 'full'],
    ['42601', undefined],
  ])('%s is %s', (code, fault) => {
    expect(postgres.classifyError(Object.assign(new Error('refused'), { code }))).toBe(fault);
  });

  it('a table that another process makes at the same time is a conflict', () => {
    const message = 'duplicate key value violates unique constraint "pg_type_typname_nsp_index"';

    expect(postgres.classifyError(Object.assign(new Error(message), { code: '23505' }))).toBe('conflict');
  });

  it.each([
    [new Error('Connection terminated unexpectedly'), 'lost'],
    [new Error('Client has encountered a connection error and is not queryable'), 'lost'],
    [new QueryRunnerAlreadyReleasedError(), 'lost'],
    [new QueryRunnerProviderAlreadyReleasedError(), 'lost'],
    [new Error('timeout expired'), 'unreachable'],
  ])('%s, which has no code, is %s', (error, fault) => {
    expect(postgres.classifyError(error)).toBe(fault);
  });
});

describe('classifyError, for errors of SQLite', () => {
  it.each([
    ['SQLITE_FULL', 'full'],
    ['SQLITE_BUSY_SNAPSHOT', 'conflict'],
    ['SQLITE_CANTOPEN', 'unreachable'],
    ['READER_TIMEOUT', 'timeout'],
    ['READER_BUSY', 'busy'],
    ['READER_ENDED', 'lost'],
    ['SQLITE_ERROR', undefined],
  ])('%s is %s', (code, fault) => {
    expect(sqlite.classifyError(Object.assign(new Error('refused'), { code }))).toBe(fault);
  });
});
