import type { ColumnTypes } from './jobs.js';
import { addColumns, migration, type Migration } from './migration.js';

/** The ids of subjects that are no UUIDs, such as those of API clients; `subject_id` has a hash of them. */
export function createDeliverySubjectsMigration({ key }: ColumnTypes): Migration {
  const column = { table: 'webhook_delivery', name: 'subject_name', definition: `${key} NULL` };
  return migration(
    'DeliverySubjects1760000000150',
    { purpose: 'add names of subjects to the deliveries of webhooks' },
    (runner) => addColumns(runner, [column]),
  );
}
