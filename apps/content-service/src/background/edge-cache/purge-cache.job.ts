import { type Job, type JobHandler, JobPostponed } from '@content-service/jobs';
import type { JsonObject } from '@content-service/kernel';
import { PURGE_KIND } from '@content-service/site-jobs';
import { DELAY_MAXIMUM_MS } from './cache-purge.js';
import { MODEL_TAG, SETTINGS_TAG } from '../../platform/edge-cache/cache-tags.js';
import type { PurgeOptions } from '../../platform/config/edge-cache-environment.js';
import { purge, PurgeFailed } from './purge-drivers.js';
import type { Fetch } from '../../platform/tracing/traced-fetch.js';

/** How long the job waits for a cache that confirms no purge, unless the cache says when. */
const WAIT_SECONDS = 10;

/** Drops all answers from the shared cache; only processes with PURGE_DRIVER do it. */
export class PurgeCacheJob implements JobHandler {
  readonly kind = PURGE_KIND;

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
