import type { AuditContext } from '@content-service/audit';
import type { EntryStore } from '@content-service/entries';
import type { Job, JobHandler, JobService, NewJob } from '@content-service/jobs';
import type { JsonObject, ProgressMonitor, Uuid } from '@content-service/kernel';
import { OPERATOR_CONTEXT } from '@content-service/scopes';

/** Referrers rewritten in one transaction: writers of these entries wait for it. */
const BATCH = 100;

const KIND = 'entries.unlink';

/** Takes a deleted entry out of the linkage of its referrers, whose readers see that already. */
export class UnlinkEntriesJob implements JobHandler {
  readonly kind = KIND;

  constructor(private readonly entries: EntryStore) {}

  async run({ parameters, progress }: Job, monitor: ProgressMonitor): Promise<JsonObject> {
    const target = parameters['entry'] as Uuid;
    const pending = (await this.entries.findPendingUnlinks()).find((unlink) => unlink.target === target);
    const total = progress.done + (pending?.referrers ?? 0);
    let { done } = progress;
    for (;;) {
      const rewritten = await this.entries.unlinkDeleted(target, BATCH);
      if (rewritten === 0) return { entries: done };
      done += rewritten;
      await monitor.report({ phase: 'unlink', done, total: Math.max(done, total) });
    }
  }
}

/** Queues the jobs that rewrite referrers of deleted entries. */
export class PendingUnlinks {
  constructor(
    private readonly entries: EntryStore,
    private readonly jobs: JobService,
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

  /** Queues what a process that ended has left. */
  async queueAll(): Promise<void> {
    try {
      const pending = await this.entries.findPendingUnlinks();
      await this.queue(
        pending.map(({ target }) => target),
        OPERATOR_CONTEXT,
      );
    } catch (error) {
      this.onError(error);
    }
  }
}

function createJob(target: Uuid): NewJob {
  return { kind: KIND, dedupKey: `${KIND}:${target}`, parameters: { entry: target } };
}
