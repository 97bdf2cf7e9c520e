import type { Clock, Uuid } from '@content-service/kernel';
import { EntryNotFound, PreconditionFailed } from './entry.errors.js';
import type { EntryEditor } from './entry-editor.js';
import {
  type EntrySchedule,
  type EntryScheduleStore,
  type ScheduleAction,
  ScheduleOutdated,
} from './entry-schedule.js';
import type { EntryStore } from './entry.store.js';
import type { WriteContext } from './entry-unit-of-work.js';

/** `done`: the entry was changed. `discarded`: it was so already, or does not exist. `failed`: it is tried again. */
export const SCHEDULE_OUTCOMES = ['done', 'discarded', 'failed'] as const;

export type ScheduleOutcome = (typeof SCHEDULE_OUTCOMES)[number];

export interface EntrySchedulerOptions {
  readonly createContext: () => WriteContext;
  readonly onOutcome: (action: ScheduleAction, outcome: ScheduleOutcome) => void;
  /** Receives errors of one schedule, which does not keep others from being performed. */
  readonly onError: (error: unknown, schedule: EntrySchedule) => void;
}

const BATCH = 50;

/**
 * Publishes and unpublishes entries at their times. Several processes may do it at once: the schedule is removed in the
 * transaction of the change, so one of them has an effect.
 */
export class EntryScheduler {
  constructor(
    private readonly schedules: EntryScheduleStore,
    private readonly entries: EntryStore,
    private readonly editor: EntryEditor,
    private readonly clock: Clock,
    private readonly options: EntrySchedulerOptions,
  ) {}

  /** Performs all schedules that are due. Of several that are due for an entry, the latest one counts. */
  async performDue(): Promise<void> {
    const dueBy = this.clock.now();
    const seen = new Set<Uuid>();
    for (let after: EntrySchedule | undefined, more = true; more;) {
      const page = await this.schedules.page({ dueBy }, { after, limit: BATCH });
      for (const { entryId } of page.schedules) {
        if (!seen.has(entryId)) await this.perform(entryId, dueBy);
        seen.add(entryId);
      }
      after = page.schedules.at(-1);
      more = page.more;
    }
  }

  private async perform(entryId: Uuid, dueBy: number): Promise<void> {
    const { schedules } = await this.schedules.page({ entryId, dueBy }, { limit: BATCH });
    const latest = schedules.at(-1);
    if (latest === undefined) return;
    try {
      const outcome = await this.performLatest(latest, schedules);
      this.options.onOutcome(latest.action, outcome);
    } catch (error) {
      if (isOutdated(error)) return;
      this.options.onOutcome(latest.action, 'failed');
      this.options.onError(error, latest);
    }
  }

  private async performLatest(
    { entryId, action }: EntrySchedule,
    due: readonly EntrySchedule[],
  ): Promise<ScheduleOutcome> {
    const status = action === 'publish';
    const entry = (await this.entries.getMany([entryId])).get(entryId);
    if (entry === undefined || entry.published === status) {
      await this.schedules.discard(due);
      return 'discarded';
    }
    const { type, version, position } = entry;
    const draft = { attributes: { status } };
    await this.editor.perform(
      [{ kind: 'update', type, id: entryId, draft, expectedVersions: [{ version, position }] }],
      this.options.createContext(),
      { completedSchedules: due },
    );
    return 'done';
  }
}

/** Another process has performed the schedule, or the entry was changed meanwhile: the next round looks again. */
function isOutdated(error: unknown): boolean {
  return (
    error instanceof ScheduleOutdated || error instanceof PreconditionFailed || error instanceof EntryNotFound
  );
}
