import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Migration } from './migration.js';

/** A column of a table that earlier migrations made. */
interface AddedColumn {
  readonly table: string;
  readonly name: string;
  /** Its type with NOT NULL and DEFAULT, so that rows that are there get a value. */
  readonly definition: string;
}

const NAME = 'AccountSecurity1760000000003';

/**
 * Accounts whose password must be changed, and when the password was last verified in a session. Each step looks
 * whether it is done already, so that it can be run again after a crash: MySQL 8 and SQLite have no ADD COLUMN IF NOT
 * EXISTS.
 *
 * @param integer the engine's type of 64-bit whole numbers
 */
export function createAccountSecurityMigration(integer: 'BIGINT' | 'INTEGER'): Migration {
  const definition = `${integer} NOT NULL DEFAULT 0`;
  const columns: readonly AddedColumn[] = [
    { table: 'account', name: 'password_change_required', definition },
    { table: 'browser_session', name: 'authenticated_at', definition },
  ];
  return class implements MigrationInterface {
    readonly name = NAME;

    async up(runner: QueryRunner): Promise<void> {
      for (const { table, name, definition: type } of columns)
        if (!(await runner.hasColumn(table, name)))
          await runner.query(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`);
      await runner.query(
        'UPDATE browser_session SET authenticated_at = started_at WHERE authenticated_at = 0',
      );
    }

    down(): Promise<void> {
      return Promise.reject(new Error(`${NAME} cannot be taken back: that would drop what is stored.`));
    }
  };
}
