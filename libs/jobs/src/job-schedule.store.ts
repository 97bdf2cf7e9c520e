import type { AuditLines } from '@content-service/audit';
import type { Uuid } from '@content-service/kernel';
import type { Job } from './job.js';
import type { RunOutcome, StoredJobSchedule } from './job-schedule.js';

/** A run of a schedule. */
export interface ScheduleRun {
  readonly name: string;
  /** UNIX seconds. */
  readonly startedAt: number;
  /** The time that has come, and the one after it; absent for a run that an administrator starts. */
  readonly due?: { readonly at: number; readonly next: number } | undefined;
}

/** The port for the schedules of jobs. Every method is atomic. */
export abstract class JobScheduleStore {
  /** By name. */
  abstract list(): Promise<readonly StoredJobSchedule[]>;

  /** Stores a schedule unless one of the name is stored. */
  abstract add(schedule: StoredJobSchedule): Promise<void>;

  /**
   * Replaces the members of `SCHEDULE_MEMBERS`, `nextDue` and `version`.
   *
   * @param schedule `lastDue` as it was read
   * @param auditLines are stored with the change
   * @returns false when the stored version is not `expectedVersion`, or a run was started since
   */
  abstract replace(
    schedule: StoredJobSchedule,
    expectedVersion: number,
    auditLines?: AuditLines,
  ): Promise<boolean>;

  /**
   * Starts a run: queues its job and stores both as the last run, or leaves the run out while another job with the
   * `dedupKey` is unfinished; then only the times move on. Only one of parallel callers with the same `due` succeeds, and a
   * caller that is killed has done all or nothing.
   *
   * @param auditLines are stored with the job
   * @returns the job, or the unfinished one; `undefined` when `due.at` is not the stored `nextDue`, or nothing is stored
   */
  abstract start(run: ScheduleRun, job: Job, auditLines?: AuditLines): Promise<Job | undefined>;

  /** Stores how the last run ended. @returns false unless the job is the last one and had no outcome */
  abstract complete(name: string, job: Uuid, outcome: RunOutcome): Promise<boolean>;
}
