import {
  type AppliedChanges,
  DuplicateRequest,
  Entry,
  type EntryChange,
  type EntryMetadata,
  type IdempotencyRecord,
  type StoreCapabilities,
  type EntryTransactionalRecords,
  VersionConflict,
} from '@content-service/entries';
import type { EventLog, EventRecorder } from '@content-service/events';
import type { Uuid } from '@content-service/kernel';

import { appendAuditLines } from './audit-lines.js';
import { applySchedules } from './record-entry-schedule.store.js';
import { recordEvents } from './pending-events.js';
import { storeProgress } from './stored-jobs.js';
import { applyChanges, getEntryId, MemoryEntries } from './memory-entries.js';
import { getChangeVersion, readModel } from './record-bundle.store.js';
import type { RecordTransaction } from './record-transaction.js';
import type { RecordDatabase } from './record-database.js';

const ENTRIES = 'entry/';
const IDEMPOTENCY = 'idempotency/';

interface StoredEntry {
  readonly metadata: EntryMetadata;
  readonly attributes: string;
  readonly relationships: string;
}

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
    this.capabilities = { multiProcess: false, durable: database.store.durable, snapshots: false };
  }

  /** Reads all entries. @returns how many there are */
  async load(): Promise<number> {
    const entries = new Map<Uuid, Entry>();
    for await (const { metadata, attributes, relationships } of this.database.values<StoredEntry>(ENTRIES))
      entries.set(metadata.id, Entry.stored(metadata, attributes, relationships));
    this.entries = entries;
    return entries.size;
  }

  override findIdempotencyRecord(key: string, now: number): Promise<IdempotencyRecord | undefined> {
    return this.database.transaction(async (transaction) => {
      const record = await transaction.get<IdempotencyRecord>(IDEMPOTENCY + key);
      if (record === undefined || record.expiresAt >= now) return record;
      await transaction.delete(IDEMPOTENCY + key);
      return undefined;
    });
  }

  override pruneIdempotencyRecords(now: number, limit: number): Promise<number> {
    const isExpired = ({ expiresAt }: IdempotencyRecord): boolean => expiresAt < now;
    return this.database.deleteSelected(IDEMPOTENCY, isExpired, limit);
  }

  override apply(
    changes: readonly EntryChange[],
    attached: EntryTransactionalRecords = {},
  ): Promise<AppliedChanges> {
    const write = this.lastWrite.then(() => this.applyAlone(changes, attached));
    this.lastWrite = write.catch(() => undefined);
    return write;
  }

  private async applyAlone(
    changes: readonly EntryChange[],
    { idempotency, audit = [], origin, completedSchedules, job }: EntryTransactionalRecords,
  ): Promise<AppliedChanges> {
    const { entries, events } = await this.database.transaction(async (transaction) => {
      const model = await readModel(transaction);
      const { entries, changed } = applyChanges(this.entries, changes, (type) =>
        getChangeVersion(model, type),
      );
      if (idempotency !== undefined) await storeIdempotencyRecord(transaction, idempotency);
      for (const { id, before, after } of changed) {
        const stored = await transaction.get<StoredEntry>(ENTRIES + id);
        if (stored?.metadata.version !== before?.version) await this.failOutdated(id);
        if (after === undefined) await transaction.delete(ENTRIES + id);
        else await transaction.put(ENTRIES + id, toStored(after));
      }
      await applySchedules(transaction, changes, completedSchedules);
      await appendAuditLines(transaction, this.recorder, audit);
      if (job !== undefined) await storeProgress(transaction, job);
      const requested = new Set(changes.map(getEntryId));
      const events = this.recorder.createEvents({ changed, requested, origin });
      await recordEvents(transaction, events);
      return { entries, events };
    });
    this.entries = entries;
    if (events.length > 0) this.events.notifyRecorded();
    return { pendingUnlinks: [] };
  }

  /** Another process has written the entry. */
  private async failOutdated(id: Uuid): Promise<never> {
    await this.load();
    throw new VersionConflict(id);
  }
}

async function storeIdempotencyRecord(
  transaction: RecordTransaction,
  record: IdempotencyRecord,
): Promise<void> {
  const key = IDEMPOTENCY + record.key;
  if ((await transaction.get(key)) !== undefined) throw new DuplicateRequest(record.key);
  await transaction.put(key, record);
}

function toStored(entry: Entry): StoredEntry {
  const { id, type, published, created, changed, version, position, modelVersion } = entry;
  return {
    metadata: { id, type, published, created, changed, version, position, modelVersion },
    attributes: entry.attributesText,
    relationships: entry.relationshipsText,
  };
}
