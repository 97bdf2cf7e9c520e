import { addColumns, migration, type Migration } from './migration.js';

/**
 * When the password was verified for authorization codes and refresh tokens. Existing ones have no time, so that tokens
 * that descend from them do not count as recently authenticated.
 *
 * @param integer the engine's type of 64-bit whole numbers
 */
export function createAuthenticationTimesMigration(integer: 'BIGINT' | 'INTEGER'): Migration {
  const column = { name: 'authenticated_at', definition: `${integer} NULL` };
  return migration(
    'AuthenticationTimes1760000000170',
    { purpose: 'add the time of the last login to authorization codes and refresh tokens' },
    (runner) =>
      addColumns(runner, [
        { table: 'authorization_code', ...column },
        { table: 'refresh_token', ...column },
      ]),
  );
}
