import { type HitCounter, ThrottleStore } from '@content-service/accounts';
import type { TransactionalRecords } from '@content-service/audit';
import { atomic } from './atomic.js';
import { deleteSelected } from './delete-selected.js';
import { RecordedTransactions } from './recorded-transactions.js';

export class MemoryThrottleStore extends ThrottleStore {
  constructor(
    private readonly counters = new Map<string, HitCounter>(),
    private readonly transactions = new RecordedTransactions(),
  ) {
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

  override restart(
    key: string,
    windowSeconds: number,
    now: number,
    records?: TransactionalRecords,
  ): Promise<void> {
    return this.transactions.run(records, () => {
      this.counters.set(key, { count: 1, endsAt: now + windowSeconds });
    });
  }

  override reset(key: string): Promise<void> {
    return atomic(() => {
      this.counters.delete(key);
    });
  }

  override prune(now: number, limit: number): Promise<number> {
    return atomic(() => deleteSelected(this.counters, ({ endsAt }) => endsAt < now, limit));
  }
}
