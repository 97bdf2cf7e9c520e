import { BIGINT, byteText, COUNT, type Engine, key, LONG_TEXT, UUID } from './columns.js';
import { createTable } from './create-table.js';
import { migration, type Migration } from './migration.js';

/** The changes of entries that are not published yet. */
export function createEntryCopies(engine: Engine): Migration {
  return migration(
    'EntryCopies1760000000500',
    { purpose: 'keep the changes of entries that are not published yet' },
    createTable(engine, 'entry_copy', {
      columns: {
        entry_id: key(UUID),
        type: byteText(130),
        version: COUNT,
        saved_at: BIGINT,
        head: LONG_TEXT,
        content: LONG_TEXT,
      },
      indexes: [
        { name: 'k_copy_type', mysqlName: 'k_type', columns: ['type', 'saved_at'] },
        { name: 'k_copy_saved', mysqlName: 'k_saved', columns: ['saved_at'] },
      ],
    }),
  );
}
