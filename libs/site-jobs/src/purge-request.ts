import type { NewJob } from '@content-service/jobs';

/** The consumer of the event log that tells a shared cache of changes. */
export const PURGE_CONSUMER = 'purge';

/** The kind of the job that drops all answers from the shared cache. */
export const PURGE_KIND = 'cache.purge';

/** The job; there is one at a time. */
export function purgeCache(): NewJob {
  return { kind: PURGE_KIND, dedupKey: PURGE_KIND, parameters: {} };
}
