import type { Database } from '../database/database.js';
import { type Layouts, readProperties } from './layouts.js';
import { deleteOrphans } from './orphans.js';
import { writeRows } from './row-writer.js';
import { dropProperty, makeTable } from './type-tables.js';
import { walk } from './walk.js';

/**
 * Makes the derived rows of all entries of a type what they should be.
 *
 * @param pause is called between two ranges
 * @returns how many entries were read
 */
export async function repairType(
  database: Database,
  layouts: Layouts,
  name: string,
  pause: () => Promise<void>,
): Promise<number> {
  const { dialect } = database;
  let entries = 0;
  const ranges = walk(database, layouts, name, dialect.forUpdate, (difference, session) =>
    writeRows(session, dialect, difference),
  );
  for await (const { read } of ranges) {
    entries += read;
    await pause();
  }
  return entries;
}

/** Makes everything anew that follows from documents, and drops what is left of former fields. */
export async function rebuild(
  database: Database,
  layouts: Layouts,
  pause: () => Promise<void>,
): Promise<number> {
  const properties = await readProperties(database);
  for (const row of properties.filter(({ state }) => state === 'gone')) {
    await pause();
    await dropProperty(database, row);
  }
  layouts.forget();
  const { types, model } = await layouts.current();
  let entries = 0;
  for (const { id, name } of types) {
    const type = model.find(name);
    const rows = properties.filter(({ type_id }) => type_id === id);
    if (type !== undefined) await makeTable(database, type, id, rows, pause);
    entries += await repairType(database, layouts, name, pause);
  }
  await deleteOrphans(database, types);
  return entries;
}
