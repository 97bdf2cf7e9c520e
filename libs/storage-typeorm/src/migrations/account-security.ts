import { type AddedColumn, addColumns, migration, type Migration } from './migration.js';

/**
 * Accounts whose password must be changed, and when the password was last verified in a session.
 *
 * @param integer the engine's type of 64-bit whole numbers
 */
export function createAccountSecurityMigration(integer: 'BIGINT' | 'INTEGER'): Migration {
  const definition = `${integer} NOT NULL DEFAULT 0`;
  const columns: readonly AddedColumn[] = [
    { table: 'account', name: 'password_change_required', definition },
    { table: 'browser_session', name: 'authenticated_at', definition },
  ];
  const purpose = 'add the time of the last login to sessions, and passwords that must be changed';
  return migration('AccountSecurity1760000000003', { purpose, table: 'browser_session' }, async (runner) => {
    await addColumns(runner, columns);
    await runner.query('UPDATE browser_session SET authenticated_at = started_at WHERE authenticated_at = 0');
  });
}
