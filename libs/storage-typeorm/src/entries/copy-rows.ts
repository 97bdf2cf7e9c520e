import {
  type CopyHead,
  type DiscardCopy,
  type EntryChange,
  type EntryCopy,
  type SaveCopy,
  VersionConflict,
} from '@content-service/entries';
import { formatUuid, parseUuid, type Uuid } from '@content-service/kernel';
import { insertStatement } from '../database/insert.js';
import {
  type DbConnection,
  equalsAll,
  queryInBatches,
  raw,
  sql,
  toParameterList,
  updateStatement,
} from '../database/sql.js';
import type { Dialect } from '../dialects/dialect.js';
import { writeCopyRevision } from './revision-rows.js';

/** The columns of `CopyRow`. */
export const COPY_COLUMNS = raw('entry_id, type, version, saved_at, head, content');

export interface CopyRow {
  readonly entry_id: Buffer;
  readonly type: Buffer;
  readonly version: number;
  readonly saved_at: number;
  readonly head: string;
  readonly content: string;
}

/**
 * Stores and discards working copies within the transaction of their entries, whose rows are locked, and deletes those of deleted
 * entries.
 *
 * @param getVersion the version of an entry after the changes; `undefined` when it does not exist
 * @throws VersionConflict
 */
export async function writeCopies(
  connection: DbConnection,
  dialect: Dialect,
  changes: readonly EntryChange[],
  getVersion: (id: Uuid) => number | undefined,
): Promise<void> {
  await deleteOf(
    connection,
    changes.flatMap((change) => (change.kind === 'delete' ? [change.id] : [])),
  );
  for (const change of changes) {
    if (change.kind === 'saveCopy') {
      const { entryId } = change.copy;
      if (getVersion(entryId) !== change.entryVersion) throw new VersionConflict(entryId);
      await saveCopy(connection, dialect, change);
    } else if (change.kind === 'discardCopy') await discardCopy(connection, change);
  }
}

async function saveCopy(
  connection: DbConnection,
  dialect: Dialect,
  { copy, expectedVersion, supersede }: SaveCopy,
): Promise<void> {
  const key = { entry_id: parseUuid(copy.entryId) };
  const values = {
    type: Buffer.from(copy.type),
    version: copy.version,
    saved_at: copy.savedAt,
    head: JSON.stringify(copy.head),
    content: JSON.stringify(copy.content),
  };
  if (expectedVersion === 0) {
    try {
      await connection.execute(insertStatement('entry_copy', [{ ...key, ...values }]));
    } catch (error) {
      throw dialect.classifyError(error) === 'duplicate' ? new VersionConflict(copy.entryId) : error;
    }
  } else {
    const expected = equalsAll({ ...key, version: expectedVersion });
    if ((await connection.execute(updateStatement('entry_copy', values, expected))) === 0)
      throw new VersionConflict(copy.entryId);
  }
  if (supersede !== undefined) await writeCopyRevision(connection, supersede);
}

async function discardCopy(
  connection: DbConnection,
  { id, expectedVersion, supersede }: DiscardCopy,
): Promise<void> {
  const expected = equalsAll({ entry_id: parseUuid(id), version: expectedVersion });
  if ((await connection.execute(sql`DELETE FROM entry_copy WHERE ${expected}`)) === 0)
    throw new VersionConflict(id);
  if (supersede !== undefined) await writeCopyRevision(connection, supersede);
}

/** Looks for copies first, without a lock: most deleted entries have none, and their rows are locked already. */
async function deleteOf(connection: DbConnection, entries: readonly Uuid[]): Promise<void> {
  const found = await queryInBatches(entries, (part) =>
    connection.query<{ entry_id: Buffer }>(
      sql`SELECT entry_id FROM entry_copy WHERE entry_id IN ${toParameterList(part.map(parseUuid))}`,
    ),
  );
  if (found.length === 0) return;
  const ids = toParameterList(found.map(({ entry_id: id }) => id));
  await connection.defer(sql`DELETE FROM entry_copy WHERE entry_id IN ${ids}`);
}

export function toCopy({
  entry_id: id,
  type,
  version,
  saved_at: savedAt,
  head,
  content,
}: CopyRow): EntryCopy {
  return {
    entryId: formatUuid(id),
    type: type.toString(),
    version,
    savedAt,
    head: JSON.parse(head) as CopyHead,
    content: JSON.parse(content) as EntryCopy['content'],
  };
}
