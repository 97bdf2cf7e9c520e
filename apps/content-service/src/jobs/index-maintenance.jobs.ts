import type { Job, JobHandler, NewJob } from '@content-service/jobs';
import type { JsonObject, ProgressMonitor } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';

/** The kinds of jobs that administrators can start. */
export const REQUESTED_KINDS = ['index.rebuild', 'index.verify'] as const;

/** All jobs that change tables: one of them runs at a time. */
export const SCHEMA_GROUP = 'schema';

/** Differences that the result of a job names; more are counted. */
const DIFFERENCES_SHOWN = 100;

/** Rebuilds everything that is derived from entries. */
export class RebuildIndexJob implements JobHandler {
  readonly kind = 'index.rebuild';

  constructor(private readonly storage: Storage) {}

  async run(_: Job, monitor: ProgressMonitor): Promise<JsonObject> {
    return { entries: await this.storage.rebuildIndex(monitor) };
  }
}

/** Compares everything that is derived from entries with them; begins anew after an interruption. */
export class VerifyIndexJob implements JobHandler {
  readonly kind = 'index.verify';

  constructor(private readonly storage: Storage) {}

  async run(_: Job, monitor: ProgressMonitor): Promise<JsonObject> {
    const drifts = await this.storage.verifyIndex(monitor);
    const shown = drifts.slice(0, DIFFERENCES_SHOWN);
    return { differences: drifts.length, drifts: shown.map((drift) => ({ ...drift })) };
  }
}

export function createRequestedJob(kind: (typeof REQUESTED_KINDS)[number]): NewJob {
  return {
    kind,
    group: kind === 'index.rebuild' ? SCHEMA_GROUP : undefined,
    dedupKey: kind,
    parameters: {},
  };
}
