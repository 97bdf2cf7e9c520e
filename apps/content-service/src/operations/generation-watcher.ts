import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Area, Generations, Storage } from '@content-service/storage';

const INTERVAL_MS = 1000;

/** What to do when an area has changed. */
export type Refreshers = Readonly<Record<Area, () => unknown>>;

/**
 * Notices what other processes (and the command line) change in the same database: it asks for the generations once a
 * second, which is one small statement, and has the areas that moved read again.
 */
export class GenerationWatcher implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private seen: Generations | undefined;
  private failing = false;
  private readonly logger = new Logger(GenerationWatcher.name);

  constructor(
    private readonly storage: Storage,
    private readonly refreshers: Refreshers,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.look();
    this.schedule();
  }

  onModuleDestroy(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Reads again what has changed since the last look; at the first look, everything. */
  async look(): Promise<void> {
    const generations = await this.storage.generations();
    const areas = Object.keys(this.refreshers) as Area[];
    const changed = areas.filter((area) => generations[area] !== this.seen?.[area]);
    await Promise.all(changed.map((area) => this.refreshers[area]()));
    this.seen = generations;
  }

  /** The next look begins after the last one ended, so that a slow database is not asked ever more. */
  private schedule(): void {
    this.timer = setTimeout(() => {
      void this.lookOrComplain().then(() => {
        if (this.timer !== undefined) this.schedule();
      });
    }, INTERVAL_MS);
    this.timer.unref();
  }

  /** A database that cannot be reached is complained about once; the service goes on with what it knows. */
  private async lookOrComplain(): Promise<void> {
    try {
      await this.look();
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.logger.warn(`Changes of other processes cannot be seen: ${String(error)}`);
      this.failing = true;
    }
  }
}
