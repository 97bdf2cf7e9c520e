import { type HitCounter, ThrottleStore } from '@content-service/accounts';
import { FakeClock } from '@content-service/kernel';
import { BlockLimiter } from './block-limiter.js';

/** Counts the calls of `increment`. */
class CountedStore extends ThrottleStore {
  calls = 0;
  isDown = false;
  private readonly tallies = new Map<string, HitCounter>();

  override async increment(key: string, windowSeconds: number, now: number, amount = 1): Promise<HitCounter> {
    this.calls += 1;
    if (this.isDown) throw new Error('The database cannot be reached.');
    const present = this.tallies.get(key);
    const goesOn = present !== undefined && present.endsAt > now;
    const counter = goesOn
      ? { count: present.count + amount, endsAt: present.endsAt }
      : { count: amount, endsAt: now + windowSeconds };
    this.tallies.set(key, counter);
    return counter;
  }

  override async find(): Promise<HitCounter | undefined> {
    throw new Error('Not used.');
  }
  override async decrement(): Promise<void> {
    throw new Error('Not used.');
  }
  override async restart(): Promise<void> {
    throw new Error('Not used.');
  }
  override async reset(): Promise<void> {
    throw new Error('Not used.');
  }
  override async prune(): Promise<number> {
    throw new Error('Not used.');
  }
}

describe('BlockLimiter', () => {
  let store: CountedStore;
  let clock: FakeClock;
  const createLimiter = (quota: number): BlockLimiter =>
    new BlockLimiter(store, clock, { quota, windowSeconds: 60 });
  const countAllowed = async (limiter: BlockLimiter, requests: number, key = 'a'): Promise<number> => {
    const all = await Promise.all(Array.from({ length: requests }, () => limiter.consume(key)));
    return all.filter(({ isAllowed }) => isAllowed).length;
  };

  beforeEach(() => {
    [store, clock] = [new CountedStore(), new FakeClock()];
  });

  it.each([1, 7, 20, 21, 39, 1200])(
    'admits exactly a quota of %i to one process, with at most 20 calls of the store',
    async (quota) => {
      expect(await countAllowed(createLimiter(quota), 2 * quota)).toBe(quota);
      expect(store.calls).toBeLessThanOrEqual(20);
    },
  );

  it('does not call the store after the quota is used up, until the window ends', async () => {
    const limiter = createLimiter(40);
    await countAllowed(limiter, 40);
    const { calls } = store;

    expect(await limiter.consume('a')).toEqual({ isAllowed: false, remaining: 0, resetSeconds: 60 });
    clock.advance(59);
    expect(await limiter.consume('a')).toEqual({ isAllowed: false, remaining: 0, resetSeconds: 1 });
    expect(store.calls).toBe(calls);
    clock.advance(1);
    expect(await limiter.consume('a')).toEqual({ isAllowed: true, remaining: 39, resetSeconds: 60 });
  });

  it('admits to three processes at most the quota, and at least the quota without a block of each other process', async () => {
    const processes = [createLimiter(200), createLimiter(200), createLimiter(200)];
    let allowed = 0;
    for (let round = 0; round < 400; round++)
      for (const limiter of processes) if ((await limiter.consume('a')).isAllowed) allowed += 1;

    expect(allowed).toBeLessThanOrEqual(200);
    expect(allowed).toBeGreaterThanOrEqual(200 - 2 * 10);
  });

  it('counts each key separately', async () => {
    const limiter = createLimiter(5);
    await countAllowed(limiter, 5, 'a');

    expect(await countAllowed(limiter, 5, 'b')).toBe(5);
  });

  it('admits one more request after a refund', async () => {
    const limiter = createLimiter(3);
    await countAllowed(limiter, 3);
    await limiter.refund('a');

    expect(await countAllowed(limiter, 3)).toBe(1);
  });

  it('rejects with the error of the store, and calls it again for the next request', async () => {
    const limiter = createLimiter(3);
    store.isDown = true;
    await expect(limiter.consume('a')).rejects.toThrow('cannot be reached');
    store.isDown = false;

    expect((await limiter.consume('a')).isAllowed).toBe(true);
  });
});
