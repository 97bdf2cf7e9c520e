import type { AuditContext } from '@content-service/audit';
import type { Clock, IdGenerator } from '@content-service/kernel';
import { createJob, isFinished } from './job.js';
import type { JobRunner } from './job-runner.js';
import {
  computeNextDue,
  createStored,
  type JobSchedule,
  type JobScheduleDefinition,
  RUN_OUTCOMES,
  type RunOutcome,
  type StoredJobSchedule,
  toJobSchedule,
} from './job-schedule.js';
import type { JobScheduleStore } from './job-schedule.store.js';
import type { JobStore } from './job.store.js';

export interface JobSchedulerOptions {
  /** The actor of the jobs. */
  readonly context: AuditContext;
  /** `skipped`: the job of the run before is unfinished. Each is reported by one process. */
  readonly onOutcome: (name: string, outcome: RunOutcome | 'skipped') => void;
  /** The next time (UNIX seconds); `undefined` for a disabled schedule. Reported by each process. */
  readonly onNextDue: (name: string, nextDue: number | undefined) => void;
  /** Receives errors of one schedule, which does not keep others from being started. */
  readonly onError: (error: unknown, name: string) => void;
}

/**
 * Starts the jobs of schedules at their times. Several processes may do it at once: a time is taken in the transaction
 * that queues its job. If several times pass without a process, the last one counts.
 */
export class JobScheduler {
  constructor(
    private readonly definitions: readonly JobScheduleDefinition[],
    private readonly schedules: JobScheduleStore,
    private readonly jobs: JobStore,
    private readonly runner: Pick<JobRunner, 'wake'>,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly options: JobSchedulerOptions,
  ) {}

  /** Starts what is due, and stores how earlier runs ended. */
  async startDue(): Promise<void> {
    const stored = new Map((await this.schedules.list()).map((schedule) => [schedule.name, schedule]));
    for (const definition of this.definitions)
      try {
        const nextDue = await this.process(definition, stored.get(definition.name));
        this.options.onNextDue(definition.name, nextDue);
      } catch (error) {
        this.options.onError(error, definition.name);
      }
  }

  /** @returns the next time */
  private async process(
    definition: JobScheduleDefinition,
    stored: StoredJobSchedule | undefined,
  ): Promise<number | undefined> {
    const now = this.clock.now();
    if (stored === undefined) {
      const created = createStored(definition, now);
      await this.schedules.add(created);
      return created.nextDue;
    }
    await this.completeLastRun(stored);
    const schedule = toJobSchedule(definition, stored);
    if (!schedule.enabled) return undefined;
    const { nextDue } = schedule;
    if (nextDue !== undefined && nextDue > now) return nextDue;
    const next = computeNextDue({ ...schedule, lastDue: nextDue }, now);
    if (nextDue !== undefined && next !== undefined) await this.start(schedule, { at: nextDue, next }, now);
    // Restored from a backup, or enabled by the definition of a new version.
    else await this.schedules.replace({ ...stored, nextDue: next }, stored.version);
    return next;
  }

  private async start(
    { name, definition }: JobSchedule,
    due: { readonly at: number; readonly next: number },
    now: number,
  ): Promise<void> {
    const job = createJob(definition.job, this.options.context, this.ids.next(), now);
    const started = await this.schedules.start({ name, startedAt: now, due }, job);
    if (started?.id === job.id) this.runner.wake();
    else if (started !== undefined) this.options.onOutcome(name, 'skipped');
  }

  private async completeLastRun({ name, lastJob, lastOutcome }: StoredJobSchedule): Promise<void> {
    if (lastJob === undefined || lastOutcome !== undefined) return;
    const job = await this.jobs.find(lastJob);
    if (job === undefined || !isFinished(job)) return;
    const outcome = RUN_OUTCOMES.find((state) => state === job.state);
    if (outcome !== undefined && (await this.schedules.complete(name, job.id, outcome)))
      this.options.onOutcome(name, outcome);
  }
}
