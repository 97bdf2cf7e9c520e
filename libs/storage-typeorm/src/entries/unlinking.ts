import { type EntryChange, EntryIdReleasing } from '@content-service/entries';
import { formatUuid, parseUuid, type Uuid } from '@content-service/kernel';
import {
  type DbConnection,
  type Queryable,
  queryInBatches,
  raw,
  type Sql,
  sql,
  toParameterList,
} from '../database/sql.js';
import type { Dialect } from '../dialects/dialect.js';

// The table `unlinking` lists deleted entries that some documents still refer to. Reads leave them out until a job has
// rewritten all referrers. An entry is created anew under such an id when none is left; processes of an earlier version did so
// earlier, and such an entry keeps the referrers that were left. The list can be long, so statements look targets up in it,
// and never have it as parameters.

/** 1 if there are any, else 0. */
export const IS_ANY_UNLINKING = raw('CASE WHEN EXISTS (SELECT 1 FROM unlinking) THEN 1 ELSE 0 END');

/** The same as a column, so that a read usually needs no statement for them. */
export const UNLINKING_COLUMN = sql`${IS_ANY_UNLINKING} AS unlinking`;

/** A row with `UNLINKING_COLUMN`. */
export interface UnlinkingRow {
  readonly unlinking?: number;
}

const NOT_CREATED_ANEW = raw('NOT EXISTS (SELECT 1 FROM entry WHERE entry.id = unlinking.target)');

/**
 * Condition: a target is a deleted entry that is still in linkage.
 *
 * @param target a value, or a column with the alias of its table
 */
export function isUnlinking(target: Sql): Sql {
  return sql`EXISTS (SELECT 1 FROM unlinking WHERE unlinking.target = ${target} AND ${NOT_CREATED_ANEW})`;
}

/** Condition: the stored linkage of an entry has targets that are listed. */
export function hasUnlinkingTargets(source: Sql): Sql {
  return sql`(EXISTS (SELECT 1 FROM unlinking) AND EXISTS (SELECT 1 FROM entry_ref r
    WHERE r.source = ${source} AND EXISTS (SELECT 1 FROM unlinking WHERE unlinking.target = r.target)))`;
}

/** Whether any deleted entry may still be in linkage. */
export async function hasPendingUnlinks(queryable: Queryable): Promise<boolean> {
  return (await queryable.query(sql`SELECT target FROM unlinking LIMIT 1`)).length > 0;
}

/** Finds the targets that are deleted entries, each once. */
export async function findUnlinkingTargets(
  queryable: Queryable,
  targets: Iterable<Uuid>,
): Promise<readonly Uuid[]> {
  const rows = await queryInBatches([...new Set(targets)], (part) =>
    queryable.query<{ target: Buffer }>(
      sql`SELECT target FROM unlinking WHERE target IN ${toParameterList(part.map(parseUuid))} AND ${NOT_CREATED_ANEW}`,
    ),
  );
  return rows.map(({ target }) => formatUuid(target));
}

/**
 * Refuses ids of deleted entries that are still in linkage. To be called after the rows are inserted, which waits for a
 * deletion that is about to be committed.
 *
 * @throws EntryIdReleasing
 */
export async function assertReleased(connection: Queryable, changes: readonly EntryChange[]): Promise<void> {
  const inserted = changes.flatMap((change) => (change.kind === 'insert' ? [change.entry.id] : []));
  const rows = await queryInBatches(inserted, (part) =>
    connection.query<{ target: Buffer }>(sql`SELECT target FROM unlinking WHERE ${isOneOf('target', part)}`),
  );
  if (rows.length > 0) throw new EntryIdReleasing(rows.map(({ target }) => formatUuid(target)));
}

/** Finds the targets that are listed, also when they were created anew, and locks them until the transaction ends. */
export async function lockUnlinkingTargets(
  connection: DbConnection,
  { forUpdate }: Dialect,
  targets: readonly Uuid[],
): Promise<readonly Uuid[]> {
  const rows = await queryInBatches([...targets].sort(), (part) =>
    connection.query<{ target: Buffer }>(
      sql`SELECT target FROM unlinking WHERE ${isOneOf('target', part)} ORDER BY target ${forUpdate}`,
    ),
  );
  return rows.map(({ target }) => formatUuid(target));
}

/** Takes targets off the list. */
export async function removeUnlinkingTargets(
  connection: DbConnection,
  targets: readonly Uuid[],
): Promise<void> {
  await connection.execute(sql`DELETE FROM unlinking WHERE ${isOneOf('target', targets)}`);
}

/** Rows of linkage that are read for one referrer: it can refer to several of the entries, and several times. */
const REFS_OF_REFERRER = 4;

/**
 * Some referrers of some entries. Rows of linkage are read up to a bound, and unsorted: DISTINCT would read all rows of these
 * entries.
 *
 * @returns at most `limit` ids, each once, and whether there may be others
 */
export async function findReferrers(
  connection: DbConnection,
  targets: readonly Uuid[],
  limit: number,
): Promise<{ readonly ids: readonly Uuid[]; readonly more: boolean }> {
  const refs = limit * REFS_OF_REFERRER;
  const rows = await queryInBatches(targets, (part) =>
    connection.query<{ source: Buffer }>(
      sql`SELECT source FROM entry_ref WHERE ${isOneOf('target', part)} LIMIT ${refs}`,
    ),
  );
  const ids = [...new Set(rows.map(({ source }) => formatUuid(source)))];
  return { ids: ids.slice(0, limit), more: rows.length >= refs || ids.length > limit };
}

/** Removes rows of linkage that no document has, as `verifyIndex` reports them: they would be found again and again. */
export async function removeRefs(
  connection: DbConnection,
  sources: readonly Uuid[],
  targets: readonly Uuid[],
): Promise<void> {
  const isListed = sql`${isOneOf('source', sources)} AND ${isOneOf('target', targets)}`;
  // An absent source cannot be locked against being created anew with such a target.
  const isAbsent = raw('NOT EXISTS (SELECT 1 FROM entry WHERE entry.id = entry_ref.target)');
  await connection.execute(sql`DELETE FROM entry_ref WHERE ${isListed} AND ${isAbsent}`);
}

function isOneOf(column: string, ids: readonly Uuid[]): Sql {
  return sql`${raw(column)} IN ${toParameterList(ids.map(parseUuid))}`;
}
