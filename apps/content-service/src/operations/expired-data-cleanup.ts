import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Clock } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';

const INTERVAL_SECONDS = 5 * 60;
/** Somewhat shorter, because timers are not exact: the process that cleaned last may clean again at its next turn. */
const WINDOW_SECONDS = INTERVAL_SECONDS - 10;
/** The counter of the runs of all processes. */
const RUNS = 'maintenance:expired-data';

const DAY_SECONDS = 24 * 60 * 60;

/** How long finished jobs are listed. */
const JOB_RETENTION_DAYS = 30;

const EVENT_RETENTION_DAYS = 14;
/** Events that a consumer has not processed are deleted then. */
const EVENT_RETENTION_MAXIMUM_DAYS = 30;
const EVENT_BATCH = 1000;

const WEBHOOK_HISTORY_DAYS = 30;
const DELIVERY_BATCH = 1000;

/**
 * Deletes expired records to free space, in one of all processes every five minutes. Correctness does not depend on it,
 * since every read compares with the clock: after a crash another process cleans up in the next window.
 */
export class ExpiredDataCleanup implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private readonly logger = new Logger(ExpiredDataCleanup.name);

  constructor(
    private readonly storage: Storage,
    private readonly clock: Clock,
    private readonly auditRetentionDays: number,
    private readonly auditTokenRetentionDays = auditRetentionDays,
    private readonly eventRetentionDays = EVENT_RETENTION_DAYS,
    private readonly webhookHistoryDays = WEBHOOK_HISTORY_DAYS,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.tryPrune(), INTERVAL_SECONDS * 1000).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Cleans up unless a process has done so, or does, in the present window. @returns whether it did */
  async pruneOnce(): Promise<boolean> {
    const { throttle } = this.storage;
    const { count } = await throttle.increment(RUNS, WINDOW_SECONDS, this.clock.now());
    if (count > 1) return false;
    try {
      await this.prune();
    } catch (error) {
      await throttle.reset(RUNS);
      throw error;
    }
    return true;
  }

  async prune(): Promise<void> {
    const { storage } = this;
    const now = this.clock.now();
    // Exchanged codes are kept longer: a second exchange must still find the code to revoke its tokens.
    await storage.authorizationCodes.prune(now - DAY_SECONDS);
    await storage.pendingAuthorizations.prune(now);
    await storage.refreshTokens.prune(now);
    await storage.revocations.prune(now);
    await storage.sessions.prune(now);
    await storage.throttle.prune(now);
    await storage.jobs.prune(now - JOB_RETENTION_DAYS * DAY_SECONDS);
    await storage.audit.prune(now - this.auditRetentionDays * DAY_SECONDS);
    // Issued tokens are most of the events, and are rarely needed after some time.
    await storage.audit.prune(now - this.auditTokenRetentionDays * DAY_SECONDS, 'token.issued');
    await this.pruneEvents(now);
    const createdBefore = now - this.webhookHistoryDays * DAY_SECONDS;
    while ((await storage.webhookDeliveries.prune(createdBefore, DELIVERY_BATCH)) === DELIVERY_BATCH);
  }

  /** Events that a consumer has not processed yet stay longer, but not for ever. */
  private async pruneEvents(now: number): Promise<void> {
    const { events, eventConsumers } = this.storage;
    const positions = (await eventConsumers.list()).map(({ position }) => position);
    if (positions.length === 0) return;
    const longest = Math.max(this.eventRetentionDays, EVENT_RETENTION_MAXIMUM_DAYS);
    for (const [upTo, days] of [
      [Math.min(...positions), this.eventRetentionDays],
      [Math.max(...positions), longest],
    ] as const) {
      const range = { upTo, recordedBefore: (now - days * DAY_SECONDS) * 1_000_000 };
      while ((await events.prune(range, EVENT_BATCH)) === EVENT_BATCH);
    }
  }

  private async tryPrune(): Promise<void> {
    try {
      await this.pruneOnce();
    } catch (error) {
      this.logger.warn(`Expired records could not be deleted: ${String(error)}`);
    }
  }
}
