import type { Database } from '../database/database.js';
import type { Session } from '../database/session.js';
import { type Sql, sql } from '../database/sql.js';
import { ENTRY_COLUMNS, type EntryRow, toEntry } from '../entries/entry-row.js';
import { derivedRows } from './derived-rows.js';
import type { TypeLayout } from './layout.js';
import type { Layouts } from './layouts.js';
import { rowDifference, type RowDifference } from './row-difference.js';
import { storedRows } from './stored-rows.js';

/** How many entries are compared in one transaction: whoever writes to them has to wait for it. */
const RANGE = 200;

/**
 * Compares the derived rows of all entries of a type with their documents, range by range.
 *
 * @param lock on the documents: writers lock them first, so nothing of an entry changes during the comparison
 * @param visit gets what would have to be done, in the transaction of the comparison
 */
export async function* walk<T>(
  database: Database,
  layouts: Layouts,
  name: string,
  lock: Sql,
  visit: (difference: RowDifference, session: Session, type: TypeLayout) => Promise<T>,
): AsyncGenerator<{ readonly read: number; readonly result: T }> {
  let after: Buffer = Buffer.alloc(0);
  for (let read = RANGE; read === RANGE;) {
    const range = await database.transaction(async (session) => {
      const type = (await layouts.locked(session, [name])).find(name);
      if (type === undefined) throw new Error(`The resource type ${name} has no tables.`);
      const rows = await session.rows<EntryRow>(
        sql`SELECT ${ENTRY_COLUMNS} FROM entry WHERE type_id = ${type.id} AND id > ${after}
            ORDER BY id LIMIT ${RANGE} ${lock}`,
      );
      const ids = rows.map(({ id }) => id);
      const stored = await storedRows(session, database.dialect, type, ids);
      const derived = rows.flatMap((row) => derivedRows(toEntry(row, name), type));
      return { ids, result: await visit(rowDifference(stored, derived), session, type) };
    });
    after = range.ids.at(-1) ?? after;
    read = range.ids.length;
    yield { read, result: range.result };
  }
}
