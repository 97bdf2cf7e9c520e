import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { CacheScope, Generations, Storage } from '@content-service/storage';

const INTERVAL_MS = 1000;

/** Reloads one cache scope after a change. */
export type CacheRefreshers = Readonly<Record<CacheScope, () => unknown>>;

/**
 * Detects changes that other processes and the command line make in the same database: polls the generations once a
 * second (one small statement) and reloads the cache scopes whose generation has changed.
 */
export class GenerationWatcher implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private seen: Generations | undefined;
  private failing = false;
  private polledAt = -Infinity;
  private readonly logger = new Logger(GenerationWatcher.name);

  constructor(
    private readonly storage: Storage,
    private readonly refreshers: CacheRefreshers,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.poll();
    this.schedule();
  }

  /** Milliseconds since the last successful poll. */
  get pollAgeMs(): number {
    return performance.now() - this.polledAt;
  }

  onModuleDestroy(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Reloads the scopes that have changed since the last poll; at the first poll, all. */
  async poll(): Promise<void> {
    const generations = await this.storage.generations();
    const areas = Object.keys(this.refreshers) as CacheScope[];
    const changed = areas.filter((area) => generations[area] !== this.seen?.[area]);
    await Promise.all(changed.map((area) => this.refreshers[area]()));
    this.seen = generations;
    this.polledAt = performance.now();
  }

  /** The next poll is scheduled after the last one ended, so that polls of a slow database do not pile up. */
  private schedule(): void {
    this.timer = setTimeout(() => {
      void this.tryPoll().then(() => {
        if (this.timer !== undefined) this.schedule();
      });
    }, INTERVAL_MS);
    this.timer.unref();
  }

  /** Logs a warning at the first of several failures; the caches stay as they are. */
  private async tryPoll(): Promise<void> {
    try {
      await this.poll();
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.logger.warn(`Changes of other processes cannot be seen: ${String(error)}`);
      this.failing = true;
    }
  }
}
