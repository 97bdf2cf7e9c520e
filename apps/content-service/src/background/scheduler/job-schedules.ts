import type { JobScheduleDefinition } from '@content-service/jobs';
import { sweepFiles } from '@content-service/files';
import { createPruneJob, verifyIndex } from '@content-service/site-jobs';

/** The schedules of jobs. Nightly ones begin at different times, so that one job runs after the other. */
export const JOB_SCHEDULES: readonly JobScheduleDefinition[] = [
  { name: 'prune-expired', cron: '17 * * * *', enabled: true, job: createPruneJob('expired') },
  { name: 'prune-events', cron: '20 2 * * *', enabled: true, job: createPruneJob('events') },
  { name: 'prune-deliveries', cron: '40 2 * * *', enabled: true, job: createPruneJob('deliveries') },
  { name: 'prune-audit-log', cron: '0 3 * * *', enabled: true, job: createPruneJob('audit-log') },
  { name: 'prune-jobs', cron: '20 3 * * *', enabled: true, job: createPruneJob('jobs') },
  { name: 'prune-revisions', cron: '40 3 * * *', enabled: true, job: createPruneJob('revisions') },
  { name: 'sweep-files', cron: '50 3 * * *', enabled: true, job: sweepFiles() },
  { name: 'verify-index', cron: '30 4 * * SUN', enabled: false, job: verifyIndex() },
];
