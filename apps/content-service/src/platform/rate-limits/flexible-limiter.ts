import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimit } from '@content-service/site-settings';
import type { Consumption, Limiter } from './limiter.js';

/** Adapter of rate-limiter-flexible, which rejects with a `RateLimiterRes` above the limit and with an Error when its store fails. */
export class FlexibleLimiter implements Limiter {
  constructor(private readonly limiter: RateLimiterAbstract) {}

  /** Creates a limiter that counts in this process. */
  static inMemory({ quota, windowSeconds }: RateLimit): FlexibleLimiter {
    return new FlexibleLimiter(new RateLimiterMemory({ points: quota, duration: windowSeconds }));
  }

  async consume(key: string): Promise<Consumption> {
    try {
      return toConsumption(true, await this.limiter.consume(key));
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return toConsumption(false, refusal);
      throw refusal;
    }
  }

  async refund(key: string): Promise<void> {
    await this.limiter.reward(key);
  }
}

function toConsumption(isAllowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): Consumption {
  return { isAllowed, remaining: remainingPoints, resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
}
