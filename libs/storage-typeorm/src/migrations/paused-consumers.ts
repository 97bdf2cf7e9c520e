import { addColumns, migration, type Migration } from './migration.js';

/**
 * Whether an administrator has stopped a consumer of the event log.
 *
 * @param integer the type of a small number
 */
export function createPausedConsumersMigration(integer: string): Migration {
  const column = { table: 'event_cursor', name: 'paused', definition: `${integer} NOT NULL DEFAULT 0` };
  return migration(
    'PausedConsumers1760000000070',
    { purpose: 'add to the consumers of the event log whether they are paused' },
    (runner) => addColumns(runner, [column]),
  );
}
