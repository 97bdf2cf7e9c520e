import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type AddedColumn, addColumns, type Migration } from './migration.js';

const NAME = 'AccountSecurity1760000000003';

/**
 * Accounts whose password must be changed, and when the password was last verified in a session. It can be run again
 * after a crash.
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
      await addColumns(runner, columns);
      await runner.query(
        'UPDATE browser_session SET authenticated_at = started_at WHERE authenticated_at = 0',
      );
    }

    down(): Promise<void> {
      return Promise.reject(new Error(`${NAME} cannot be taken back: that would drop what is stored.`));
    }
  };
}
