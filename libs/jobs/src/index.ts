export {
  createJob,
  isFinished,
  type Job,
  JOB_ACTION_MEMBERS,
  JOB_STATES,
  type JobError,
  type JobState,
  type NewJob,
} from './job.js';
export {
  type ClaimOptions,
  type CreateEndAuditLines,
  JOB_COUNT_MAXIMUM,
  type JobCount,
  type JobFilter,
  type JobLease,
  type JobOutcome,
  type JobPage,
  JobStore,
} from './job.store.js';
export {
  type JobSchedule,
  type JobScheduleChange,
  type JobScheduleDefinition,
  RUN_OUTCOMES,
  type RunOutcome,
  SCHEDULE_MEMBERS,
  type StoredJobSchedule,
} from './job-schedule.js';
export { findCronProblems } from './cron.js';
export { JobScheduleStore, type ScheduleRun } from './job-schedule.store.js';
export { JobScheduler } from './job-scheduler.js';
export { JobScheduleService } from './job-schedule.service.js';
export { JobEnded, JobFailed, JobLeaseLost, JobNotFound, JobPostponed, JobRunning } from './job.errors.js';
export { JOB_LEASE_SECONDS, type JobHandler, JobRunner } from './job-runner.js';
export type { JobMonitor } from './job-attempt.js';
export { type SpoolPart, SpoolStore } from './spool.store.js';
export { JobEndRecorder } from './job-end-recorder.js';
export { JobService } from './job.service.js';
