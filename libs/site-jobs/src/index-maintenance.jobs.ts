import { SERVICE_CONTEXT } from '@content-service/audit';
import { type Job, JobFailed, type JobHandler, type JobService, type NewJob } from '@content-service/jobs';
import type { JsonObject, ProgressMonitor } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';

const REBUILD_KIND = 'index.rebuild';
const VERIFY_KIND = 'index.verify';

/** All jobs that change tables: one of them runs at a time. */
export const SCHEMA_GROUP = 'schema';

/** Rebuilds everything that is derived from entries. */
export class RebuildIndexJob implements JobHandler {
  readonly kind = REBUILD_KIND;

  constructor(private readonly storage: Storage) {}

  async run(_: Job, monitor: ProgressMonitor): Promise<JsonObject> {
    return { entries: await this.storage.rebuildIndex(monitor) };
  }
}

/**
 * Compares everything that is derived from entries with them. Differences make the job fail, as they do with the command
 * `verify`, so that whatever watches schedules and jobs reports them.
 */
export class VerifyIndexJob implements JobHandler {
  readonly kind = VERIFY_KIND;

  constructor(private readonly storage: Storage) {}

  async run(_: Job, monitor: ProgressMonitor): Promise<JsonObject> {
    const { differences, drifts } = await this.storage.verifyIndex(monitor);
    const result = { differences, drifts: drifts.map((drift) => ({ ...drift })) };
    if (differences > 0) throw new IndexDiffers(result);
    return result;
  }
}

class IndexDiffers extends JobFailed {
  constructor(result: JsonObject & { readonly differences: number }) {
    super(
      'index_differs',
      `${result.differences} differences between the index and the entries. The job index.rebuild removes them.`,
      result,
    );
  }
}

/** Queues the job that adds, after an upgrade, what a new version derives from the entries of the previous version. */
export class IndexCompletion {
  constructor(
    private readonly storage: Pick<Storage, 'isIndexComplete'>,
    private readonly jobs: Pick<JobService, 'queue'>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Never throws: what is not queued here is queued at the next start. */
  async queue(): Promise<void> {
    try {
      if (await this.storage.isIndexComplete()) return;
      await this.jobs.queue(rebuildIndex(), SERVICE_CONTEXT);
    } catch (error) {
      this.onError(error);
    }
  }
}

/** The job; there is one at a time. */
export function rebuildIndex(): NewJob {
  return { kind: REBUILD_KIND, group: SCHEMA_GROUP, dedupKey: REBUILD_KIND, parameters: {} };
}

/** The job; there is one at a time. */
export function verifyIndex(): NewJob {
  return { kind: VERIFY_KIND, dedupKey: VERIFY_KIND, parameters: {} };
}
