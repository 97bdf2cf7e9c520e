import { AliasTaken } from '@content-service/entries';
import type { Dialect } from '../dialects/dialect.js';
import type { Session } from '../database/session.js';
import { raw, sql } from '../database/sql.js';
import { equal, inLists, insert, inserts, list, update } from '../database/statements.js';
import type { DerivedRow } from './derived-rows.js';
import type { RowDifference } from './row-difference.js';

/** Brings derived rows in line. What goes, goes first: an alias may move from one entry to another. @throws AliasTaken */
export async function writeRows(
  session: Session,
  dialect: Dialect,
  difference: RowDifference,
): Promise<void> {
  for (const { table, key } of difference.removed)
    await session.run(sql`DELETE FROM ${raw(table)} WHERE ${equal(key)}`);
  for (const { table, key, values } of difference.changed)
    await session.run(update(table, values, equal(key)));
  for (const [table, rows] of byTable(difference.added)) {
    if (table === 'path_alias') await insertAliases(session, dialect, rows);
    else
      for (const statement of inserts(
        table,
        rows.map(({ key, values }) => ({ ...key, ...values })),
      ))
        await session.run(statement);
  }
}

/** The column by which rows belong to an entry. */
export const OWNER: Readonly<Record<string, string>> = { entry_ref: 'source', path_alias: 'entry_id' };

/** Removes all rows of entries from the tables in which they have some. */
export async function removeRowsOf(
  session: Session,
  ids: readonly Buffer[],
  rows: readonly DerivedRow[],
): Promise<void> {
  for (const table of byTable(rows).keys())
    await inLists(ids, async (part) => {
      await session.run(sql`DELETE FROM ${raw(table)} WHERE ${raw(OWNER[table] ?? 'id')} IN ${list(part)}`);
      return [];
    });
}

/** One at a time, so that the error can name the alias that is taken. */
async function insertAliases(session: Session, dialect: Dialect, rows: readonly DerivedRow[]): Promise<void> {
  for (const { table, key, values } of rows) {
    try {
      await session.run(insert(table, [{ ...key, ...values }]));
    } catch (error) {
      if (dialect.faultOf(error) !== 'duplicate') throw error;
      throw new AliasTaken(String(key['alias']), String(key['langcode']));
    }
  }
}

function byTable(rows: readonly DerivedRow[]): Map<string, DerivedRow[]> {
  const tables = new Map<string, DerivedRow[]>();
  for (const row of rows) {
    const present = tables.get(row.table);
    if (present === undefined) tables.set(row.table, [row]);
    else present.push(row);
  }
  return tables;
}
