import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { isStoreFault } from '@content-service/entries';
import type { CacheScope, Generations, Storage } from '@content-service/storage';
import type { ChangeChannel } from './change-channel.js';
import { Failure, type OutageLog } from '../log/outage-log.js';

const POLL_AGE_MAXIMUM_MS = 10_000;

/** Reloads one cache scope after a change. */
export type CacheRefreshers = Readonly<Record<CacheScope, () => unknown>>;

/** How changes become known. */
export interface WatcherOptions {
  /** Milliseconds between two polls. */
  readonly intervalMs: number;
  /** Its messages are followed by a poll at once. */
  readonly channel?: Pick<ChangeChannel, 'subscribe' | 'close'>;
  /** Learns of each answer of the database. */
  readonly outage?: Pick<OutageLog, 'noteAnswer'>;
}

/**
 * Detects changes that other processes and the command line make in the same database: polls the generations once a
 * second (one small statement), and at once when a message says so, and reloads the cache scopes whose generation has
 * changed.
 */
export class GenerationWatcher implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private seen: Generations | undefined;
  private failing = false;
  private running: Promise<void> | undefined;
  private isOutdated = false;
  private polledAt = -Infinity;
  private readonly logger = new Logger(GenerationWatcher.name);

  constructor(
    private readonly storage: Storage,
    private readonly refreshers: CacheRefreshers,
    private readonly options: WatcherOptions = { intervalMs: 1000 },
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.poll();
    await this.options.channel?.subscribe(() => {
      this.pollSoon();
    });
    this.schedule();
  }

  /** Milliseconds since the last successful poll. */
  get pollAgeMs(): number {
    return performance.now() - this.polledAt;
  }

  /** Age in milliseconds of the last successful poll from which on changes may be missing. */
  get pollAgeMaximumMs(): number {
    return Math.max(POLL_AGE_MAXIMUM_MS, 3 * this.options.intervalMs);
  }

  onModuleDestroy(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    void this.options.channel?.close();
  }

  /** Reloads the scopes that have changed since the last poll; at the first poll, all. */
  async poll(): Promise<void> {
    const generations = await this.storage.generations();
    const areas = Object.keys(this.refreshers) as CacheScope[];
    const changed = areas.filter((area) => generations[area] !== this.seen?.[area]);
    await Promise.all(changed.map((area) => this.refreshers[area]()));
    this.seen = generations;
    this.polledAt = performance.now();
    this.options.outage?.noteAnswer();
  }

  /** Polls, or once more after the poll that runs: however many messages come, no two polls run at the same time. */
  private pollSoon(): void {
    this.isOutdated = true;
    this.running ??= this.pollWhileOutdated().finally(() => {
      this.running = undefined;
    });
  }

  private async pollWhileOutdated(): Promise<void> {
    while (this.isOutdated) {
      this.isOutdated = false;
      await this.tryPoll();
    }
  }

  /** The next poll is scheduled after the last one ended, so that polls of a slow database do not pile up. */
  private schedule(): void {
    this.timer = setTimeout(() => {
      void this.tryPoll().then(() => {
        if (this.timer !== undefined) this.schedule();
      });
    }, this.options.intervalMs);
    this.timer.unref();
  }

  /** Logs a warning, of a fault that is none of the database only the first time; the caches stay as they are. */
  private async tryPoll(): Promise<void> {
    try {
      await this.poll();
      this.failing = false;
    } catch (error) {
      if (!this.failing || isStoreFault(error))
        this.logger.warn(new Failure('Changes of other processes cannot be seen', error));
      this.failing = true;
    }
  }
}
