import { getOwn } from '@content-service/kernel';
import { setImmediate as nextLoopTurn } from 'node:timers/promises';
import type { Database } from '../database/database.js';
import { all, raw, type Sql, sql } from '../database/sql.js';
import type { TypeIndexSchema } from './index-schema.js';
import { deleteRowsOfEntries, ENTRY_ID_COLUMN } from './row-writer.js';
import { SHARED_TABLES } from './stored-rows.js';

/** Derived rows that one statement looks at. */
const RANGE_SIZE = 5000;

/** A range of a table of derived rows. */
interface CheckedRange {
  readonly table: string;
  /** The entries that the rows are of and that do not exist, or have another type. */
  readonly ids: readonly Buffer[];
  /** The last id of the range. */
  readonly last: Buffer;
}

/**
 * Looks for derived rows without an entry, range by range of the ids. The event loop turns between two ranges.
 *
 * @param start the range behind which to begin
 */
export async function* findOrphans(
  database: Database,
  types: readonly TypeIndexSchema[],
  start?: Pick<CheckedRange, 'table' | 'last'>,
): AsyncGenerator<CheckedRange> {
  const tables = [
    ...SHARED_TABLES.map(({ name }) => ({ table: name, belongs: raw('e.id IS NOT NULL') })),
    ...types.map(({ table, id }) => ({ table, belongs: sql`e.type_id = ${id}` })),
  ];
  const first = tables.findIndex(({ table }) => table === start?.table);
  for (const { table, belongs } of tables.slice(Math.max(first, 0))) {
    const owner = raw(getOwn(ENTRY_ID_COLUMN, table) ?? 'id');
    let after: Buffer | undefined = table === start?.table ? start.last : Buffer.alloc(0);
    while (after !== undefined) {
      const isBehind: Sql = sql`d.${owner} > ${after}`;
      const [end]: { id: Buffer }[] = await database.query(
        sql`SELECT d.${owner} AS id FROM ${raw(table)} d WHERE ${isBehind}
            ORDER BY d.${owner} LIMIT 1 OFFSET ${RANGE_SIZE - 1}`,
      );
      const range = end === undefined ? isBehind : all([isBehind, sql`d.${owner} <= ${end.id}`]);
      const rows = await database.query<{ id: Buffer }>(
        sql`SELECT DISTINCT d.${owner} AS id FROM ${raw(table)} d LEFT JOIN entry e ON e.id = d.${owner}
            WHERE ${range} AND (e.id IS NULL OR NOT (${belongs}))`,
      );
      const ids = rows.map(({ id }) => id);
      yield { table, ids, last: end?.id ?? LAST_ID };
      after = end?.id;
      await nextLoopTurn();
    }
  }
}

const LAST_ID = Buffer.alloc(16, 0xff);

/** @param onRange is called after each range */
export async function deleteOrphans(
  database: Database,
  types: readonly TypeIndexSchema[],
  onRange: () => Promise<void>,
): Promise<void> {
  for await (const { table, ids } of findOrphans(database, types)) {
    await deleteRowsOfEntries(database, table, ids);
    await onRange();
  }
}
