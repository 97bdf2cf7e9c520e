import { type Engine, optional, text } from './columns.js';
import { declareColumn } from './create-table.js';
import { addColumns, type Migration, migration } from './migration.js';

/** The IP address and the browser with which sessions were started. */
export function createSessionOrigins(engine: Engine): Migration {
  const table = 'browser_session';
  return migration(
    'SessionOrigins1760000000700',
    { purpose: 'keep where sessions of browsers were started' },
    (runner) =>
      addColumns(runner, [
        { table, name: 'ip_address', definition: declareColumn(optional(text(64)), engine) },
        { table, name: 'user_agent', definition: declareColumn(optional(text(255)), engine) },
      ]),
  );
}
