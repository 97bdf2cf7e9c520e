import type { AuditLines } from '@content-service/audit';
import {
  compareSchedules,
  type EntryChange,
  type EntrySchedule,
  EntryScheduleStore,
  getEntryId,
  SCHEDULE_ACTIONS,
  type ScheduleAction,
  type ScheduleFilter,
  ScheduleOutdated,
  type SchedulePage,
} from '@content-service/entries';
import type { RecordDatabase } from './record-database.js';
import type { RecordTransaction } from './record-transaction.js';

/** By entry and action. */
const SCHEDULES = 'entry-schedule/';

export class RecordEntryScheduleStore extends EntryScheduleStore {
  constructor(private readonly database: RecordDatabase) {
    super();
  }

  override async page(
    { entryIds, dueBy = Infinity }: ScheduleFilter,
    { after, limit }: { after?: EntrySchedule | undefined; limit: number },
  ): Promise<SchedulePage> {
    const prefixes =
      entryIds === undefined ? [SCHEDULES] : [...new Set(entryIds)].map((id) => `${SCHEDULES}${id}/`);
    const due = await Promise.all(
      prefixes.map((prefix) => this.database.select<EntrySchedule>(prefix, ({ dueAt }) => dueAt <= dueBy)),
    );
    const found = due
      .flat()
      .filter((schedule) => after === undefined || compareSchedules(schedule, after) > 0)
      .sort(compareSchedules);
    return { schedules: found.slice(0, limit), more: found.length > limit };
  }

  override discard(schedules: readonly EntrySchedule[], auditLines?: AuditLines): Promise<number> {
    return this.database.transaction(
      async (transaction) => {
        let discarded = 0;
        for (const schedule of schedules) if (await remove(transaction, schedule)) discarded += 1;
        return discarded;
      },
      auditLines,
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
  for (const schedule of completed)
    if (!(await remove(transaction, schedule))) throw new ScheduleOutdated(schedule);
  for (const change of changes) {
    const entryId = getEntryId(change);
    for (const action of SCHEDULE_ACTIONS) {
      const dueAt = getDueAt(change, action);
      const key = toKey({ entryId, action });
      if (dueAt === null) await transaction.delete(key);
      else if (dueAt !== undefined) await transaction.put(key, { entryId, action, dueAt });
    }
  }
}

/** UNIX seconds; `null` when the schedule is cancelled, `undefined` when it stays. */
function getDueAt(change: EntryChange, action: ScheduleAction): number | null | undefined {
  if (change.kind === 'discardCopy') return undefined;
  return change.kind === 'delete' ? null : change.schedule?.[action];
}

/** @returns false, without a change, unless exactly this schedule is stored */
async function remove(transaction: RecordTransaction, schedule: EntrySchedule): Promise<boolean> {
  const stored = await transaction.get<EntrySchedule>(toKey(schedule));
  return stored?.dueAt === schedule.dueAt && transaction.delete(toKey(schedule));
}

function toKey({ entryId, action }: Pick<EntrySchedule, 'entryId' | 'action'>): string {
  return `${SCHEDULES}${entryId}/${action}`;
}
