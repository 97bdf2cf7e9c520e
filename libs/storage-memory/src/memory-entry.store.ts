import {
  type AppliedChanges,
  DuplicateRequest,
  type EntryChange,
  type IdempotencyRecord,
  type EntryTransactionalRecords,
} from '@content-service/entries';
import type { EventRecorder } from '@content-service/events';
import { atomic } from './atomic.js';
import type { MemoryAuditLog } from './memory-audit-log.js';
import type { MemoryBundleStore } from './memory-bundle.store.js';
import { applyChanges, getEntryId, MemoryEntries } from './memory-entries.js';
import type { MemoryEntryScheduleStore } from './memory-entry-schedule.store.js';
import type { MemoryEventLog } from './memory-event-log.js';

export class MemoryEntryStore extends MemoryEntries {
  override readonly capabilities = { multiProcess: false, durable: false, snapshots: false };
  private readonly idempotencyRecords = new Map<string, IdempotencyRecord>();

  constructor(
    private readonly bundles: MemoryBundleStore,
    private readonly audit: MemoryAuditLog,
    private readonly recorder: EventRecorder,
    private readonly events: MemoryEventLog,
    private readonly schedules: MemoryEntryScheduleStore,
  ) {
    super();
  }

  override findIdempotencyRecord(key: string, now: number): Promise<IdempotencyRecord | undefined> {
    return atomic(() => {
      const record = this.idempotencyRecords.get(key);
      if (record === undefined || record.expiresAt >= now) return record;
      this.idempotencyRecords.delete(key);
      return undefined;
    });
  }

  override apply(
    changes: readonly EntryChange[],
    { idempotency, audit = [], origin, completedSchedules }: EntryTransactionalRecords = {},
  ): Promise<AppliedChanges> {
    return atomic(() => {
      const { entries, changed } = applyChanges(this.entries, changes, (type) =>
        this.bundles.getChangeVersion(type),
      );
      if (idempotency !== undefined && this.idempotencyRecords.has(idempotency.key))
        throw new DuplicateRequest(idempotency.key);
      this.schedules.apply(changes, completedSchedules);
      this.entries = entries;
      if (idempotency !== undefined) this.idempotencyRecords.set(idempotency.key, idempotency);
      this.audit.add(audit);
      const requested = new Set(changes.map(getEntryId));
      this.events.record(this.recorder.createEvents({ changed, requested, origin }));
      return { pendingUnlinks: [] };
    });
  }
}
