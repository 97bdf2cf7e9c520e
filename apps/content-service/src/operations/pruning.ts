import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Clock } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';

const INTERVAL_MS = 5 * 60 * 1000;

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Forgets what has expired. Nothing depends on it: whatever is read is compared with the clock, so this is only about
 * room. Several processes may do it at once.
 */
export class Pruning implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private readonly logger = new Logger(Pruning.name);

  constructor(
    private readonly storage: Storage,
    private readonly clock: Clock,
    private readonly auditRetentionDays: number,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.pruneOrComplain(), INTERVAL_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  async prune(): Promise<void> {
    const { storage } = this;
    const now = this.clock.now();
    // A code that is exchanged again late shall still be known, so that what it was exchanged for can be revoked.
    await storage.authorizationCodes.prune(now - DAY_SECONDS);
    await storage.pendingAuthorizations.prune(now);
    await storage.refreshTokens.prune(now);
    await storage.revocations.prune(now);
    await storage.sessions.prune(now);
    await storage.throttle.prune(now);
    await storage.audit.prune(now - this.auditRetentionDays * DAY_SECONDS);
  }

  private async pruneOrComplain(): Promise<void> {
    try {
      await this.prune();
    } catch (error) {
      this.logger.warn(`What has expired could not be forgotten: ${String(error)}`);
    }
  }
}
