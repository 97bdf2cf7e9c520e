export { isFinished, type Job, JOB_STATES, type JobError, type JobState, type NewJob } from './job.js';
export {
  type ClaimOptions,
  type JobFilter,
  type JobLease,
  type JobOutcome,
  type JobPage,
  JobStore,
} from './job.store.js';
export { JobNotFound, JobPostponed, JobRunning } from './job.errors.js';
export { type JobHandler, JobRunner } from './job-runner.js';
export { JobService } from './job.service.js';
