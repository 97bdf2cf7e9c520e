import assert from 'node:assert/strict';
import { sha256 } from '@content-service/kernel';
import type { Storage } from '../storage.js';
import { assertPrunesInBatches, MANY } from './pruning.js';
import { it } from './runner.js';
import { newId } from './sample.js';

const NOW = 1_700_000_000;
const WINDOW = 60;

export function throttling(storage: () => Storage): void {
  it('counts under a key until the window of the first event ends', async () => {
    const key = sha256(newId());

    assert.deepEqual(await hit(key, NOW), { count: 1, endsAt: NOW + WINDOW });
    assert.deepEqual(await hit(key, NOW + 59), { count: 2, endsAt: NOW + WINDOW });
    assert.deepEqual(await hit(sha256(newId()), NOW + 59), { count: 1, endsAt: NOW + 59 + WINDOW });
    assert.deepEqual(await hit(key, NOW + 60), { count: 1, endsAt: NOW + 60 + WINDOW });
  });

  it('begins a new window with a restart, whatever was counted before', async () => {
    const [counted, fresh] = [sha256(newId()), sha256(newId())];
    await hit(counted, NOW);
    await hit(counted, NOW + 1);

    for (const key of [counted, fresh]) await storage().throttle.restart(key, WINDOW, NOW + 30);

    const expected = { count: 1, endsAt: NOW + 30 + WINDOW };
    for (const key of [counted, fresh])
      assert.deepEqual(await storage().throttle.find(key, NOW + 89), expected);
  });

  it('returns a different count to each of twenty parallel hits', async () => {
    const key = sha256(newId());

    const counters = await Promise.all(Array.from({ length: 20 }, () => hit(key, NOW)));

    const counts = counters.map(({ count }) => count).sort((a, b) => a - b);
    assert.deepEqual(
      counts,
      Array.from({ length: 20 }, (_, n) => n + 1),
    );
    assert.ok(counters.every(({ endsAt }) => endsAt === NOW + WINDOW));
  });

  it('starts one new window when twenty parallel hits find the old one expired', async () => {
    const key = sha256(newId());
    await hit(key, NOW);

    const counters = await Promise.all(Array.from({ length: 20 }, () => hit(key, NOW + 500)));

    assert.deepEqual(new Set(counters.map(({ count }) => count)).size, 20);
    assert.ok(counters.every(({ endsAt }) => endsAt === NOW + 500 + WINDOW));
  });

  it('adds several events in one call and starts a new window with them', async () => {
    const key = sha256(newId());

    assert.deepEqual(await hit(key, NOW, 60), { count: 60, endsAt: NOW + WINDOW });
    assert.deepEqual(await hit(key, NOW + 1), { count: 61, endsAt: NOW + WINDOW });
    assert.deepEqual(await hit(key, NOW + 2, 60), { count: 121, endsAt: NOW + WINDOW });
    assert.deepEqual(await hit(key, NOW + 60, 7), { count: 7, endsAt: NOW + 60 + WINDOW });
  });

  it('returns a different multiple of 5 to each of twenty parallel calls with an amount of 5', async () => {
    const key = sha256(newId());

    const counters = await Promise.all(Array.from({ length: 20 }, () => hit(key, NOW, 5)));

    assert.deepEqual(
      counters.map(({ count }) => count).sort((a, b) => a - b),
      Array.from({ length: 20 }, (_, n) => 5 * (n + 1)),
    );
  });

  it('subtracts events, but not below zero', async () => {
    const [key, other] = [sha256(newId()), sha256(newId())];
    await hit(key, NOW);
    await hit(key, NOW);

    await storage().throttle.decrement(key);
    assert.equal((await hit(key, NOW)).count, 2);

    await Promise.all(Array.from({ length: 20 }, () => storage().throttle.decrement(key)));
    assert.deepEqual(await hit(key, NOW + 1), { count: 1, endsAt: NOW + WINDOW });
    await storage().throttle.decrement(other);
    assert.equal((await hit(other, NOW)).count, 1);
  });

  it('returns the current counter without counting', async () => {
    const key = sha256(newId());
    assert.equal(await storage().throttle.find(key, NOW), undefined);
    await hit(key, NOW);
    await hit(key, NOW);

    assert.deepEqual(await storage().throttle.find(key, NOW + 59), { count: 2, endsAt: NOW + WINDOW });
    assert.deepEqual(await storage().throttle.find(key, NOW + 59), { count: 2, endsAt: NOW + WINDOW });
    assert.equal(await storage().throttle.find(key, NOW + 60), undefined);
  });

  it('returns no counter when all its events were subtracted', async () => {
    const key = sha256(newId());
    await hit(key, NOW);

    await storage().throttle.decrement(key);

    assert.equal(await storage().throttle.find(key, NOW), undefined);
  });

  it('deletes a counter that is reset, and no other', async () => {
    const [key, other] = [sha256(newId()), sha256(newId())];
    await hit(key, NOW);
    await hit(other, NOW);

    await storage().throttle.reset(key);
    await storage().throttle.reset(key);

    assert.equal((await hit(key, NOW)).count, 1);
    assert.equal((await hit(other, NOW)).count, 2);
  });

  it('deletes counters some time after their window ended', async () => {
    const [old, fresh] = [sha256(newId()), sha256(newId())];
    await hit(old, NOW - 100);
    await hit(fresh, NOW);

    await storage().throttle.prune(NOW, MANY);

    // With an early clock a counter that is still stored would continue.
    assert.equal((await hit(old, NOW - 99)).count, 1);
    assert.equal((await hit(fresh, NOW)).count, 2);
  });

  it('deletes as many counters at once as it is told', async () => {
    await assertPrunesInBatches(
      (limit) => storage().throttle.prune(NOW, limit),
      async () => {
        const key = sha256(newId());
        await hit(key, NOW - 100);
        return async () => (await storage().throttle.find(key, NOW - 100)) !== undefined;
      },
    );
  });

  function hit(key: string, now: number, amount?: number) {
    return storage().throttle.increment(key, WINDOW, now, amount);
  }
}
