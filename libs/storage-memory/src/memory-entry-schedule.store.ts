import type { TransactionalRecords } from '@content-service/audit';
import {
  compareSchedules,
  type EntryChange,
  type EntrySchedule,
  EntryScheduleStore,
  SCHEDULE_ACTIONS,
  type ScheduleFilter,
  ScheduleOutdated,
  type SchedulePage,
} from '@content-service/entries';
import { atomic } from './atomic.js';
import { getEntryId } from './memory-entries.js';
import { RecordedTransactions } from './recorded-transactions.js';

export class MemoryEntryScheduleStore extends EntryScheduleStore {
  /** @param schedules by entry and action */
  constructor(
    private readonly schedules = new Map<string, EntrySchedule>(),
    private readonly transactions = new RecordedTransactions(),
  ) {
    super();
  }

  override page(
    { entryId, dueBy = Infinity }: ScheduleFilter,
    { after, limit }: { after?: EntrySchedule | undefined; limit: number },
  ): Promise<SchedulePage> {
    return atomic(() => {
      const found = [...this.schedules.values()]
        .filter((schedule) => (entryId ?? schedule.entryId) === schedule.entryId && schedule.dueAt <= dueBy)
        .filter((schedule) => after === undefined || compareSchedules(schedule, after) > 0)
        .sort(compareSchedules);
      return { schedules: found.slice(0, limit), more: found.length > limit };
    });
  }

  override discard(schedules: readonly EntrySchedule[], records?: TransactionalRecords): Promise<number> {
    const remove = (): number => {
      const stored = schedules.filter((schedule) => this.has(schedule));
      for (const schedule of stored) this.schedules.delete(toScheduleKey(schedule));
      return stored.length;
    };
    return this.transactions.run(records, remove, (discarded) => discarded > 0);
  }

  /** Part of the transaction of the changes. @throws ScheduleOutdated before anything is changed */
  apply(changes: readonly EntryChange[], completed: readonly EntrySchedule[] = []): void {
    const outdated = completed.find((schedule) => !this.has(schedule));
    if (outdated !== undefined) throw new ScheduleOutdated(outdated);
    for (const schedule of completed) this.schedules.delete(toScheduleKey(schedule));
    for (const change of changes) this.applyChange(change);
  }

  private applyChange(change: EntryChange): void {
    const entryId = getEntryId(change);
    for (const action of SCHEDULE_ACTIONS) {
      const dueAt = change.kind === 'delete' ? null : change.schedule?.[action];
      const key = toScheduleKey({ entryId, action });
      if (dueAt === null) this.schedules.delete(key);
      else if (dueAt !== undefined) this.schedules.set(key, { entryId, action, dueAt });
    }
  }

  private has(schedule: EntrySchedule): boolean {
    return this.schedules.get(toScheduleKey(schedule))?.dueAt === schedule.dueAt;
  }
}

export function toScheduleKey({ entryId, action }: Pick<EntrySchedule, 'entryId' | 'action'>): string {
  return `${entryId}/${action}`;
}
