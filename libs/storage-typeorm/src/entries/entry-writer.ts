import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { ModelOutdated } from '@content-service/bundles';
import {
  ChangedEntries,
  type ChangedEntry,
  type AttachedWrites,
  DuplicateRequest,
  type Entry,
  type EntryChange,
  getEntryId,
  getWrittenEntries,
  type IdempotentRequest,
  type Identifier,
  getAllLinkage,
  getTargetIds,
  StoredTargetsNotFound,
} from '@content-service/entries';
import type { EventRecorder, RecordedEntryEvent, TransactionChanges } from '@content-service/events';
import { formatUuid, type Uuid, parseUuid } from '@content-service/kernel';
import { insertStatement } from '../database/insert.js';
import { type DbConnection, queryInBatches, sql, toParameterList } from '../database/sql.js';
import type { Dialect } from '../dialects/dialect.js';
import type { IndexSchema, IndexSchemaCache, TypeIndexSchema } from '../index-tables/index-schema.js';
import { storeProgress } from '../stores/job-rows.js';
import { storeAuditLines } from '../stores/audited-transactions.js';
import {
  type DerivedChanges,
  deriveChangedRows,
  type DerivedInserts,
  writeChangedRows,
} from './derived-changes.js';
import { writeCopies } from './copy-rows.js';
import { updateCounts } from './entry-counts.js';
import { readEntries, replaceEntryRow, writeEntryRows } from './entry-rows.js';
import { createEventInserts } from './event-rows.js';
import { addLostReferences, takeBackDeletion, writeRevisions } from './revision-rows.js';
import { writeSchedules } from './schedule-rows.js';
import {
  assertReleased,
  findReferrers,
  findUnlinkingTargets,
  lockUnlinkingTargets,
  removeRefs,
  removeUnlinkingTargets,
} from './unlinking.js';

/** The most referrers of deleted entries that are rewritten in the same transaction; the rest are left to a job. */
const REFERRERS_MAXIMUM = 50;

export interface WriteResult {
  readonly changed: readonly ChangedEntry[];
  /** The deleted entries that have further referrers to be rewritten. */
  readonly pendingUnlinks: readonly Uuid[];
  /** As they were recorded in the event log. */
  readonly events: readonly RecordedEntryEvent[];
}

/** The changes of a transaction whose entries and derived rows are written. */
interface Written {
  readonly entries: ChangedEntries;
  readonly indexSchema: IndexSchema;
  readonly pendingUnlinks: readonly Uuid[];
}

/** Writes entries and their derived rows within one transaction. */
export class EntryWriter {
  constructor(
    private readonly connection: DbConnection,
    private readonly dialect: Dialect,
    private readonly schemaCache: IndexSchemaCache,
    private readonly recorder: EventRecorder,
  ) {}

  /** See `EntryStore.apply`. The rows derived before are used if their schema is still the current one. */
  async apply(
    changes: readonly EntryChange[],
    { idempotency, audit = [], origin, completedSchedules, superseded, restored, job }: AttachedWrites,
    derived?: DerivedInserts,
  ): Promise<WriteResult> {
    const { entries, indexSchema, pendingUnlinks } =
      (await this.updateWithoutRead(changes)) ?? (await this.writeLocked(changes, derived));
    await writeSchedules(this.connection, this.dialect, changes, completedSchedules);
    await writeRevisions(this.connection, entries.changed, superseded);
    await writeCopies(this.connection, this.dialect, changes, (id) => entries.find(id)?.version);
    if (restored !== undefined) await takeBackDeletion(this.connection, restored);
    if (idempotency !== undefined) await this.insertIdempotentRequest(idempotency);
    await storeAuditLines(this.connection, this.dialect, this.recorder, audit);
    const requested = new Set(changes.map(getEntryId));
    const events = await this.record({ changed: entries.changed, requested, origin, superseded });
    await updateCounts(this.connection, this.dialect, indexSchema, entries.changed);
    if (job !== undefined) await storeProgress(this.connection, job);
    return { changed: entries.changed, pendingUnlinks, events };
  }

  /**
   * Updates one entry whose stored state the change has: the UPDATE locks it and tells whether that state is still stored,
   * and whether the index schema that this process knows is the current one.
   *
   * @returns `undefined`, with nothing written, when it is not, or the linkage of the entry has deleted targets
   */
  private async updateWithoutRead([change, ...others]: readonly EntryChange[]): Promise<Written | undefined> {
    if (change?.kind !== 'update' || others.length > 0 || change.previous === undefined) return undefined;
    const { previous, entry } = change;
    const entries = new ChangedEntries([previous]);
    entries.applyChange(change);
    const indexSchema = await this.schemaCache.current(this.connection);
    const type = indexSchema.find(entry.type);
    if (type === undefined || !isOfCurrentModel(entry, type)) return undefined;
    await this.schemaCache.deferLock(this.connection, type);
    if (!(await replaceEntryRow(this.connection, type, previous, entry))) return undefined;
    await this.assertTargetsExist(entries, new Set([entry.id]));
    const rows = deriveChangedRows(entries.changed, indexSchema);
    await writeChangedRows(this.connection, this.dialect, rows);
    return { entries, indexSchema, pendingUnlinks: [] };
  }

