import { type AuditContext, SERVICE_CONTEXT } from '@content-service/audit';
import type { Job, JobHandler, JobService, NewJob } from '@content-service/jobs';
import type { JsonObject, ProgressMonitor, Uuid } from '@content-service/kernel';
import type { EntryStore } from './entry.store.js';

/** Referrers rewritten in one transaction: writers of these entries wait for it. */
const BATCH = 100;

/** Deleted entries that are read at once. */
const TARGETS = 100;

const KIND = 'entries.unlink';

/** What unlinks need of the store. */
type UnlinkStore = Pick<EntryStore, 'findPendingUnlinks' | 'countPendingReferrers' | 'unlinkDeleted'>;

/** Takes a deleted entry, or all of them, out of the linkage of their referrers, whose readers see that already. */
export class UnlinkEntriesJob implements JobHandler {
  readonly kind = KIND;

  constructor(private readonly entries: UnlinkStore) {}

  async run({ parameters, progress }: Job, monitor: ProgressMonitor): Promise<JsonObject> {
    let { done } = progress;
    const target = parameters['entry'] as Uuid | undefined;
    if (target !== undefined) {
      const total = done + (await this.entries.countPendingReferrers(target));
      await unlinkTargets(this.entries, [target], async (rewritten) => {
        done += rewritten;
        await monitor.report({ phase: 'unlink', done, total: Math.max(done, total) });
      });
      return { entries: done };
    }
    const onBatch = async (rewritten: number): Promise<void> => {
      done += rewritten;
      await monitor.report({ phase: 'unlink', done });
    };
    while ((await unlinkSome(this.entries, onBatch)) > 0);
    return { entries: done };
  }
}

/** Called with the number of entries of each batch. May throw to end the work. */
type BatchObserver = (rewritten: number) => Promise<void>;

async function unlinkTargets(
  entries: UnlinkStore,
  targets: readonly Uuid[],
  onBatch: BatchObserver,
): Promise<void> {
  for (;;) {
    const rewritten = await entries.unlinkDeleted(targets, BATCH);
    if (rewritten === 0) return;
    await onBatch(rewritten);
  }
}

/**
 * Rewrites all referrers of some deleted entries, more than one bulk action deletes between two calls.
 *
 * @returns of how many deleted entries; 0 when nothing is pending
 */
export async function unlinkSome(entries: UnlinkStore, onBatch: BatchObserver): Promise<number> {
  const targets = await entries.findPendingUnlinks(TARGETS);
  await unlinkTargets(entries, targets, onBatch);
  return targets.length;
}

/** Queues the jobs that rewrite referrers of deleted entries. */
export class PendingUnlinks {
  constructor(
    private readonly entries: Pick<EntryStore, 'findPendingUnlinks'>,
    private readonly jobs: Pick<JobService, 'queue'>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Never throws, because the deletion is done: what is not queued here is queued at the next start. */
  async queue(targets: readonly Uuid[], context: AuditContext): Promise<void> {
    try {
      for (const target of targets) await this.jobs.queue(createJob(target), context);
    } catch (error) {
      this.onError(error);
    }
  }

  /** Queues one job for all deleted entries, however many they are. Never throws, as `queue`. */
  async queueAll(context: AuditContext): Promise<void> {
    try {
      await this.jobs.queue({ kind: KIND, dedupKey: KIND, parameters: {} }, context);
    } catch (error) {
      this.onError(error);
    }
  }

  /** Queues what a process that ended has left. */
  async queueLeft(): Promise<void> {
    try {
      const pending = await this.entries.findPendingUnlinks(1);
      if (pending.length > 0) await this.queueAll(SERVICE_CONTEXT);
    } catch (error) {
      this.onError(error);
    }
  }
}

function createJob(target: Uuid): NewJob {
  return { kind: KIND, dedupKey: `${KIND}:${target}`, parameters: { entry: target } };
}
