import { AuditTrail } from '@content-service/audit';
import { JOB_HANDLERS } from '@content-service/app';
import { type JobHandler, JobRunner, JobStore } from '@content-service/jobs';
import { Clock } from '@content-service/kernel';
import type { StatementCounter } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import type { ManagedSite } from '../support/managed-site.js';

/** How long all jobs of a test may take together. */
export const PATIENCE_MS = 300_000;

/** The background jobs of a site whose process runs none by itself. */
export class SiteJobs {
  private readonly store: JobStore;

  constructor(
    private readonly site: ManagedSite,
    private readonly counter: StatementCounter,
  ) {
    this.store = site.app.nest.get(JobStore);
  }

  /** Runs the queued jobs, and those that they queue, to their ends. @returns the number of statements */
  async run(): Promise<number> {
    const { nest } = this.site.app;
    const errors: unknown[] = [];
    const handlers = nest.get<readonly JobHandler[]>(JOB_HANDLERS);
    const runner = new JobRunner(this.store, nest.get(Clock), nest.get(AuditTrail), handlers, {
      ...{ concurrency: 1, leaseSeconds: 60, isTransient: () => false },
      onError: (error) => errors.push(error),
    });
    const before = this.counter.count;
    runner.start();
    let observing = 0;
    await eventually(async () => {
      let isOver = false;
      observing += await this.counter.countOf(async () => {
        isOver = !(await this.hasUnfinished());
      });
      return isOver;
    }, PATIENCE_MS);
    await runner.stop(PATIENCE_MS);
    const statements = this.counter.count - before - observing;
    expect(errors).toEqual([]);
    expect((await this.store.page({ state: 'failed' }, { limit: 1 })).jobs).toEqual([]);
    return statements;
  }

  /** Cancels what is queued, except the jobs that a deletion leaves. */
  async cancelQueued(): Promise<void> {
    const manager = await this.site.administrator();
    const { jobs } = await this.store.page({ state: 'queued' }, { limit: 100 });
    for (const { id, kind } of jobs)
      if (kind !== 'entries.unlink') await manager.patch(`/manage/jobs/${id}`, { action: 'cancel' });
  }

  private async hasUnfinished(): Promise<boolean> {
    for (const state of ['queued', 'running'] as const)
      if ((await this.store.page({ state }, { limit: 1 })).jobs.length > 0) return true;
    return false;
  }
}
