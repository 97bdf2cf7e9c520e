import {
  type ChangedEntry,
  type CopySupersession,
  DeletionNotFound,
  Entry,
  type EntryMetadata,
  type EntryRevision,
  findLostReferences,
  LOST_REFERENCES_MAXIMUM,
  type LostReference,
  type RevisionChange,
  type RevisionKey,
  type RevisionMetadata,
  type RevisionTrack,
  type Supersession,
} from '@content-service/entries';
import { formatUuid, parseUuid, type Uuid } from '@content-service/kernel';
import type { Dialect } from '../dialects/dialect.js';
import { insertStatement, insertStatements } from '../database/insert.js';
import {
  type DbConnection,
  equalsAll,
  queryInBatches,
  raw,
  type Row,
  sql,
  toParameterList,
  updateStatement,
} from '../database/sql.js';

/** The columns of `MetadataRow`. */
export const METADATA_COLUMNS = raw('entry_id, number, track, head');

/** The stored columns of `RevisionRow`. */
export const REVISION_COLUMNS = raw('entry_id, number, track, head, attributes, relationships');

/** The values of the column `track`. */
export const TRACKS: Readonly<Record<RevisionTrack, Buffer>> = {
  live: Buffer.from('live'),
  copy: Buffer.from('copy'),
  deleted: Buffer.from('deleted'),
};

export interface MetadataRow {
  readonly entry_id: Buffer;
  readonly number: number;
  readonly track: Buffer;
  readonly head: string;
}

export interface RevisionRow extends MetadataRow {
  readonly attributes: string;
  readonly relationships: string;
}

/** The JSON of the column `head`: the change, and what a row of `entry` has in columns of its own. */
interface StoredHead extends RevisionChange {
  readonly entry: Omit<EntryMetadata, 'id'>;
  readonly lostReferences?: readonly LostReference[];
}

/** Stores revisions within the transaction that replaces their states, and deletes those of deleted entries. */
export async function writeRevisions(
  connection: DbConnection,
  changed: readonly ChangedEntry[],
  superseded: readonly Supersession[] = [],
): Promise<void> {
  const supersessions = new Map(superseded.map((supersession) => [supersession.entryId, supersession]));
  const rows = changed.flatMap(({ id, before, after }) => {
    const supersession = supersessions.get(id);
    if (before === undefined || supersession === undefined) return [];
    return [
      after
        ? toRow(supersession, 'live', before)
        : toRow(supersession, 'deleted', before, findLostReferences(id, changed)),
    ];
  });
  if (rows.length > 0)
    for (const statement of insertStatements('entry_revision', rows)) await connection.defer(statement);
  const isForgotten = ({ id, before, after }: ChangedEntry): boolean =>
    before !== undefined && after === undefined && !supersessions.has(id);
  await deleteOf(
    connection,
    changed.filter(isForgotten).map(({ id }) => id),
  );
  for (const { entryId, kept } of superseded)
    if (kept !== undefined) await trim(connection, parseUuid(entryId), kept);
}

/** Stores the revision of a working copy within the transaction that replaces or discards it. */
export async function writeCopyRevision(
  connection: DbConnection,
  { entry, ...supersession }: CopySupersession,
): Promise<void> {
  const row = toRow({ ...supersession, entryId: entry.id }, 'copy', entry);
  await connection.defer(insertStatement('entry_revision', [row]));
  if (supersession.kept !== undefined) await trim(connection, parseUuid(entry.id), supersession.kept);
}

/**
 * Adds references to deleted entries that are ended after the deletion, to those that are stored with it. The rows are locked: writers
 * of several referrers add to the same one.
 */
