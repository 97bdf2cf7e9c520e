import { formatUuid, type Uuid } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { raw, sql } from '../database/sql.js';
import { inLists, list } from '../database/statements.js';
import type { TypeLayout } from './layout.js';
import { OWNER } from './row-writer.js';
import { SHARED_TABLES } from './stored-rows.js';

/** Derived rows without an entry to follow from. */
interface Orphans {
  readonly table: string;
  readonly ids: readonly Buffer[];
}

export async function findOrphans(database: Database, types: readonly TypeLayout[]): Promise<Orphans[]> {
  const shared = SHARED_TABLES.map(({ name }) => ({ table: name, belongs: raw('e.id IS NOT NULL') }));
  const own = types.map(({ table, id }) => ({ table, belongs: sql`e.type_id = ${id}` }));
  const found: Orphans[] = [];
  for (const { table, belongs } of [...shared, ...own]) {
    const owner = raw(OWNER[table] ?? 'id');
    const rows = await database.rows<{ id: Buffer }>(
      sql`SELECT DISTINCT d.${owner} AS id FROM ${raw(table)} d LEFT JOIN entry e ON e.id = d.${owner}
          WHERE e.id IS NULL OR NOT (${belongs})`,
    );
    if (rows.length > 0) found.push({ table, ids: rows.map(({ id }) => id) });
  }
  return found;
}

export async function deleteOrphans(database: Database, types: readonly TypeLayout[]): Promise<void> {
  for (const { table, ids } of await findOrphans(database, types))
    await inLists(ids, async (part) => {
      await database.run(sql`DELETE FROM ${raw(table)} WHERE ${raw(OWNER[table] ?? 'id')} IN ${list(part)}`);
      return [];
    });
}

export const idsOf = ({ ids }: Orphans): Uuid[] => ids.map(formatUuid);
