import type { ColumnTypes } from './jobs.js';
import { migration, type Migration } from './migration.js';

/** Future publications of entries; `k_schedule_due` has them in the order in which they are due. */
export function createEntrySchedulesMigration({
  id,
  name,
  integer,
  options,
  inlineIndexes,
}: ColumnTypes): Migration {
  const columns = '(due_at, entry_id, action)';
  const inline = inlineIndexes ? `, KEY k_schedule_due ${columns}` : '';
  return migration(
    'EntrySchedules1760000000100',
    { purpose: 'create the scheduled publications of entries' },
    [
      `CREATE TABLE IF NOT EXISTS entry_schedule (
      entry_id ${id} NOT NULL,
      action ${name} NOT NULL,
      due_at ${integer} NOT NULL,
      PRIMARY KEY (entry_id, action)${inline})${options}`,
      ...(inlineIndexes ? [] : [`CREATE INDEX IF NOT EXISTS k_schedule_due ON entry_schedule ${columns}`]),
    ],
  );
}
