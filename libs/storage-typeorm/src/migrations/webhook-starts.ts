import type { ColumnTypes } from './jobs.js';
import { addColumns, migration, type Migration } from './migration.js';

/**
 * The position of the event log behind which the deliveries of an endpoint begin, the second in which some were attempted
 * last, and how many (`AttemptRate`).
 */
export function createWebhookStartsMigration({ integer }: ColumnTypes): Migration {
  const columns = ['start_position', 'rate_second', 'rate_count'].map((name) => ({
    ...{ table: 'webhook_endpoint', name, definition: `${integer} NULL` },
  }));
  return migration(
    'WebhookStarts1760000000110',
    { purpose: 'add the start and the rate of calls to webhooks' },
    (runner) => addColumns(runner, columns),
  );
}
