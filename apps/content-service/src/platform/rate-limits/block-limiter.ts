import type { ThrottleStore } from '@content-service/accounts';
import type { Clock } from '@content-service/kernel';
import type { RateLimit } from '@content-service/site-settings';
import type { Consumption, Limiter } from './limiter.js';

/** A process draws a twentieth of the quota at a time: at most 20 database writes for a key and window. */
const BLOCKS_PER_WINDOW = 20;
const SWEEP_FROM = 1000;

/** Points of a key that this process has drawn. */
interface DrawnPoints {
  /** Drawn and unused. */
  available: number;
  /** Not drawn by any process. */
  undrawn: number;
  /** End of the window in UNIX seconds. */
  endsAt: number;
}

/**
 * Counts in the database, shared by all processes. Each admitted request uses one point of the common quota. Points drawn
 * and not used by a process, less than a block, are unavailable to the others until the window ends.
 */
export class BlockLimiter implements Limiter {
  private readonly held = new Map<string, DrawnPoints>();
  private readonly draws = new Map<string, Promise<void>>();
  private readonly block: number;
  private sweepAt = SWEEP_FROM;

  constructor(
    private readonly store: ThrottleStore,
    private readonly clock: Clock,
    private readonly limit: RateLimit,
  ) {
    this.block = Math.ceil(limit.quota / BLOCKS_PER_WINDOW);
  }

  async consume(key: string): Promise<Consumption> {
    for (;;) {
      const consumption = this.takeHeld(key);
      if (consumption !== undefined) return consumption;
      await this.drawOnce(key);
    }
  }

  refund(key: string): Promise<void> {
    const held = this.held.get(key);
    if (held !== undefined && held.endsAt > this.clock.now()) held.available += 1;
    return Promise.resolve();
  }

  /** `undefined` when points must be drawn first. */
  private takeHeld(key: string): Consumption | undefined {
    const held = this.held.get(key);
    const now = this.clock.now();
    if (held === undefined || held.endsAt <= now) return undefined;
    const resetSeconds = held.endsAt - now;
    if (held.available > 0) {
      held.available -= 1;
      return { isAllowed: true, remaining: held.available + held.undrawn, resetSeconds };
    }
    return held.undrawn > 0 ? undefined : { isAllowed: false, remaining: 0, resetSeconds };
  }

  /** Concurrent requests of a key share one draw. */
  private drawOnce(key: string): Promise<void> {
    const drawing = this.draws.get(key) ?? this.draw(key).finally(() => this.draws.delete(key));
    this.draws.set(key, drawing);
    return drawing;
  }

  private async draw(key: string): Promise<void> {
    const now = this.clock.now();
    const { quota, windowSeconds } = this.limit;
    const { count, endsAt } = await this.store.increment(key, windowSeconds, now, this.block);
    const granted = Math.max(0, Math.min(this.block, quota - (count - this.block)));
    const before = this.held.get(key);
    const kept = before?.endsAt === endsAt ? before.available : 0;
    this.held.set(key, { available: kept + granted, undrawn: Math.max(0, quota - count), endsAt });
    this.sweep(now);
  }

  /** Deletes ended windows, in amortized constant time for each key. */
  private sweep(now: number): void {
    if (this.held.size < this.sweepAt) return;
    for (const [key, { endsAt }] of this.held) if (endsAt <= now) this.held.delete(key);
    this.sweepAt = Math.max(SWEEP_FROM, 2 * this.held.size);
  }
}
