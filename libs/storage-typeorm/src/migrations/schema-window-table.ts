import type { ColumnTypes } from './jobs.js';
import { migration, type Migration } from './migration.js';

/** One row that tells processes of any version whether they can work with the database (`schema-window.ts`). */
export function createSchemaWindowMigration({ integer, options }: ColumnTypes): Migration {
  return migration('SchemaWindow1760000000080', { purpose: 'add the schema versions of the database' }, [
    `CREATE TABLE IF NOT EXISTS schema_window (
      id ${integer} NOT NULL PRIMARY KEY,
      expanded_to ${integer} NOT NULL,
      contracted_to ${integer} NOT NULL)${options}`,
  ]);
}