export async function addLostReferences(
  connection: DbConnection,
  dialect: Dialect,
  deleted: readonly Uuid[],
  changed: readonly ChangedEntry[],
): Promise<void> {
  const rows = await queryInBatches(deleted, (part) =>
    connection.query<MetadataRow>(
      sql`SELECT ${METADATA_COLUMNS} FROM entry_revision
          WHERE entry_id IN ${toParameterList(part.map(parseUuid))} AND track = ${TRACKS.deleted}
          ORDER BY entry_id, number ${dialect.forUpdate}`,
    ),
  );
  for (const { entry_id, number, head } of rows) {
    const stored = JSON.parse(head) as StoredHead;
    const known = stored.lostReferences ?? [];
    const lost = findLostReferences(formatUuid(entry_id), changed, LOST_REFERENCES_MAXIMUM - known.length);
    if (lost.length === 0) continue;
    const next: StoredHead = { ...stored, lostReferences: [...known, ...lost] };
    const values = { head: JSON.stringify(next) };
    await connection.defer(updateStatement('entry_revision', values, equalsAll({ entry_id, number })));
  }
}

/** @throws DeletionNotFound */
export async function takeBackDeletion(
  connection: DbConnection,
  { entryId, number }: RevisionKey,
): Promise<void> {
  const deletion = equalsAll({ entry_id: parseUuid(entryId), number, track: TRACKS.deleted });
  const found = await connection.execute(updateStatement('entry_revision', { track: TRACKS.live }, deletion));
  if (found === 0) throw new DeletionNotFound(entryId);
}

export function toMetadata(row: MetadataRow): RevisionMetadata {
  return createMetadata(row, JSON.parse(row.head) as StoredHead);
}

export function toRevision(row: RevisionRow): EntryRevision {
  const head = JSON.parse(row.head) as StoredHead;
  const metadata = { id: formatUuid(row.entry_id), ...head.entry };
  return {
    ...createMetadata(row, head),
    entry: Entry.stored(metadata, row.attributes, row.relationships),
  };
}

/** The row of a revision that is known as a whole. */
export function toRevisionRow({ track, entry, lostReferences, ...key }: EntryRevision): Row {
  return toRow(key, track, entry, lostReferences);
}

function createMetadata({ entry_id: id, number, track }: MetadataRow, stored: StoredHead): RevisionMetadata {
  const { entry, lostReferences, ...change } = stored;
  const { type, version, published } = entry;
  const metadata = {
    entryId: formatUuid(id),
    type,
    number,
    track: track.toString() as RevisionTrack,
    version,
    published,
    change,
  };
  return lostReferences === undefined ? metadata : { ...metadata, lostReferences };
}

function toRow(
  { entryId, number, change }: Pick<EntryRevision, 'entryId' | 'number' | 'change'>,
  track: RevisionTrack,
  entry: Entry,
  lostReferences: readonly LostReference[] = [],
): Row {
  const { type, published, created, changed, version, position, modelVersion } = entry;
  const metadata = { type, published, created, changed, version, position, modelVersion };
  const known: StoredHead = { ...change, entry: metadata };
  const stored = lostReferences.length === 0 ? known : { ...known, lostReferences };
  return {
    entry_id: parseUuid(entryId),
    number,
    track: TRACKS[track],
    head: JSON.stringify(stored),
    attributes: entry.attributesText,
    relationships: entry.relationshipsText,
  };
}

/** Looks for revisions first, without a lock: most deleted entries have none, and their rows are locked already. */
async function deleteOf(connection: DbConnection, entries: readonly Uuid[]): Promise<void> {
  const found = await queryInBatches(entries, (part) =>
    connection.query<{ entry_id: Buffer }>(
      sql`SELECT DISTINCT entry_id FROM entry_revision WHERE entry_id IN ${toParameterList(part.map(parseUuid))}`,
    ),
  );
  for (const { entry_id: id } of found)
    await connection.defer(sql`DELETE FROM entry_revision WHERE entry_id = ${id}`);
}

/** Deletes all revisions of an entry but the newest. */
async function trim(connection: DbConnection, id: Buffer, kept: number): Promise<void> {
  const [newestSurplus] = await connection.query<{ number: number }>(
    sql`SELECT number FROM entry_revision WHERE entry_id = ${id} ORDER BY number DESC LIMIT 1 OFFSET ${kept}`,
  );
  if (newestSurplus !== undefined)
    await connection.defer(
      sql`DELETE FROM entry_revision WHERE entry_id = ${id} AND number <= ${newestSurplus.number}`,
    );
}
