import type { ColumnTypes } from './jobs.js';
import { addColumns, migration, type Migration } from './migration.js';

/** The second in which deliveries of an endpoint were attempted last, and how many (`AttemptRate`). */
export function createWebhookRatesMigration({ integer }: ColumnTypes): Migration {
  const columns = ['rate_second', 'rate_count'].map((name) => ({
    ...{ table: 'webhook_endpoint', name, definition: `${integer} NULL` },
  }));
  return migration('WebhookRates1760000000110', { purpose: 'add the rate of calls to webhooks' }, (runner) =>
    addColumns(runner, columns),
  );
}
