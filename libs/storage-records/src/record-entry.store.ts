import {
  type AppliedChanges,
  DuplicateRequest,
  type Entry,
  type EntryChange,
  getEntryId,
  type IdempotentRequest,
  type StoreCapabilities,
  type AttachedWrites,
  VersionConflict,
} from '@content-service/entries';
import type { EventLog, EventRecorder } from '@content-service/events';
import type { Uuid } from '@content-service/kernel';

import { appendAuditLines } from './audit-lines.js';
import { type StoredEntry, toEntry, toStored } from './stored-entry.js';
import { applyCopies } from './entry-copies.js';
import { storeRevisions, takeBackDeletion } from './record-entry-revision.store.js';
import { applySchedules } from './record-entry-schedule.store.js';
import { recordEvents } from './pending-events.js';
import { storeProgress } from './stored-jobs.js';
import { applyChanges, MemoryEntries } from './memory-entries.js';
import { getChangeVersion, readModel } from './record-bundle.store.js';
import type { RecordTransaction } from './record-transaction.js';
import type { RecordDatabase } from './record-database.js';

const ENTRIES = 'entry/';
const IDEMPOTENCY = 'idempotency/';

/**
 * Entries as records, with a copy of all of them in memory, over which queries are evaluated. It is meant for some ten
 * thousand entries and one process: entries that another process writes are seen after `load`.
 */
export class RecordEntryStore extends MemoryEntries {
  override readonly capabilities: StoreCapabilities;
  /** Ends with the last of the writes, which follow one another. */
  private lastWrite: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly database: RecordDatabase,
    private readonly events: EventLog,
    private readonly recorder: EventRecorder,
  ) {
    super();
    const { durable } = database.store;
    this.capabilities = { multiProcess: false, durable, snapshots: false, revisions: true };
  }

  /** Reads all entries. @returns how many there are */
  async load(): Promise<number> {
    const entries = new Map<Uuid, Entry>();
    for await (const stored of this.database.values<StoredEntry>(ENTRIES))
      entries.set(stored.metadata.id, toEntry(stored));
    this.entries = entries;
    return entries.size;
  }

  override findIdempotentRequest(key: string, now: number): Promise<IdempotentRequest | undefined> {
    return this.database.transaction(async (transaction) => {
      const request = await transaction.get<IdempotentRequest>(IDEMPOTENCY + key);
      if (request === undefined || request.expiresAt >= now) return request;
      await transaction.delete(IDEMPOTENCY + key);
      return undefined;
    });
  }

  override pruneIdempotentRequests(now: number, limit: number): Promise<number> {
    const isExpired = ({ expiresAt }: IdempotentRequest): boolean => expiresAt < now;
    return this.database.deleteSelected(IDEMPOTENCY, isExpired, limit);
  }

  override apply(changes: readonly EntryChange[], attached: AttachedWrites = {}): Promise<AppliedChanges> {
    const write = this.lastWrite.then(() => this.applyAlone(changes, attached));
    this.lastWrite = write.catch(() => undefined);
    return write;
  }

  private async applyAlone(
    changes: readonly EntryChange[],
    { idempotency, audit = [], origin, completedSchedules, superseded, restored, job }: AttachedWrites,
  ): Promise<AppliedChanges> {
    const { changed, events } = await this.database.transaction(async (transaction) => {
      const model = await readModel(transaction);
      const entries = applyChanges(this.entries, changes, (type) => getChangeVersion(model, type));
      const { changed } = entries;
      if (idempotency !== undefined) await storeIdempotentRequest(transaction, idempotency);
      for (const { id, before, after } of changed) {
        const stored = await transaction.get<StoredEntry>(ENTRIES + id);
        if (stored?.metadata.version !== before?.version) await this.failOutdated(id);
        if (after === undefined) await transaction.delete(ENTRIES + id);
        else await transaction.put(ENTRIES + id, toStored(after));
      }
      await applySchedules(transaction, changes, completedSchedules);
      await storeRevisions(transaction, changed, superseded);
      await applyCopies(transaction, changes, async (id) => {
        const stored = await transaction.get<StoredEntry>(ENTRIES + id);
        const version = entries.get(id)?.version;
        return stored?.metadata.version === version ? version : this.failOutdated(id);
      });
      if (restored !== undefined) await takeBackDeletion(transaction, restored);
      await appendAuditLines(transaction, this.recorder, audit);
      if (job !== undefined) await storeProgress(transaction, job);
      const requested = new Set(changes.map(getEntryId));
      const events = this.recorder.createEvents({ changed, requested, origin, superseded });
      await recordEvents(transaction, events);
      return { changed, events };
    });
    for (const { id, after } of changed)
      if (after === undefined) this.entries.delete(id);
      else this.entries.set(id, after);
    if (events.length > 0) this.events.notifyRecorded();
    return { pendingUnlinks: [] };
  }

  /** Another process has written the entry. */
  private async failOutdated(id: Uuid): Promise<never> {
    await this.load();
    throw new VersionConflict(id);
  }
}

async function storeIdempotentRequest(
  transaction: RecordTransaction,
  request: IdempotentRequest,
): Promise<void> {
  const key = IDEMPOTENCY + request.key;
  if ((await transaction.get(key)) !== undefined) throw new DuplicateRequest(request.key);
  await transaction.put(key, request);
}
