import { jest } from '@jest/globals';
import { type Deliver, DeliveryQueue } from './delivery-queue.js';

describe('DeliveryQueue', () => {
  let received: string[][];
  let warnings: string[];
  let isAway: boolean;
  const deliver: Deliver<string> = (batch) => {
    if (isAway) return Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
    received.push([...batch]);
    return Promise.resolve();
  };
  const create = (): DeliveryQueue<string> =>
    new DeliveryQueue(deliver, (message) => warnings.push(message), {
      ...{ queueMaximum: 3, batchMaximum: 2, collectMs: 100, retryMs: 1000, retryMaximumMs: 2000 },
    });
  beforeEach(() => {
    jest.useFakeTimers();
    [received, warnings, isAway] = [[], [], false];
  });
  afterEach(() => jest.useRealTimers());

  it('sends items in batches, in their order', async () => {
    const queue = create();
    queue.add(['a']);
    queue.add(['b', 'c']);

    await jest.advanceTimersByTimeAsync(99);
    expect(received).toEqual([]);
    await jest.advanceTimersByTimeAsync(101);
    expect(received).toEqual([['a', 'b'], ['c']]);
    expect(warnings).toEqual([]);
  });

  it('sends a refused batch again after a delay, and warns once', async () => {
    const queue = create();
    isAway = true;
    queue.add(['a']);
    await jest.advanceTimersByTimeAsync(100 + 1000 + 2000);
    expect(warnings).toEqual(['Audit events could not be delivered: ECONNREFUSED']);

    isAway = false;
    await jest.advanceTimersByTimeAsync(2000);

    expect(received).toEqual([['a']]);
    expect(warnings).toHaveLength(1);
  });

  it('drops items above the maximum and reports their number', async () => {
    const queue = create();
    queue.add(['a', 'b', 'c', 'd', 'e']);
    await jest.advanceTimersByTimeAsync(200);

    expect(received.flat()).toEqual(['a', 'b', 'c']);
    expect(warnings).toEqual(['2 audit events were not forwarded: the queue was full.']);
  });

  it('sends the waiting items on close', async () => {
    const queue = create();
    queue.add(['a', 'b', 'c']);

    await queue.close();

    expect(received.flat()).toEqual(['a', 'b', 'c']);
  });

  it('drops the waiting items on close when the receiver is unavailable', async () => {
    const queue = create();
    isAway = true;
    queue.add(['a']);

    await queue.close();

    expect(warnings).toHaveLength(2);
    expect(jest.getTimerCount()).toBe(0);
  });
});
