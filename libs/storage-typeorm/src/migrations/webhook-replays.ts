import type { ColumnTypes } from './jobs.js';
import { addColumns, migration, type Migration } from './migration.js';

/** The job of the replay that a delivery belongs to. */
export function createWebhookReplaysMigration({ id }: ColumnTypes): Migration {
  const column = { table: 'webhook_delivery', name: 'replay_job', definition: `${id} NULL` };
  return migration(
    'WebhookReplays1760000000090',
    { purpose: 'add replays to the deliveries of webhooks' },
    (runner) => addColumns(runner, [column]),
  );
}
