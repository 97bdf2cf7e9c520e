import {
  type AppliedChanges,
  DuplicateRequest,
  type EntryChange,
  type IdempotencyRecord,
  type EntryTransactionalRecords,
} from '@content-service/entries';
import type { EventRecorder } from '@content-service/events';
import { atomic } from './atomic.js';
import { deleteSelected } from './delete-selected.js';
import type { MemoryAuditLog } from './memory-audit-log.js';
import type { MemoryBundleStore } from './memory-bundle.store.js';
import { applyChanges, getEntryId, MemoryEntries } from './memory-entries.js';
import type { MemoryEntryScheduleStore } from './memory-entry-schedule.store.js';
import type { MemoryEventLog } from './memory-event-log.js';
import type { MemoryJobStore } from './memory-job.store.js';

export class MemoryEntryStore extends MemoryEntries {
  override readonly capabilities = { multiProcess: false, durable: false, snapshots: false };
  private readonly idempotencyRecords = new Map<string, IdempotencyRecord>();

  constructor(
    private readonly bundles: MemoryBundleStore,
    private readonly audit: MemoryAuditLog,
    private readonly recorder: EventRecorder,
    private readonly events: MemoryEventLog,
    private readonly schedules: MemoryEntryScheduleStore,
    private readonly jobs: MemoryJobStore,
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

  override pruneIdempotencyRecords(now: number, limit: number): Promise<number> {
    return atomic(() => deleteSelected(this.idempotencyRecords, ({ expiresAt }) => expiresAt < now, limit));
  }

  override apply(
    changes: readonly EntryChange[],
    { idempotency, audit = [], origin, completedSchedules, job }: EntryTransactionalRecords = {},
  ): Promise<AppliedChanges> {
    return atomic(() => {
      const { entries, changed } = applyChanges(this.entries, changes, (type) =>
        this.bundles.getChangeVersion(type),
      );
      if (idempotency !== undefined && this.idempotencyRecords.has(idempotency.key))
        throw new DuplicateRequest(idempotency.key);
      if (job !== undefined) this.jobs.assertHeld(job);
      this.schedules.apply(changes, completedSchedules);
      if (job !== undefined) this.jobs.storeProgress(job);
      this.entries = entries;
      if (idempotency !== undefined) this.idempotencyRecords.set(idempotency.key, idempotency);
      this.audit.add(audit);
      const requested = new Set(changes.map(getEntryId));
      this.events.record(this.recorder.createEvents({ changed, requested, origin }));
      return { pendingUnlinks: [] };
    });
  }
}
