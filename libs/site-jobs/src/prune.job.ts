import { setImmediate as nextLoopTurn } from 'node:timers/promises';
import type { Job, JobHandler, NewJob } from '@content-service/jobs';
import type { Clock, JsonObject, ProgressMonitor } from '@content-service/kernel';
import { DEFAULT_SITE_SETTINGS } from '@content-service/site-settings';
import type { Storage } from '@content-service/storage';

const KIND = 'prune';

const DAY_SECONDS = 24 * 60 * 60;

/** How long finished jobs are listed. */
const JOB_RETENTION_DAYS = 30;
/** How long finished jobs of this kind are: they are many, and tell little. */
const PRUNE_JOB_RETENTION_DAYS = 2;
/** How long a failed or cancelled job keeps what it needs to continue, such as an uploaded site package. */
const SPOOL_RETENTION_DAYS = 7;

/** Events that a consumer has not processed are deleted then. */
const EVENT_RETENTION_MAXIMUM_DAYS = 30;

/** Objects deleted in one transaction. */
const BATCH = 1000;

/** What a job deletes. */
export const PRUNED_KINDS = ['expired', 'events', 'deliveries', 'audit-log', 'jobs', 'revisions'] as const;

export type PrunedKind = (typeof PRUNED_KINDS)[number];

/** How long objects are kept. */
export interface Retention {
  readonly auditDays: number;
  readonly auditTokenDays: number;
  readonly eventDays: number;
  readonly webhookDays: number;
}

/**
 * Deletes objects that have expired or were kept long enough, to free space. Correctness does not depend on it, since every
 * read compares with the clock; an interrupted job begins anew.
 */
export class PruneJob implements JobHandler {
  readonly kind = KIND;
  readonly isRoutine = true;

  constructor(
    private readonly storage: Storage,
    private readonly clock: Clock,
    private readonly retention: Retention,
  ) {}

  async run({ parameters }: Job, monitor: ProgressMonitor): Promise<JsonObject | undefined> {
    const pruned = PRUNED_KINDS.find((name) => name === parameters['records']);
    if (pruned === undefined) throw new Error(`Unknown parameters: ${JSON.stringify(parameters)}`);
    return this.prune[pruned](this.clock.now(), monitor);
  }

  private readonly prune: Readonly<
    Record<PrunedKind, (now: number, monitor: ProgressMonitor) => Promise<JsonObject | undefined>>
  > = {
    expired: async (now, monitor) => {
      const { storage } = this;
      const steps: Readonly<Record<string, PruneBatch>> = {
        // Exchanged codes are kept longer: a second exchange must still find the code to revoke its tokens.
        'authorization codes': (limit) => storage.authorizationCodes.prune(daysBefore(now, 1), limit),
        'authorization requests': (limit) => storage.pendingAuthorizations.prune(now, limit),
        'refresh tokens': (limit) => storage.refreshTokens.prune(now, limit),
        revocations: (limit) => storage.revocations.prune(now, limit),
        sessions: (limit) => storage.sessions.prune(now, limit),
        'rate limit counters': (limit) => storage.throttle.prune(now, limit),
        'idempotency keys': (limit) => storage.entries.pruneIdempotentRequests(now, limit),
      };
      for (const [phase, prune] of Object.entries(steps)) await pruneBatches(prune, monitor, { phase });
      return undefined;
    },
    events: (now, monitor) => this.pruneEvents(now, monitor),
    deliveries: async (now, monitor) => {
      const createdBefore = daysBefore(now, this.retention.webhookDays);
      const prune: PruneBatch = (limit) => this.storage.webhookDeliveries.prune(createdBefore, limit);
      return { deliveries: await pruneBatches(prune, monitor) };
    },
    'audit-log': async (now, monitor) => {
      const { audit } = this.storage;
      const before = daysBefore(now, this.retention.auditDays);
      const tokensBefore = daysBefore(now, this.retention.auditTokenDays);
      const done = await pruneBatches((limit) => audit.prune(before, limit), monitor);
      // Issued tokens are most of the events, and are rarely needed after some time.
      const prune: PruneBatch = (limit) => audit.prune(tokensBefore, limit, 'token.issued');
      await pruneBatches(prune, monitor, { done });
      return undefined;
    },
    jobs: async (now, monitor) => {
      const { jobs, spools } = this.storage;
      const before = daysBefore(now, JOB_RETENTION_DAYS);
      const prunesBefore = daysBefore(now, PRUNE_JOB_RETENTION_DAYS);
      const spoolsBefore = daysBefore(now, SPOOL_RETENTION_DAYS);
      const done = await pruneBatches((limit) => jobs.prune(before, limit), monitor);
      await pruneBatches((limit) => jobs.prune(prunesBefore, limit, KIND), monitor, { done });
      await pruneBatches((limit) => spools.prune(spoolsBefore, limit), monitor, { phase: 'spools' });
      return undefined;
    },
    revisions: (now, monitor) => this.pruneRevisions(now, monitor),
  };

  /** Events that a consumer has not processed yet stay longer, but not for ever. */
  private async pruneEvents(now: number, monitor: ProgressMonitor): Promise<JsonObject> {
    const { events, eventConsumers } = this.storage;
    const positions = (await eventConsumers.list()).map(({ position }) => position);
    if (positions.length === 0) return { events: 0 };
    const longest = Math.max(this.retention.eventDays, EVENT_RETENTION_MAXIMUM_DAYS);
    let deleted = 0;
    for (const [upTo, days] of [
      [Math.min(...positions), this.retention.eventDays],
      [Math.max(...positions), longest],
    ] as const) {
      const range = { upTo, recordedBefore: daysBefore(now, days) * 1_000_000 };
      deleted += await pruneBatches((limit) => events.prune(range, limit), monitor, { done: deleted });
    }
    return { events: deleted };
  }

  /** The site settings say how long; states above their number are deleted by the writes themselves. */
  private async pruneRevisions(now: number, monitor: ProgressMonitor): Promise<JsonObject> {
    const { entryRevisions, siteSettings } = this.storage;
    const { values } = await siteSettings.load();
    const { revisionDays, trashDays } = { ...DEFAULT_SITE_SETTINGS, ...values };
    const before = (days: number): number => daysBefore(now, days) * 1_000_000;
    const revisions =
      revisionDays === 0
        ? 0
        : await pruneBatches((limit) => entryRevisions.prune(before(revisionDays), limit), monitor);
    const deletions = await pruneBatches(
      (limit) => entryRevisions.pruneDeleted(before(trashDays), limit),
      monitor,
      { phase: 'trash' },
    );
    return { revisions, deletions };
  }
}

/** The job for one kind of objects; there is one at a time. */
export function createPruneJob(pruned: PrunedKind): NewJob {
  return { kind: KIND, dedupKey: `${KIND}:${pruned}`, parameters: { records: pruned } };
}

function daysBefore(now: number, days: number): number {
  return now - days * DAY_SECONDS;
}

/** Deletes up to `limit` objects. @returns how many; fewer when none is left */
type PruneBatch = (limit: number) => Promise<number>;

/**
 * Deletes objects batch by batch: each is a short transaction, and requests are answered between two of them.
 *
 * @param progress where the work begins: its phase, and what was deleted in it before
 * @returns how many were deleted
 */
async function pruneBatches(
  prune: PruneBatch,
  monitor: ProgressMonitor,
  { phase = 'delete', done = 0 }: { readonly phase?: string; readonly done?: number } = {},
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const batch = await prune(BATCH);
    deleted += batch;
    await monitor.report({ phase, done: done + deleted });
    if (batch < BATCH) return deleted;
    await nextLoopTurn();
  }
}
