import { type Engine, LONG_TEXT, optional } from './columns.js';
import { declareColumn } from './create-table.js';
import { addColumns, migration, type Migration } from './migration.js';

/** What is kept of the calls of webhooks, the JSON of a `SentRequest`. */
export function createSentRequests(engine: Engine): Migration {
  const definition = declareColumn(optional(LONG_TEXT), engine);
  return migration(
    'SentRequests1760000000600',
    { purpose: 'keep the headers of calls of webhooks', table: 'webhook_attempt' },
    (runner) => addColumns(runner, [{ table: 'webhook_attempt', name: 'request', definition }]),
  );
}
