import { formatUuid, type Uuid } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { raw, sql } from '../database/sql.js';
import type { TypeIndexSchema } from './index-schema.js';
import { deleteRowsOfEntries, ENTRY_ID_COLUMN } from './row-writer.js';
import { SHARED_TABLES } from './stored-rows.js';

/** Derived rows without an entry. */
interface OrphanedRows {
  readonly table: string;
  readonly ids: readonly Buffer[];
}

export async function findOrphans(
  database: Database,
  types: readonly TypeIndexSchema[],
): Promise<OrphanedRows[]> {
  const shared = SHARED_TABLES.map(({ name }) => ({ table: name, belongs: raw('e.id IS NOT NULL') }));
  const own = types.map(({ table, id }) => ({ table, belongs: sql`e.type_id = ${id}` }));
  const found: OrphanedRows[] = [];
  for (const { table, belongs } of [...shared, ...own]) {
    const owner = raw(ENTRY_ID_COLUMN[table] ?? 'id');
    const rows = await database.query<{ id: Buffer }>(
      sql`SELECT DISTINCT d.${owner} AS id FROM ${raw(table)} d LEFT JOIN entry e ON e.id = d.${owner}
          WHERE e.id IS NULL OR NOT (${belongs})`,
    );
    if (rows.length > 0) found.push({ table, ids: rows.map(({ id }) => id) });
  }
  return found;
}

export async function deleteOrphans(database: Database, types: readonly TypeIndexSchema[]): Promise<void> {
  for (const { table, ids } of await findOrphans(database, types))
    await deleteRowsOfEntries(database, table, ids);
}

export const getIds = ({ ids }: OrphanedRows): Uuid[] => ids.map(formatUuid);
