import { type HitCounter, ThrottleStore } from '@content-service/accounts';
import type { AuditLines } from '@content-service/audit';
import type { RecordDatabase } from './record-database.js';

const COUNTERS = 'throttle/';

export class RecordThrottleStore extends ThrottleStore {
  constructor(private readonly database: RecordDatabase) {
    super();
  }

  override increment(key: string, windowSeconds: number, now: number, amount = 1): Promise<HitCounter> {
    return this.database.transaction(async (transaction) => {
      const present = await transaction.get<HitCounter>(COUNTERS + key);
      const goesOn = present !== undefined && present.endsAt > now;
      const counter = goesOn
        ? { count: present.count + amount, endsAt: present.endsAt }
        : { count: amount, endsAt: now + windowSeconds };
      await transaction.put(COUNTERS + key, counter);
      return counter;
    });
  }

  override async find(key: string, now: number): Promise<HitCounter | undefined> {
    const counter = await this.database.get<HitCounter>(COUNTERS + key);
    return counter !== undefined && counter.count > 0 && counter.endsAt > now ? counter : undefined;
  }

  override decrement(key: string): Promise<void> {
    return this.database.transaction(async (transaction) => {
      const counter = await transaction.get<HitCounter>(COUNTERS + key);
      if (counter === undefined) return;
      await transaction.put(COUNTERS + key, { ...counter, count: Math.max(0, counter.count - 1) });
    });
  }

  override restart(key: string, windowSeconds: number, now: number, auditLines?: AuditLines): Promise<void> {
    return this.database.transaction(
      (transaction) => transaction.put(COUNTERS + key, { count: 1, endsAt: now + windowSeconds }),
      auditLines,
    );
  }

  override async reset(key: string): Promise<void> {
    await this.database.transaction((transaction) => transaction.delete(COUNTERS + key));
  }

  override prune(now: number, limit: number): Promise<number> {
    return this.database.deleteSelected(COUNTERS, ({ endsAt }: HitCounter) => endsAt < now, limit);
  }
}
