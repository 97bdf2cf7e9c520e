import type { ColumnTypes } from './jobs.js';
import { migration, type Migration } from './migration.js';

/**
 * The event log and the consumers that read it. An event is stored without a position, which it gets after its
 * transaction was committed; `k_event_position` finds the events without one, by transaction.
 */
export function createEventsMigration(types: ColumnTypes): Migration {
  const { id, name, key, text, integer, options, inlineIndexes } = types;
  const indexes = Object.entries({
    k_event_position: '(position, tx)',
    k_event_subject: '(subject_id, position)',
  });
  const keys = indexes.map(([index, columns]) => `, KEY ${index} ${columns}`).join('');
  return migration('Events1760000000040', { purpose: 'create the event log' }, [
    `CREATE TABLE IF NOT EXISTS event_log (
      id ${id} NOT NULL PRIMARY KEY,
      position ${integer} NULL,
      tx ${id} NOT NULL,
      type ${name} NOT NULL,
      subject_type ${key} NOT NULL,
      subject_id ${key} NOT NULL,
      subject_epoch ${integer} NOT NULL,
      subject_version ${integer} NOT NULL,
      recorded_at ${integer} NOT NULL,
      visibility ${name} NOT NULL,
      head ${text} NOT NULL,
      attributes ${text} NULL,
      relationships ${text} NULL${inlineIndexes ? keys : ''})${options}`,
    `CREATE TABLE IF NOT EXISTS event_cursor (
      name ${name} NOT NULL PRIMARY KEY,
      position ${integer} NOT NULL,
      holder ${key} NULL,
      token ${integer} NOT NULL,
      expires_at ${integer} NOT NULL)${options}`,
    ...(inlineIndexes
      ? []
      : indexes.map(([index, columns]) => `CREATE INDEX IF NOT EXISTS ${index} ON event_log ${columns}`)),
  ]);
}
