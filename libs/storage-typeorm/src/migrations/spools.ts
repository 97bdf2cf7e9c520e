import type { ColumnTypes } from './jobs.js';
import { migration, type Migration } from './migration.js';

/** What background jobs read and keep between their batches, such as an uploaded site package, in parts. */
export function createSpoolsMigration({ id, integer, bytes, options }: ColumnTypes): Migration {
  return migration('Spools1760000000170', { purpose: 'create the spools of background jobs' }, [
    `CREATE TABLE IF NOT EXISTS spool_part (
      spool ${id} NOT NULL,
      part ${integer} NOT NULL,
      content ${bytes} NOT NULL,
      stored_at ${integer} NOT NULL,
      PRIMARY KEY (spool, part))${options}`,
  ]);
}
