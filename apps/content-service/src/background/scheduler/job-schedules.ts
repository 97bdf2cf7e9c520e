import type { JobScheduleDefinition } from '@content-service/jobs';
import { createPruneJob, verifyIndex } from '@content-service/site-jobs';

/** The schedules of jobs. Nightly ones begin at different times, so that one job runs after the other. */
export const JOB_SCHEDULES: readonly JobScheduleDefinition[] = [
  { name: 'prune-expired', cron: '17 * * * *', enabled: true, job: createPruneJob('expired') },
  { name: 'prune-events', cron: '20 2 * * *', enabled: true, job: createPruneJob('events') },
  { name: 'prune-deliveries', cron: '40 2 * * *', enabled: true, job: createPruneJob('deliveries') },
  { name: 'prune-audit-log', cron: '0 3 * * *', enabled: true, job: createPruneJob('audit-log') },
  { name: 'prune-jobs', cron: '20 3 * * *', enabled: true, job: createPruneJob('jobs') },
  { name: 'verify-index', cron: '30 4 * * SUN', enabled: false, job: verifyIndex() },
];
