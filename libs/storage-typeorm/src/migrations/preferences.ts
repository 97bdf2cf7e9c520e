import type { ColumnTypes } from './jobs.js';
import { migration, type Migration } from './migration.js';

/** Settings that people and clients make for themselves, one JSON document by owner and name. */
export function createPreferencesMigration({ name, text, integer, options }: ColumnTypes): Migration {
  return migration('Preferences1760000000130', { purpose: 'create the preferences of users and clients' }, [
    `CREATE TABLE IF NOT EXISTS preference (
      owner ${name} NOT NULL,
      name ${name} NOT NULL,
      value ${text} NOT NULL,
      version ${integer} NOT NULL,
      PRIMARY KEY (owner, name))${options}`,
  ]);
}
