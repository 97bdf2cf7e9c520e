import type { TransactionalRecords } from '@content-service/audit';
import {
  type EntryChange,
  type EntrySchedule,
  EntryScheduleStore,
  SCHEDULE_ACTIONS,
  type ScheduleFilter,
  type SchedulePage,
} from '@content-service/entries';
import { getEntryId, MemoryEntryScheduleStore, toScheduleKey } from '@content-service/storage-memory';
import type { RecordTransaction } from './record-transaction.js';
import type { Records } from './records.js';

/** By entry and action. */
const SCHEDULES = 'entry-schedule/';

export class RecordEntryScheduleStore extends EntryScheduleStore {
  constructor(private readonly records: Records) {
    super();
  }

  override async page(
    filter: ScheduleFilter,
    window: { after?: EntrySchedule | undefined; limit: number },
  ): Promise<SchedulePage> {
    const prefix = filter.entryId === undefined ? SCHEDULES : `${SCHEDULES}${filter.entryId}/`;
    const stored = await this.records.select<EntrySchedule>(prefix);
    const schedules = new Map(stored.map((schedule) => [toScheduleKey(schedule), schedule]));
    return new MemoryEntryScheduleStore(schedules).page(filter, window);
  }

  override discard(schedules: readonly EntrySchedule[], records?: TransactionalRecords): Promise<number> {
    return this.records.recordedTransaction(
      records,
      async (transaction) => (await load(transaction, schedules.map(toScheduleKey))).discard(schedules),
      (discarded) => discarded > 0,
    );
  }
}

/** Stores the schedules of changes within the transaction of their entries. @throws ScheduleOutdated */
export async function applySchedules(
  transaction: RecordTransaction,
  changes: readonly EntryChange[],
  completed: readonly EntrySchedule[] = [],
): Promise<void> {
  // Most changes have no schedule, and no entry has one unless it was given one.
  const concerned = changes.filter((change) => change.kind === 'delete' || change.schedule !== undefined);
  if (concerned.length === 0 && completed.length === 0) return;
  const keys = concerned.flatMap((change) =>
    SCHEDULE_ACTIONS.map((action) => toScheduleKey({ entryId: getEntryId(change), action })),
  );
  const store = await load(transaction, [...new Set([...keys, ...completed.map(toScheduleKey)])]);
  store.apply(concerned, completed);
}

async function load(
  transaction: RecordTransaction,
  keys: readonly string[],
): Promise<MemoryEntryScheduleStore> {
  return new MemoryEntryScheduleStore(await transaction.load<EntrySchedule>(SCHEDULES, keys));
}
