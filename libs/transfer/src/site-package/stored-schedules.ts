import {
  type EntrySchedule,
  type EntryScheduleStore,
  SCHEDULE_ACTIONS,
  type ScheduleChange,
} from '@content-service/entries';
import { groupBy, type Uuid } from '@content-service/kernel';

/** Schedules that are read at once: most sites have fewer, so that a batch of lines needs one read. */
const WINDOW = 1000;

/** The stored schedules, as the lines of a batch ask for them. */
export class StoredSchedules {
  /** Keyed by entry; `undefined` when there are more than one window. */
  private all: Promise<ReadonlyMap<Uuid, readonly EntrySchedule[]> | undefined> | undefined;

  constructor(private readonly store: EntryScheduleStore) {}

  /**
   * Compares the schedules of a line with the stored ones.
   *
   * @param mayHave whether the entry is stored; a new one has no schedules
   * @returns `wanted` when one of its schedules differs, otherwise `undefined`
   */
  async findChange(
    entryId: Uuid,
    wanted: ScheduleChange,
    mayHave: boolean,
  ): Promise<ScheduleChange | undefined> {
    if (!mayHave) return Object.values(wanted).some((dueAt) => dueAt !== null) ? wanted : undefined;
    this.all ??= this.readAll();
    const all = await this.all;
    const stored = all === undefined ? await this.readOf(entryId) : (all.get(entryId) ?? []);
    const isStored = SCHEDULE_ACTIONS.every((action) => {
      const dueAt = stored.find((present) => present.action === action)?.dueAt ?? null;
      return wanted[action] === undefined || wanted[action] === dueAt;
    });
    return isStored ? undefined : wanted;
  }

  private async readAll(): Promise<ReadonlyMap<Uuid, readonly EntrySchedule[]> | undefined> {
    const { schedules, more } = await this.store.page({}, { limit: WINDOW });
    if (more) return undefined;
    return new Map(groupBy(schedules, ({ entryId }) => entryId).map((group) => [group[0].entryId, group]));
  }

  private async readOf(entryId: Uuid): Promise<readonly EntrySchedule[]> {
    const { schedules } = await this.store.page({ entryIds: [entryId] }, { limit: SCHEDULE_ACTIONS.length });
    return schedules;
  }
}
