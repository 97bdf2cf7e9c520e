import { computeHealth, formatHealth, getOutcome } from './delivery-health.js';

describe('getOutcome', () => {
  it.each([
    [{ state: 'delivered', attempts: 2 }, 'delivered'],
    [{ state: 'dead', attempts: 9 }, 'failed'],
    [{ state: 'skipped', attempts: 0 }, 'skipped'],
    [{ state: 'pending', attempts: 0 }, 'waiting'],
    [{ state: 'delivering', attempts: 1 }, 'waiting'],
    [{ state: 'pending', attempts: 1 }, 'retrying'],
    [{ state: 'delivering', attempts: 2 }, 'retrying'],
  ] as const)('%j is %s', (delivery, outcome) => {
    expect(getOutcome(delivery)).toBe(outcome);
  });
});

describe('formatHealth', () => {
  const delivered = { state: 'delivered', attempts: 1 } as const;
  const retried = { state: 'pending', attempts: 3 } as const;
  const skipped = { state: 'skipped', attempts: 0 } as const;
  const waiting = { state: 'pending', attempts: 0 } as const;

  it.each([
    [[], 'No calls yet'],
    [[skipped], 'No calls yet'],
    [[waiting], '1 delivery waits'],
    [[waiting, waiting, skipped], '2 deliveries wait'],
    [[waiting, delivered, delivered], 'All of 2 arrived'],
    [[delivered], 'The last call arrived'],
    [[delivered, delivered, skipped], 'All of 2 arrived'],
    [[delivered, retried, delivered, delivered], '1 of 4 failed (25 %)'],
  ])('%j: «%s»', (deliveries, text) => {
    expect(formatHealth(computeHealth(deliveries))).toBe(text);
  });
});
