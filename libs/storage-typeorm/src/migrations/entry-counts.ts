import { migration, type Migration } from './migration.js';

/**
 * The numbers of entries of each type (`entries/entry-counts.ts`), counted once. Can be repeated: each type is counted anew.
 *
 * @param integer the type of a column of whole numbers
 * @param options stands behind the columns of a table
 */
export function createEntryCountsMigration(integer: string, options = ''): Migration {
  const purpose = 'count the entries of each type';
  return migration('EntryCounts1760000000030', { purpose, table: 'entry' }, async (runner) => {
    await runner.query(`CREATE TABLE IF NOT EXISTS entry_count (
      type_id ${integer} NOT NULL,
      slot ${integer} NOT NULL,
      total ${integer} NOT NULL,
      published ${integer} NOT NULL,
      PRIMARY KEY (type_id, slot))${options}`);
    await runner.query('DELETE FROM entry_count');
    const types = (await runner.query('SELECT id FROM resource_type WHERE layout > 0')) as { id: number }[];
    for (const { id } of types)
      await runner.query(`INSERT INTO entry_count (type_id, slot, total, published)
        SELECT ${id}, 0, COUNT(*), COALESCE(SUM(published), 0) FROM ix_${id}`);
  });
}
