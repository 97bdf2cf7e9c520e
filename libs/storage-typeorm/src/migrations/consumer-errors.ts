import type { ColumnTypes } from './jobs.js';
import { addColumns, migration, type Migration } from './migration.js';

/** Why a consumer of the event log does not go on. */
export function createConsumerErrorsMigration({ text }: ColumnTypes): Migration {
  const column = { table: 'event_cursor', name: 'error', definition: `${text} NULL` };
  return migration(
    'ConsumerErrors1760000000060',
    { purpose: 'add errors to the consumers of the event log' },
    (runner) => addColumns(runner, [column]),
  );
}
