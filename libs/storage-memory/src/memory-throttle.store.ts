import { type HitCounter, ThrottleStore } from '@content-service/accounts';
import { atomic } from './atomic.js';

export class MemoryThrottleStore extends ThrottleStore {
  constructor(private readonly counters = new Map<string, HitCounter>()) {
    super();
  }

  override increment(key: string, windowSeconds: number, now: number, amount = 1): Promise<HitCounter> {
    return atomic(() => {
      const present = this.counters.get(key);
      const goesOn = present !== undefined && present.endsAt > now;
      const counter = goesOn
        ? { count: present.count + amount, endsAt: present.endsAt }
        : { count: amount, endsAt: now + windowSeconds };
      this.counters.set(key, counter);
      return counter;
    });
  }

  override find(key: string, now: number): Promise<HitCounter | undefined> {
    return atomic(() => {
      const counter = this.counters.get(key);
      return counter !== undefined && counter.count > 0 && counter.endsAt > now ? counter : undefined;
    });
  }

  override decrement(key: string): Promise<void> {
    return atomic(() => {
      const counter = this.counters.get(key);
      if (counter !== undefined)
        this.counters.set(key, { ...counter, count: Math.max(0, counter.count - 1) });
    });
  }

  override reset(key: string): Promise<void> {
    return atomic(() => {
      this.counters.delete(key);
    });
  }

  override prune(now: number): Promise<void> {
    return atomic(() => {
      for (const [key, { endsAt }] of this.counters) if (endsAt < now) this.counters.delete(key);
    });
  }
}
