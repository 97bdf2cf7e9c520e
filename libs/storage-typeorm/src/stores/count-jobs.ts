import { JOB_COUNT_MAXIMUM, type JobCount } from '@content-service/jobs';
import type { Database } from '../database/database.js';
import { join, raw, sql } from '../database/sql.js';
import { STATES } from './job-rows.js';

/** `JobStore.count` in one statement. */
export async function countJobs(
  database: Pick<Database, 'query'>,
  now: number,
  failedSince: number,
): Promise<readonly JobCount[]> {
  // Each part reads the index of states, and not more rows than are counted.
  const parts = [
    sql`state = ${STATES.queued} AND run_at <= ${now}`,
    sql`state = ${STATES.running}`,
    sql`state = ${STATES.failed} AND ended_at >= ${failedSince}`,
  ].map(
    (condition, n) => sql`SELECT kind, state, COUNT(*) AS total
      FROM (SELECT kind, state FROM job WHERE ${condition} LIMIT ${JOB_COUNT_MAXIMUM}) ${raw(`p${n}`)}
      GROUP BY kind, state`,
  );
  const rows = await database.query<{ kind: Buffer; state: Buffer; total: number }>(
    join(parts, ' UNION ALL '),
  );
  return rows.map(({ kind, state, total }) => ({
    kind: kind.toString(),
    state: state.toString() as JobCount['state'],
    count: total,
  }));
}
