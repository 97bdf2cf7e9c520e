import { AggregateDomainError, type Clock, type DomainError, type Uuid } from '@content-service/kernel';
import {
  AliasTaken,
  EntryNotFound,
  EntryPreconditionFailed,
  RequiredFieldMissing,
  WorkingCopyConflict,
} from './entry.errors.js';
import type { EntryEditor } from './entry-editor.js';
import {
  type EntrySchedule,
  type EntryScheduleStore,
  type ScheduleAction,
  ScheduleOutdated,
} from './entry-schedule.js';
import type { EntryStore } from './entry.store.js';
import type { EntryRevisionStore } from './history/entry-revision.js';
import type { EntryOperation } from './entry-operation.js';
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

/** How long a schedule waits that failed because of the content, which an editor has to change. */
const RETRY_SECONDS = 60;

/**
 * Publishes and unpublishes entries at their times. Several processes may do it at once: the schedule is removed in the
 * transaction of the change, so one of them has an effect. The working copy of an entry is published with it.
 */
export class EntryScheduler {
  /** When the schedules of an entry that failed are performed again, in UNIX seconds. */
  private readonly retries = new Map<Uuid, number>();

  constructor(
    private readonly schedules: EntryScheduleStore,
    private readonly entries: EntryStore,
    private readonly revisions: Pick<EntryRevisionStore, 'findCopies'>,
    private readonly editor: EntryEditor,
    private readonly clock: Clock,
    private readonly options: EntrySchedulerOptions,
  ) {}

  /** Performs all schedules that are due. If several are due for an entry, the latest one counts. */
  async performDue(): Promise<void> {
    const dueBy = this.clock.now();
    for (const [entryId, retryAt] of this.retries) if (retryAt <= dueBy) this.retries.delete(entryId);
    const seen = new Set<Uuid>(this.retries.keys());
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

  /**
   * Why a schedule that is due has not been performed, as the content is now. Every process tells the same.
   *
   * @returns the errors that an editor has to resolve; none while it is not due, or will be performed within a moment
   */
  async findFaults({ entryId, action, dueAt }: EntrySchedule): Promise<readonly DomainError[]> {
    if (dueAt > this.clock.now()) return [];
    const operation = await this.createOperation(entryId, action);
    if (operation === undefined) return [];
    try {
      await this.editor.rehearse([operation], this.options.createContext());
      return [];
    } catch (error) {
      if (isOutdated(error)) return [];
      if (!isContentFault(error)) throw error;
      return error instanceof AggregateDomainError ? error.problems : [error];
    }
  }

  private async perform(entryId: Uuid, dueBy: number): Promise<void> {
    const { schedules } = await this.schedules.page({ entryIds: [entryId], dueBy }, { limit: BATCH });
    const latest = schedules.at(-1);
    if (latest === undefined) return;
    try {
      const outcome = await this.performLatest(latest, schedules);
      this.options.onOutcome(latest.action, outcome);
    } catch (error) {
      if (isOutdated(error)) return;
      if (isContentFault(error)) this.retries.set(entryId, dueBy + RETRY_SECONDS);
      this.options.onOutcome(latest.action, 'failed');
      this.options.onError(error, latest);
    }
  }

  private async performLatest(
    { entryId, action }: EntrySchedule,
    due: readonly EntrySchedule[],
  ): Promise<ScheduleOutcome> {
    const operation = await this.createOperation(entryId, action);
    if (operation === undefined) {
      await this.schedules.discard(due);
      return 'discarded';
    }
    await this.editor.perform([operation], this.options.createContext(), { completedSchedules: due });
    return 'done';
  }

  /** @returns `undefined` when the entry is so already, or does not exist */
  private async createOperation(id: Uuid, action: ScheduleAction): Promise<EntryOperation | undefined> {
    const status = action === 'publish';
    const entry = (await this.entries.getMany([id])).get(id);
    const isPromoted = status && entry !== undefined && (await this.revisions.findCopies([id])).has(id);
    if (entry === undefined || (entry.published === status && !isPromoted)) return undefined;
    const { type, version, position } = entry;
    const draft = { attributes: { status } };
    return isPromoted
      ? { kind: 'promoteCopy', type, id, draft }
      : { kind: 'update', type, id, draft, expectedVersions: [{ version, position }] };
  }
}

/** The content cannot be published as it is, whoever tries. */
function isContentFault(error: unknown): error is DomainError | AggregateDomainError {
  return [AggregateDomainError, AliasTaken, RequiredFieldMissing, WorkingCopyConflict].some(
    (fault) => error instanceof fault,
  );
}

/** Another process has performed the schedule, or the entry was changed meanwhile: the next round looks again. */
function isOutdated(error: unknown): boolean {
  return (
    error instanceof ScheduleOutdated ||
    error instanceof EntryPreconditionFailed ||
    error instanceof EntryNotFound
  );
}
