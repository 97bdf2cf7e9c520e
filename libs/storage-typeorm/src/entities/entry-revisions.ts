import { BIGINT, type Engine, key, LONG_TEXT, NAME, UUID } from './columns.js';
import { createTable } from './create-table.js';
import { migration, type Migration } from './migration.js';

/** The replaced and deleted states of entries. */
export function createEntryRevisions(engine: Engine): Migration {
  return migration(
    'EntryRevisions1760000000400',
    { purpose: 'keep the states of entries that are replaced or deleted' },
    createTable(engine, 'entry_revision', {
      columns: {
        entry_id: key(UUID),
        number: key(BIGINT),
        track: NAME,
        head: LONG_TEXT,
        attributes: LONG_TEXT,
        relationships: LONG_TEXT,
      },
      indexes: [{ name: 'k_revision_track', mysqlName: 'k_track', columns: ['track', 'number'] }],
    }),
  );
}
