import type { AuditActor } from '@content-service/audit';
import {
  type CopyFilter,
  type CopyPage,
  type CopyWindow,
  type EntryCopy,
  type EntryRevision,
  EntryRevisionStore,
  type ErasureStep,
  type RevisionKey,
  type RevisionPage,
  type RevisionTrack,
  type RevisionWindow,
  withoutActor,
} from '@content-service/entries';
import { formatUuid, isUuid, parseUuid, type Uuid } from '@content-service/kernel';
import { type Database, repeatInDoubt } from '../database/database.js';
import {
  all,
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
import { COPY_COLUMNS, type CopyRow, toCopy } from '../entries/copy-rows.js';
import {
  METADATA_COLUMNS,
  type MetadataRow,
  REVISION_COLUMNS,
  type RevisionRow,
  toMetadata,
  toRevision,
  toRevisionRow,
  TRACKS,
} from '../entries/revision-rows.js';

export class TypeOrmEntryRevisionStore extends EntryRevisionStore {
  constructor(private readonly database: Database) {
    super();
  }

  override async page(entryId: Uuid, window: RevisionWindow): Promise<RevisionPage> {
    const ofEntry = sql`entry_id = ${parseUuid(entryId)}`;
    const rows = await this.database.query<MetadataRow>(selectPage(ofEntry, window));
    return toPage(rows, window);
  }

  override async find(entryId: Uuid, number: number): Promise<EntryRevision | undefined> {
    const id = parseUuid(entryId);
    const [row] = await this.database.query<RevisionRow & Neighbours>(
      sql`SELECT ${REVISION_COLUMNS},
            (SELECT MAX(number) FROM entry_revision WHERE entry_id = ${id} AND number < ${number}) predecessor,
            (SELECT MIN(number) FROM entry_revision WHERE entry_id = ${id} AND number > ${number}) successor
          FROM entry_revision WHERE ${equalsAll({ entry_id: id, number })}`,
    );
    if (row === undefined) return undefined;
    const neighbours = { predecessor: row.predecessor ?? undefined, successor: row.successor ?? undefined };
    return { ...toRevision(row), ...neighbours };
  }

  override async pageDeleted(window: RevisionWindow): Promise<RevisionPage> {
    const isDeletion = isOfTrack('deleted');
    return toPage(await this.database.query<MetadataRow>(selectPage(isDeletion, window)), window);
  }

  override async prune(before: number, limit: number): Promise<number> {
    const pruned = await this.pruneTrack('live', before, limit);
    return pruned < limit ? pruned + (await this.pruneTrack('copy', before, limit - pruned)) : pruned;
  }

  /** Ordered by the whole key: MariaDB does not see that one track is in the order of its numbers, and sorts all old rows. */
  private pruneTrack(track: RevisionTrack, before: number, limit: number): Promise<number> {
    const isOld = sql`${isOfTrack(track)} AND number < ${before}`;
    const order = raw('track, number');
    return this.database.deleteFirst('entry_revision', ['entry_id', 'number'], isOld, order, limit);
  }

  /** Locks the deletions first, so that one is either taken back or deleted. */
  override async pruneDeleted(before: number, limit: number): Promise<number> {
    return this.database.transaction(async (connection) => {
      const rows = await connection.query<{ entry_id: Buffer; number: number }>(
        sql`SELECT entry_id, number FROM entry_revision WHERE ${isOfTrack('deleted')} AND number < ${before}
            ORDER BY number LIMIT ${limit} ${this.database.dialect.forUpdate}`,
      );
      for (const { entry_id: id, number } of rows)
        await connection.defer(
          sql`DELETE FROM entry_revision WHERE entry_id = ${id} AND number <= ${number}`,
        );
      return rows.length;
    }, repeatInDoubt);
  }

  override async scan(after: RevisionKey | undefined, limit: number): Promise<readonly EntryRevision[]> {
    const rows = await this.database.query<RevisionRow>(
      sql`SELECT ${REVISION_COLUMNS} FROM entry_revision WHERE ${after === undefined ? TRUE : isAfter(after)}
          ORDER BY entry_id, number LIMIT ${limit}`,
    );
    return rows.map(toRevision);
  }

  override async addAll(revisions: readonly EntryRevision[]): Promise<void> {
    if (revisions.length === 0) return;
    const { dialect } = this.database;
    const rows = revisions.map(toRevisionRow);
    await this.database.transaction(async (connection) => {
      for (const statement of dialect.insertMissing('entry_revision', ['entry_id', 'number'], rows))
        await connection.execute(statement);
    }, repeatInDoubt);
  }

  override async eraseActor(
    userId: Uuid,
    after: RevisionKey | undefined,
    limit: number,
  ): Promise<ErasureStep<RevisionKey>> {
    const rows = await this.database.query<RevisionHeadRow>(
      sql`SELECT entry_id, number, head FROM entry_revision WHERE ${after === undefined ? TRUE : isAfter(after)}
          ORDER BY entry_id, number LIMIT ${limit}`,
    );
    const named = rows.filter(({ head }) => findErased(head, userId) !== undefined);
    const keys = named.map(({ entry_id, number }) => ({ entry_id, number }));
    const erased = await this.eraseHeads('entry_revision', keys, userId);
    const last = rows.length < limit ? undefined : rows.at(-1);
    return { erased, next: last && { entryId: formatUuid(last.entry_id), number: last.number } };
  }

  override async eraseCopyActor(
    userId: Uuid,
    after: Uuid | undefined,
    limit: number,
  ): Promise<ErasureStep<Uuid>> {
    const rows = await this.database.query<Pick<CopyRow, 'entry_id' | 'head'>>(
      sql`SELECT entry_id, head FROM entry_copy
          WHERE ${after === undefined ? TRUE : sql`entry_id > ${parseUuid(after)}`} ORDER BY entry_id LIMIT ${limit}`,
    );
    const named = rows.filter(({ head }) => findErased(head, userId) !== undefined);
    const erased = await this.eraseHeads(
      'entry_copy',
      named.map(({ entry_id }) => ({ entry_id })),
      userId,
    );
    const last = rows.length < limit ? undefined : rows.at(-1);
    return { erased, next: last && formatUuid(last.entry_id) };
  }

  /** Reads each head again under a lock, since others may write it meanwhile. */
  private async eraseHeads(table: string, keys: readonly Row[], userId: Uuid): Promise<number> {
    if (keys.length === 0) return 0;
    return this.database.transaction(async (connection) => {
      let erased = 0;
      for (const key of keys) {
        const [row] = await connection.query<{ readonly head: string }>(
          sql`SELECT head FROM ${raw(table)} WHERE ${equalsAll(key)} ${this.database.dialect.forUpdate}`,
        );
        const head = row && findErased(row.head, userId);
        if (head === undefined) continue;
        erased += await connection.execute(updateStatement(table, { head }, equalsAll(key)));
      }
      return erased;
    }, repeatInDoubt);
  }

  override async findCopies(ids: readonly Uuid[]): Promise<Map<Uuid, EntryCopy>> {
    const rows = await queryInBatches(ids.filter(isUuid), (part) =>
      this.database.query<CopyRow>(
        sql`SELECT ${COPY_COLUMNS} FROM entry_copy WHERE entry_id IN ${toParameterList(part.map(parseUuid))}`,
      ),
    );
    return new Map(rows.map(toCopy).map((copy) => [copy.entryId, copy]));
  }

  override async pageCopies({ type }: CopyFilter, { before, limit }: CopyWindow): Promise<CopyPage> {
    const isOfType = type === undefined ? TRUE : sql`type = ${Buffer.from(type)}`;
    const isBefore = before === undefined ? TRUE : sql`saved_at < ${before}`;
    const rows = await this.database.query<CopyRow>(
      sql`SELECT ${COPY_COLUMNS} FROM entry_copy WHERE ${all([isOfType, isBefore])}
          ORDER BY saved_at DESC LIMIT ${limit + 1}`,
    );
    return { copies: rows.slice(0, limit).map(toCopy), more: rows.length > limit };
  }

  override async estimateCount(): Promise<number> {
    const [row] = await this.database.query<{ estimate: number | string }>(
      this.database.dialect.estimateRows('entry_revision'),
    );
    return Number(row?.estimate ?? 0);
  }
}

/** The numbers of the revisions before and after one. */
interface Neighbours {
  readonly predecessor: number | null;
  readonly successor: number | null;
}

type RevisionHeadRow = Pick<RevisionRow, 'entry_id' | 'number' | 'head'>;

/** The head of a change without a user that it names. */
function findErased(head: string, userId: Uuid): string | undefined {
  if (!head.includes(userId)) return undefined;
  const erased = withoutActor(JSON.parse(head) as { readonly actor?: AuditActor }, userId);
  return erased && JSON.stringify(erased);
}

function isAfter({ entryId, number }: RevisionKey): Sql {
  const id = parseUuid(entryId);
  return sql`entry_id >= ${id} AND (entry_id > ${id} OR number > ${number})`;
}

/** The rows of a page, newest first, and one more. */
function selectPage(condition: Sql, { before, limit }: RevisionWindow): Sql {
  const isBefore = before === undefined ? TRUE : sql`number < ${before}`;
  return sql`SELECT ${METADATA_COLUMNS} FROM entry_revision WHERE ${all([condition, isBefore])}
      ORDER BY number DESC LIMIT ${limit + 1}`;
}

function toPage(rows: readonly MetadataRow[], { limit }: RevisionWindow): RevisionPage {
  return { revisions: rows.slice(0, limit).map(toMetadata), more: rows.length > limit };
}

function isOfTrack(track: RevisionTrack): Sql {
  return sql`track = ${TRACKS[track]}`;
}
