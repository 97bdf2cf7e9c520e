import { setImmediate as nextLoopTurn } from 'node:timers/promises';
import { parseUuid } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { type DbConnection, type Sql, sql } from '../database/sql.js';
import { selectEntryColumns, type EntryRow, toEntry } from '../entries/entry-rows.js';
import { deriveRows, computeRowDifference, type RowDifference } from './derived-rows.js';
import type { TypeIndexSchema, IndexSchemaCache } from './index-schema.js';
import { readStoredRows } from './stored-rows.js';

/** Entries compared in one transaction; writers of these entries wait for it. */
const BATCH_SIZE = 200;

interface CompareOptions {
  readonly start?: Buffer | undefined;
  readonly restrict?: (type: TypeIndexSchema) => TypeIndexSchema;
}

/**
 * Compares the derived rows of all entries of a type with their documents, batch by batch. The event loop turns between two
 * batches.
 *
 * @param lock on the documents: writers lock them first, so nothing of an entry changes during the comparison
 * @param options.start the id behind which to begin; `last` of an earlier batch
 * @param options.restrict leaves out properties that are not compared
 * @param visit receives the difference, in the transaction of the comparison
 */
export async function* compareInBatches<T>(
  database: Database,
  schemaCache: IndexSchemaCache,
  name: string,
  lock: Sql,
  visit: (difference: RowDifference, connection: DbConnection, type: TypeIndexSchema) => Promise<T>,
  { start = Buffer.alloc(0), restrict = (type) => type }: CompareOptions = {},
): AsyncGenerator<{ readonly read: number; readonly last: Buffer; readonly result: T }> {
  // Without statistics, as after an import, PostgreSQL looks for the rows of each batch in the whole table.
  await database.analyze();
  let after = start;
  for (let read = BATCH_SIZE; read === BATCH_SIZE;) {
    const batch = await database.transaction(async (connection) => {
      const whole = (await schemaCache.lockTypes(connection, [name])).find(name);
      if (whole === undefined) throw new Error(`The resource type ${name} has no tables.`);
      const type = restrict(whole);
      const rows = await connection.query<EntryRow>(
        sql`SELECT ${selectEntryColumns(database.dialect)} FROM entry WHERE type_id = ${type.id} AND id > ${after}
            ORDER BY id LIMIT ${BATCH_SIZE} ${lock}`,
      );
      const entries = rows.map((row) => toEntry(row, name));
      const ids = entries.map(({ id }) => parseUuid(id));
      const stored = await readStoredRows(connection, database.dialect, type, ids);
      const derived = entries.flatMap((entry) => deriveRows(entry, type));
      return { ids, result: await visit(computeRowDifference(stored, derived), connection, type) };
    });
    after = batch.ids.at(-1) ?? after;
    read = batch.ids.length;
    yield { read, last: after, result: batch.result };
    await nextLoopTurn();
  }
}
