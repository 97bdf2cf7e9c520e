import type { Database } from '../database/database.js';
import { sql } from '../database/sql.js';

/** The schema versions of a database. */
export interface SchemaWindow {
  /** The newest version whose expanding migrations have run; 0 before any. */
  readonly expandedTo: number;
  /** The newest version whose contracting migrations have run; processes of earlier versions do not work any more. */
  readonly contractedTo: number;
}

/** Processes work with databases that are at most so many schema versions ahead. */
const VERSIONS_AHEAD = 1;

/** The table `schema_window` must exist. */
export async function readSchemaWindow(database: Database): Promise<SchemaWindow> {
  const [row] = await database.query<Record<'expanded_to' | 'contracted_to', number | string>>(
    sql`SELECT expanded_to, contracted_to FROM schema_window WHERE id = 1`,
  );
  // PostgreSQL's driver gives 64-bit numbers as text.
  return { expandedTo: Number(row?.expanded_to ?? 0), contractedTo: Number(row?.contracted_to ?? 0) };
}

/** Stores a window; numbers never become smaller. */
export async function widenSchemaWindow(database: Database, reached: SchemaWindow): Promise<void> {
  const stored = await readSchemaWindow(database);
  const row = {
    id: 1,
    expanded_to: Math.max(stored.expandedTo, reached.expandedTo),
    contracted_to: Math.max(stored.contractedTo, reached.contractedTo),
  };
  await database.execute(
    database.dialect.upsert('schema_window', ['id'], row, ['expanded_to', 'contracted_to']),
  );
}

/** Whether processes of a schema version do not work with the database, since newer ones have changed it. */
export function isTooNew({ expandedTo, contractedTo }: SchemaWindow, version: number): boolean {
  return contractedTo > version || expandedTo > version + VERSIONS_AHEAD;
}