  /** Documents are locked before anything else that depends on them is read. */
  private async writeLocked(changes: readonly EntryChange[], derived?: DerivedInserts): Promise<Written> {
    const entries = new ChangedEntries(await this.lockCurrent(findStored(changes)));
    for (const change of changes) entries.applyChange(change);
    const written = getWrittenEntries(changes);
    const deleted = new Set(changes.flatMap((change) => (change.kind === 'delete' ? [change.id] : [])));
    const hasFurtherReferrers = await this.unlink(entries, deleted);
    const indexSchema = await this.lockIndexSchema(entries.changed);
    for (const entry of written) assertCurrentModel(entry, indexSchema);
    await this.assertTargetsExist(entries, new Set(written.map(({ id }) => id)));
    entries.assertDistinctAliases();
    await this.write(entries.changed, indexSchema, derived);
    const pendingUnlinks = hasFurtherReferrers ? await this.addPendingUnlinks([...deleted]) : [];
    await assertReleased(this.connection, changes);
    return { entries, indexSchema, pendingUnlinks };
  }

  /**
   * Removes deleted entries from the linkage of some of their referrers. An entry that was created again with the same id
   * keeps them. Its existence is checked after the referrers are locked, because it could be created and referenced before.
   *
   * @returns how many were looked at; 0 when none is left, and none of the entries is pending any more
   */
  async unlinkBatch(targets: readonly Uuid[], limit: number): Promise<number> {
    const pending = await lockUnlinkingTargets(this.connection, this.dialect, targets);
    if (pending.length === 0) return 0;
    const { ids: sources } = await findReferrers(this.connection, pending, limit);
    const referrers = await this.lock(sources);
    const revived = (await this.lock(pending)).map(({ id }) => id);
    if (revived.length > 0) {
      await removeUnlinkingTargets(this.connection, revived);
      return this.unlinkBatch(pending, limit);
    }
    if (sources.length === 0) await removeUnlinkingTargets(this.connection, pending);
    else await this.rewriteReferrers(sources, referrers, pending);
    return sources.length;
  }

  /** @param sources the ids that the rows of linkage have; `referrers` are those of them that exist */
  private async rewriteReferrers(
    sources: readonly Uuid[],
    referrers: readonly Entry[],
    deleted: readonly Uuid[],
  ): Promise<void> {
    const entries = new ChangedEntries(referrers);
    entries.unlinkEach(new Set(deleted));
    const stale = sources.filter((id) => !entries.isChanged(id));
    if (stale.length > 0) await removeRefs(this.connection, stale, deleted);
    if (entries.changed.length === 0) return;
    await this.write(entries.changed, await this.lockIndexSchema(entries.changed));
    await addLostReferences(this.connection, this.dialect, deleted, entries.changed);
    await this.record({ changed: entries.changed, requested: new Set() });
  }

  private async record(transaction: TransactionChanges): Promise<readonly RecordedEntryEvent[]> {
    const events = this.recorder.createEvents(transaction);
    const stored = transaction.changed.filter(({ after }) => after !== undefined);
    for (const statement of createEventInserts(events, new Set(stored.map(({ id }) => id))))
      await this.connection.defer(statement);
    return events;
  }

  private lock(ids: readonly Uuid[]): Promise<Entry[]> {
    return readEntries(this.connection, this.schemaCache, [...new Set(ids)].sort(), this.dialect.forUpdate);
  }

  /**
   * Locks entries that are about to be changed, and removes deleted targets from their linkage. Readers see the entries
   * without these targets already, so the change is one of that state.
   */
  private async lockCurrent(ids: readonly Uuid[]): Promise<Entry[]> {
    const stored = await this.lock(ids);
    const entries = new ChangedEntries(stored);
    // Read after the locks, since a deletion may be committed while this transaction waits for them.
    const pending = await findUnlinkingTargets(this.connection, stored.flatMap(getTargetIds));
    entries.unlinkEach(new Set(pending));
    if (entries.changed.length > 0) {
      await this.write(entries.changed, await this.lockIndexSchema(entries.changed));
      await addLostReferences(this.connection, this.dialect, pending, entries.changed);
    }
    return stored.map((entry) => entries.find(entry.id) ?? entry);
  }

  private lockIndexSchema(changed: readonly ChangedEntry[]): Promise<IndexSchema> {
    const types = changed.flatMap(({ before, after }) => [before?.type, after?.type]);
    return this.schemaCache.lockTypes(this.connection, [
      ...new Set(types.filter((type) => type !== undefined)),
    ]);
  }

  /** @returns whether there may be more referrers than are rewritten here */
  private async unlink(entries: ChangedEntries, deleted: ReadonlySet<Uuid>): Promise<boolean> {
    if (deleted.size === 0) return false;
    const { ids, more } = await findReferrers(this.connection, [...deleted], REFERRERS_MAXIMUM);
    entries.unlink(deleted, await this.lock(ids));
    return more;
  }

