import { AliasTaken } from '@content-service/entries';
import { getOwn, groupBy } from '@content-service/kernel';
import type { Dialect } from '../dialects/dialect.js';
import { insertRows, insertTuples } from '../database/insert.js';
import {
  all,
  type DbConnection,
  equalsAll,
  queryInBatches,
  raw,
  type Row,
  type Sql,
  sql,
  toParameterList,
  TRUE,
  updateStatement,
} from '../database/sql.js';
import { type DerivedRow, formatIdentity, type RowDifference } from './derived-rows.js';

/** Applies changes of derived rows, deletions first: an alias may move from one entry to another. @throws AliasTaken */
export async function writeRows(
  connection: DbConnection,
  dialect: Dialect,
  difference: RowDifference,
): Promise<void> {
  const { removed, changed, added } = replaceShiftedValues(difference);
  await deleteRows(connection, removed);
  for (const { table, key, differing } of changed)
    await connection.defer(updateStatement(table, differing, equalsAll(key)));
  for (const rows of groupBy(added, getTable)) {
    const [{ table, key, values }] = rows;
    if (table === 'path_alias') await insertAliases(connection, dialect, rows);
    else
      for (const statement of insertTuples(
        table,
        [...Object.keys(key), ...Object.keys(values)],
        rows.map((row) => [...Object.values(row.key), ...Object.values(row.values)]),
      ))
        await connection.defer(statement);
  }
}

/** The most values of one field that are updated one by one. */
const UPDATES_MAXIMUM = 10;

/** Deletes and inserts the values of a field when many of them change, as those behind one that is removed do. */
function replaceShiftedValues({ removed, changed, added }: RowDifference): RowDifference {
  if (changed.length <= UPDATES_MAXIMUM) return { removed, changed, added };
  const isOfList = ({ key }: DerivedRow): boolean => 'delta' in key;
  const lists = groupBy(changed.filter(isOfList), formatList);
  const replaced = new Set(lists.filter((rows) => rows.length > UPDATES_MAXIMUM).flat());
  return {
    removed: [...removed, ...replaced],
    changed: changed.filter((row) => !replaced.has(row)),
    added: [...added, ...replaced],
  };
}

/** Deletes rows by their keys; those whose keys differ in the last column only, such as the deltas of a field, together. */
async function deleteRows(connection: DbConnection, rows: readonly DerivedRow[]): Promise<void> {
  for (const group of groupBy(rows, formatList)) {
    const [{ table, key }] = group;
    const last = Object.keys(key).at(-1) ?? '';
    const prefix = getKeyPrefix(group[0]);
    const hasPrefix = Object.keys(prefix).length === 0 ? TRUE : equalsAll(prefix);
    await queryInBatches(
      group.map((row) => row.key[last] ?? null),
      async (part) => {
        const isListed = sql`${raw(last)} IN ${toParameterList(part)}`;
        await connection.defer(sql`DELETE FROM ${raw(table)} WHERE ${all([hasPrefix, isListed])}`);
        return [];
      },
    );
  }
}

/** Equal for rows whose keys differ in the last column only. */
function formatList(row: DerivedRow): string {
  return formatIdentity({ ...row, key: getKeyPrefix(row) });
}

/** The key of a row without its last column. */
function getKeyPrefix({ key }: DerivedRow): Row {
  return Object.fromEntries(Object.entries(key).slice(0, -1));
}

/** The column with the id of the entry, where it is not `id`. */
export const ENTRY_ID_COLUMN: Readonly<Record<string, string>> = {
  entry_ref: 'source',
  path_alias: 'entry_id',
  alias_fold: 'entry_id',
};

/** Deletes all rows of entries from the tables of the given rows. */
export async function removeEntryRows(
  connection: DbConnection,
  ids: readonly Buffer[],
  rows: readonly DerivedRow[],
): Promise<void> {
  for (const table of new Set(rows.map(getTable))) await deleteRowsOfEntries(connection, table, ids);
}

/** Deletes all rows of entries from one derived table. */
export async function deleteRowsOfEntries(
  target: { execute(statement: Sql): Promise<number> },
  table: string,
  ids: readonly Buffer[],
): Promise<void> {
  await queryInBatches(ids, async (part) => {
    await target.execute(
      sql`DELETE FROM ${raw(table)} WHERE ${raw(getOwn(ENTRY_ID_COLUMN, table) ?? 'id')} IN ${toParameterList(part)}`,
    );
    return [];
  });
}

/** @throws AliasTaken */
async function insertAliases(
  connection: DbConnection,
  dialect: Dialect,
  rows: readonly DerivedRow[],
): Promise<void> {
  try {
    const aliases = rows.map(({ key, values }) => ({ ...key, ...values }));
    await insertRows(connection, 'path_alias', aliases);
  } catch (error) {
    if (dialect.classifyError(error) !== 'duplicate') throw error;
    await connection.rollback();
    for (const { key } of rows) {
      const taken = await connection.query(sql`SELECT 1 FROM path_alias WHERE ${equalsAll(key)}`);
      if (taken.length > 0) throw new AliasTaken(String(key['alias']), String(key['langcode']));
    }
    throw error;
  }
}

const getTable = ({ table }: DerivedRow): string => table;
