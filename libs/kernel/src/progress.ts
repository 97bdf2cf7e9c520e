import type { JsonObject, Uuid } from './values.js';

/** How far long work is. */
export interface Progress {
  /** The part of the work, such as `backfill`. */
  readonly phase: string;
  /** The number of items that are done, such as entries. */
  readonly done: number;
  /** The number of all items; absent when it is not known. */
  readonly total?: number;
  /** What the work needs to continue here after an interruption. */
  readonly checkpoint?: JsonObject;
}

/** Follows long work, and can end it between two of its batches. */
export interface ProgressMonitor {
  /** The last checkpoint of an earlier attempt at the same work. */
  readonly checkpoint?: JsonObject | undefined;
  /**
   * Called between two batches. Whatever a batch changed must be stored before.
   *
   * @throws to end the work, because it is cancelled, its process stops, or another process has taken it over
   */
  report(progress: Progress): Promise<void>;
}

/** Progress of a job that a store stores in the transaction of a batch: both, or none. */
export interface LeasedProgress {
  readonly job: Uuid;
  /** The token of the lease under which the job runs. */
  readonly token: string;
  readonly progress: Progress;
}

/** For work that is not followed. */
export const NO_MONITOR: ProgressMonitor = { report: () => Promise.resolve() };