  /** Lists the deleted entries that are still in linkage, after the changes of this transaction were written. @returns these */
  private async addPendingUnlinks(deleted: readonly Uuid[]): Promise<readonly Uuid[]> {
    const pending = await queryInBatches([...deleted].sort(), (part) =>
      this.connection.query<{ target: Buffer }>(
        sql`SELECT DISTINCT target FROM entry_ref WHERE target IN ${toParameterList(part.map(parseUuid))}
            ORDER BY target`,
      ),
    );
    // Locks the row of an entry that was created anew and is deleted again while `unlinkBatch` may be about to delete it.
    for (const { target } of pending)
      await this.connection.defer(this.dialect.upsert('unlinking', ['target'], { target }, []));
    return pending.map(({ target }) => formatUuid(target));
  }

  /** Skips previous targets of an entry, which exist: their deletion would have rewritten it. @throws StoredTargetsNotFound */
  private async assertTargetsExist(entries: ChangedEntries, written: ReadonlySet<Uuid>): Promise<void> {
    const unknown: Identifier[] = [];
    for (const { id, before, after } of entries.changed) {
      if (after === undefined || !written.has(id)) continue;
      const previous = new Set(before === undefined ? [] : getAllLinkage(before).map(formatIdentifier));
      const isKnown = (target: Identifier): boolean =>
        previous.has(formatIdentifier(target)) || entries.find(target.id)?.type === target.type;
      unknown.push(...getAllLinkage(after).filter((target) => !isKnown(target)));
    }
    const types = await this.lockTypes(new Set(unknown.map(({ id }) => id)));
    const missing = unknown.filter(({ type, id }) => types.get(id) !== type);
    if (missing.length > 0) throw new StoredTargetsNotFound([...new Set(missing.map(({ id }) => id))]);
  }

  /** The types of those entries that are stored; locked against deletion until the transaction ends. */
  private async lockTypes(ids: ReadonlySet<Uuid>): Promise<ReadonlyMap<Uuid, string | undefined>> {
    const rows = await queryInBatches([...ids].sort(), (part) =>
      this.connection.query<{ id: Buffer; type_id: number }>(
        sql`SELECT id, type_id FROM entry ${this.dialect.byEntryId}
            WHERE id IN ${toParameterList(part.map(parseUuid))} ${this.dialect.forShare}`,
      ),
    );
    const indexSchema = await this.schemaCache.withTypes(
      new Set(rows.map(({ type_id }) => type_id)),
      this.connection,
    );
    return new Map(rows.map(({ id, type_id }) => [formatUuid(id), indexSchema.findById(type_id)?.name]));
  }

  private async write(
    changed: readonly ChangedEntry[],
    indexSchema: IndexSchema,
    derived?: DerivedInserts,
  ): Promise<void> {
    const storing = writeEntryRows(this.connection, this.dialect, indexSchema, changed);
    // A rejection is thrown by `finally` below, when the rows are derived; until then it would count as unhandled.
    storing.catch(() => undefined);
    const isUsable = derived?.indexSchema === indexSchema;
    const deriving = isUsable ? Promise.resolve(derived.rows) : this.deriveMeanwhile(changed, indexSchema);
    // oxlint-disable-next-line typescript/no-misused-promises -- finally() waits for what it is given
    const rows = await deriving.finally(() => storing);
    await writeChangedRows(this.connection, this.dialect, rows);
  }

  /** Derives rows while the documents are being stored, which takes about as long for many entries. */
  private async deriveMeanwhile(
    changed: readonly ChangedEntry[],
    indexSchema: IndexSchema,
  ): Promise<DerivedChanges> {
    if (changed.length > 1 && !this.connection.isSynchronous) await nextEventLoopTurn();
    return deriveChangedRows(changed, indexSchema);
  }

  private async insertIdempotentRequest({
    key,
    fingerprint,
    entryId,
    expiresAt,
  }: IdempotentRequest): Promise<void> {
    const row = { request_key: key, fingerprint, entry_id: entryId, expires_at: expiresAt };
    try {
      await this.connection.execute(insertStatement('idempotency', [row]));
    } catch (error) {
      throw this.dialect.classifyError(error) === 'duplicate' ? new DuplicateRequest(key) : error;
    }
  }
}

/**
 * The ids of entries that changes need as they are stored. Inserts need no lock, since the primary key detects duplicates, and so
 * do working copies of entries that are inserted with them.
 */
function findStored(changes: readonly EntryChange[]): readonly Uuid[] {
  const inserted = new Set(changes.flatMap((change) => (change.kind === 'insert' ? [change.entry.id] : [])));
  const isStored = (change: EntryChange): boolean =>
    change.kind === 'update' || change.kind === 'delete' || !inserted.has(getEntryId(change));
  return changes.filter(isStored).map(getEntryId);
}

const formatIdentifier = ({ type, id }: Identifier): string => `${type} ${id}`;

function assertCurrentModel(entry: Entry, indexSchema: IndexSchema): void {
  const type = indexSchema.find(entry.type);
  if (type === undefined || !isOfCurrentModel(entry, type)) throw new ModelOutdated();
}

function isOfCurrentModel({ modelVersion }: Entry, { present, since }: TypeIndexSchema): boolean {
  return present && modelVersion >= since;
}
