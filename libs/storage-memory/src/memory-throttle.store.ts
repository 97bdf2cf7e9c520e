import { type Tally, ThrottleStore } from '@content-service/accounts';
import { act } from './act.js';

export class MemoryThrottleStore extends ThrottleStore {
  private readonly tallies = new Map<string, Tally>();

  override increment(key: string, windowSeconds: number, now: number): Promise<Tally> {
    return act(() => {
      const present = this.tallies.get(key);
      const goesOn = present !== undefined && present.endsAt > now;
      const tally = goesOn
        ? { count: present.count + 1, endsAt: present.endsAt }
        : { count: 1, endsAt: now + windowSeconds };
      this.tallies.set(key, tally);
      return tally;
    });
  }

  override decrement(key: string): Promise<void> {
    return act(() => {
      const tally = this.tallies.get(key);
      if (tally !== undefined) this.tallies.set(key, { ...tally, count: Math.max(0, tally.count - 1) });
    });
  }

  override reset(key: string): Promise<void> {
    return act(() => {
      this.tallies.delete(key);
    });
  }

  override prune(now: number): Promise<void> {
    return act(() => {
      for (const [key, { endsAt }] of this.tallies) if (endsAt < now) this.tallies.delete(key);
    });
  }
}
