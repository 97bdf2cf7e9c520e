import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { FallbackLimiter, StoreHealth } from './fallback-limiter.js';
import { FlexibleLimiter } from './flexible-limiter.js';
import type { Consumption, Limiter } from './limiter.js';

/** Fails while a test wants it to. */
class FailingStore implements Limiter {
  calls = 0;
  isDown = false;

  async consume(): Promise<Consumption> {
    this.calls += 1;
    if (this.isDown) throw new Error('The connection is closed.');
    return { isAllowed: true, remaining: 77, resetSeconds: 9 };
  }

  async refund(): Promise<void> {
    await this.consume();
  }
}

describe('FallbackLimiter', () => {
  let store: FailingStore;
  let limiter: FallbackLimiter;
  let warned: string[];
  let logged: string[];
  let now: number;

  beforeEach(() => {
    [store, warned, logged, now] = [new FailingStore(), [], [], 0];
    const local = FlexibleLimiter.inMemory({ quota: 2, windowSeconds: 3600 });
    limiter = new FallbackLimiter(store, local, new StoreHealth('redis'));
    jest.spyOn(Logger.prototype, 'warn').mockImplementation((message: unknown) => {
      warned.push(String(message));
    });
    jest.spyOn(Logger.prototype, 'log').mockImplementation((message: unknown) => {
      logged.push(String(message));
    });
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('returns the result of the shared store while it is available', async () => {
    expect(await limiter.consume('a')).toEqual({ isAllowed: true, remaining: 77, resetSeconds: 9 });
    expect([warned, logged]).toEqual([[], []]);
  });

  it('counts in memory while the store fails, and refuses only requests above the quota', async () => {
    store.isDown = true;

    const answers = [await limiter.consume('a'), await limiter.consume('a'), await limiter.consume('a')];

    expect(answers.map(({ isAllowed }) => isAllowed)).toEqual([true, true, false]);
  });

  it('logs the start and the end of an outage once, and calls the store once a second meanwhile', async () => {
    store.isDown = true;
    for (let request = 0; request < 50; request++) await limiter.consume(`${request}`);
    expect(store.calls).toBe(1);

    now += 1000;
    for (let request = 0; request < 50; request++) await limiter.consume(`${request} later`);
    expect(store.calls).toBe(2);

    [store.isDown, now] = [false, now + 1000];
    await limiter.consume('a');
    await limiter.refund('a');
    expect(store.calls).toBe(4);
    expect(warned).toEqual([
      'Rate limits are counted in each process: redis is not available (The connection is closed.).',
    ]);
    expect(logged).toEqual(['Rate limits are counted in redis again.']);
  });
});
