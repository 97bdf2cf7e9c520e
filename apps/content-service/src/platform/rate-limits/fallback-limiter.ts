import { Logger } from '@nestjs/common';
import type { Consumption, Limiter } from './limiter.js';

/** Pause after a failure of the store, whose calls may take until their own time limit. */
const PAUSE_MS = 1000;

/** Availability of the shared store; one instance for all limits that use it. Logs each outage once. */
export class StoreHealth {
  private readonly logger = new Logger('RateLimits');
  private isUp = true;
  private retryAt = 0;

  /** @param name of the store in log lines */
  constructor(private readonly name: string) {}

  /** During an outage, true for one request each `PAUSE_MS`, which probes the store. */
  shouldTry(): boolean {
    if (this.isUp) return true;
    const now = performance.now();
    if (now < this.retryAt) return false;
    this.retryAt = now + PAUSE_MS;
    return true;
  }

  recordSuccess(): void {
    if (this.isUp) return;
    this.isUp = true;
    this.logger.log(`Rate limits are counted in ${this.name} again.`);
  }

  recordFailure(error: unknown): void {
    this.retryAt = performance.now() + PAUSE_MS;
    if (!this.isUp) return;
    this.isUp = false;
    const reason = error instanceof Error ? error.message : String(error);
    this.logger.warn(`Rate limits are counted in each process: ${this.name} is not available (${reason}).`);
  }
}

/** Counts in a shared store, and in this process while the store is unavailable, so that an outage fails no request. */
export class FallbackLimiter implements Limiter {
  constructor(
    private readonly shared: Limiter,
    private readonly local: Limiter,
    private readonly health: StoreHealth,
  ) {}

  consume(key: string): Promise<Consumption> {
    return this.withFallback(
      () => this.shared.consume(key),
      () => this.local.consume(key),
    );
  }

  refund(key: string): Promise<void> {
    return this.withFallback(
      () => this.shared.refund(key),
      () => this.local.refund(key),
    );
  }

  private async withFallback<T>(shared: () => Promise<T>, local: () => Promise<T>): Promise<T> {
    if (!this.health.shouldTry()) return local();
    try {
      const result = await shared();
      this.health.recordSuccess();
      return result;
    } catch (error) {
      this.health.recordFailure(error);
      return local();
    }
  }
}
