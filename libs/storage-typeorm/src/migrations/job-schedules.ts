import type { ColumnTypes } from './jobs.js';
import { migration, type Migration } from './migration.js';

/** Schedules of jobs: what differs from their definitions, the next time, and the last run. */
export function createJobSchedulesMigration({ id, name, text, integer, options }: ColumnTypes): Migration {
  return migration('JobSchedules1760000000160', { purpose: 'create the schedules of jobs' }, [
    `CREATE TABLE IF NOT EXISTS job_schedule (
      name ${name} NOT NULL PRIMARY KEY,
      cron ${text} NULL,
      enabled ${integer} NULL,
      next_due ${integer} NULL,
      last_due ${integer} NULL,
      last_run ${integer} NULL,
      last_job ${id} NULL,
      last_outcome ${name} NULL,
      version ${integer} NOT NULL)${options}`,
  ]);
}
