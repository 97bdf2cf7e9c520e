import assert from 'node:assert/strict';
import { sha256 } from '@content-service/kernel';
import type { Storage } from '../storage.js';
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

  it('gives each of twenty hits at once a count of its own', async () => {
    const key = sha256(newId());

    const tallies = await Promise.all(Array.from({ length: 20 }, () => hit(key, NOW)));

    const counts = tallies.map(({ count }) => count).sort((a, b) => a - b);
    assert.deepEqual(
      counts,
      Array.from({ length: 20 }, (_, n) => n + 1),
    );
    assert.ok(tallies.every(({ endsAt }) => endsAt === NOW + WINDOW));
  });

  it('begins one new tally when twenty hits at once find the old one over', async () => {
    const key = sha256(newId());
    await hit(key, NOW);

    const tallies = await Promise.all(Array.from({ length: 20 }, () => hit(key, NOW + 500)));

    assert.deepEqual(new Set(tallies.map(({ count }) => count)).size, 20);
    assert.ok(tallies.every(({ endsAt }) => endsAt === NOW + 500 + WINDOW));
  });

  it('takes events back, but never below none', async () => {
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

  it('forgets a tally that is reset, and no other', async () => {
    const [key, other] = [sha256(newId()), sha256(newId())];
    await hit(key, NOW);
    await hit(other, NOW);

    await storage().throttle.reset(key);
    await storage().throttle.reset(key);

    assert.equal((await hit(key, NOW)).count, 1);
    assert.equal((await hit(other, NOW)).count, 2);
  });

  it('forgets tallies some time after they ended', async () => {
    const [old, fresh] = [sha256(newId()), sha256(newId())];
    await hit(old, NOW - 100);
    await hit(fresh, NOW);

    await storage().throttle.prune(NOW);

    // Asked with an early clock, what is remembered would go on.
    assert.equal((await hit(old, NOW - 99)).count, 1);
    assert.equal((await hit(fresh, NOW)).count, 2);
  });

  function hit(key: string, now: number) {
    return storage().throttle.increment(key, WINDOW, now);
  }
}
