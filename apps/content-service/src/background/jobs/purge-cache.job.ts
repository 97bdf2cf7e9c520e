import { type Job, type JobHandler, JobPostponed, type NewJob } from '@content-service/jobs';
import type { JsonObject } from '@content-service/kernel';
import { DELAY_MAXIMUM_MS } from '../edge-cache/cache-purge.js';
import { MODEL_TAG, SETTINGS_TAG } from '../../platform/edge-cache/cache-tags.js';
import type { PurgeOptions } from '../../platform/config/edge-cache-environment.js';
import { purge, PurgeFailed } from '../edge-cache/purge-drivers.js';
import type { Fetch } from '../../platform/tracing/traced-fetch.js';

const KIND = 'cache.purge';

/** How long the job waits for a cache that confirms no purge, unless the cache says when. */
const WAIT_SECONDS = 10;

/** Drops all answers from the shared cache; only processes with PURGE_DRIVER do it. */
export class PurgeCacheJob implements JobHandler {
  readonly kind = KIND;

  constructor(
    private readonly options: PurgeOptions,
    private readonly request: Fetch,
  ) {}

  /** @throws JobPostponed while the cache confirms no purge */
  async run({ id }: Job): Promise<JsonObject> {
    try {
      // Every answer has them (docs/edge-caching.md).
      await purge([MODEL_TAG, SETTINGS_TAG], this.options, this.request);
    } catch (error) {
      if (!(error instanceof PurgeFailed)) throw error;
      const seconds = Math.max(WAIT_SECONDS, error.retryAfterSeconds);
      throw new JobPostponed(id, Math.min(seconds, DELAY_MAXIMUM_MS / 1000));
    }
    return {};
  }
}

/** The job; there is one at a time. */
export function purgeCache(): NewJob {
  return { kind: KIND, dedupKey: KIND, parameters: {} };
}
