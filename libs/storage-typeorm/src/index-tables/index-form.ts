import { INDEX_FORM } from '@content-service/entries';
import type { Database } from '../database/database.js';
import { sql } from '../database/sql.js';

/** The row of `generation` with the form of the texts in all derived rows; absent before the second form. */
const AREA = 'index_form';

/**
 * Whether the derived rows of all entries have texts in the form of this version, or of a newer one that the database is
 * being upgraded to.
 */
export async function hasPresentForm(database: Database): Promise<boolean> {
  const [row] = await database.query<{ value: number }>(
    sql`SELECT value FROM generation WHERE area = ${AREA}`,
  );
  return (row?.value ?? 1) >= INDEX_FORM;
}

/** From now on the derived rows of all entries count as those of this version. */
export async function storePresentForm(database: Database): Promise<void> {
  await database.execute(
    database.dialect.upsert('generation', ['area'], { area: AREA, value: INDEX_FORM }, ['value']),
  );
}
