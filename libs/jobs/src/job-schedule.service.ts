import type { AuditContext, AuditTrail } from '@content-service/audit';
import {
  type Clock,
  type IdGenerator,
  pickGiven,
  updateWithOptimisticLock,
  type VersionCondition,
} from '@content-service/kernel';
import { createJob, type Job } from './job.js';
import { JobRunning, JobScheduleNotFound } from './job.errors.js';
import type { JobRunner } from './job-runner.js';
import {
  computeNextDue,
  createStored,
  type JobSchedule,
  type JobScheduleChange,
  type JobScheduleDefinition,
  SCHEDULE_MEMBERS,
  toJobSchedule,
  toStoredSchedule,
} from './job-schedule.js';
import type { JobScheduleStore } from './job-schedule.store.js';

/** Shows the schedules of jobs, changes them, and starts their jobs at once. */
export class JobScheduleService {
  constructor(
    private readonly definitions: readonly JobScheduleDefinition[],
    private readonly store: JobScheduleStore,
    private readonly runner: Pick<JobRunner, 'wake'>,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly trail: AuditTrail,
  ) {}

  /** All schedules, in the order of their definitions. */
  async list(): Promise<readonly JobSchedule[]> {
    const stored = new Map((await this.store.list()).map((schedule) => [schedule.name, schedule]));
    return this.definitions.map((definition) =>
      toJobSchedule(definition, stored.get(definition.name) ?? createStored(definition, this.clock.now())),
    );
  }

  /** @throws JobScheduleNotFound */
  async get(name: string): Promise<JobSchedule> {
    const schedule = (await this.list()).find((one) => one.name === name);
    if (schedule === undefined)
      throw new JobScheduleNotFound(
        name,
        this.definitions.map((definition) => definition.name),
      );
    return schedule;
  }

  /**
   * Changes when a schedule starts its job. What equals the definition follows the definition of later versions, too.
   *
   * @throws JobScheduleNotFound, InvalidCron, ResourcePreconditionFailed
   */
  async change(
    name: string,
    change: JobScheduleChange,
    context: AuditContext,
    expectedVersion?: VersionCondition,
  ): Promise<JobSchedule> {
    await this.store.add(createStored((await this.get(name)).definition, this.clock.now()));
    const { after } = await updateWithOptimisticLock(
      {
        label: `The schedule '${name}'`,
        read: () => this.get(name),
        store: (changed: JobSchedule, version) => {
          const details = pickGiven(SCHEDULE_MEMBERS, changed);
          const event = this.trail.createEvent('schedule.changed', context, name, details);
          return this.trail.commit([event], (auditLines) =>
            this.store.replace(toStoredSchedule(changed), version, auditLines),
          );
        },
      },
      expectedVersion,
      (present) => {
        const changed = { ...present, ...pickGiven(SCHEDULE_MEMBERS, change) };
        // A disabled schedule is enabled some day.
        const next = computeNextDue({ ...changed, enabled: true }, this.clock.now());
        return { ...changed, nextDue: changed.enabled ? next : undefined };
      },
    );
    return after;
  }

  /**
   * Starts the job of a schedule at once, enabled or not; its times stay.
   *
   * @throws JobScheduleNotFound, JobRunning while a job of the kind is unfinished
   */
  async run(name: string, context: AuditContext): Promise<Job> {
    const { definition } = await this.get(name);
    const now = this.clock.now();
    await this.store.add(createStored(definition, now));
    const job = createJob(definition.job, context, this.ids.next(), now);
    const event = this.trail.createEvent('schedule.run', context, name, { job: job.id });
    const started = await this.trail.commit(
      [event],
      (auditLines) => this.store.start({ name, startedAt: now }, job, auditLines),
      (found) => found?.id === job.id,
    );
    if (started !== undefined && started.id !== job.id) throw new JobRunning(started);
    this.runner.wake();
    return job;
  }
}
