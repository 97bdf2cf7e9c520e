import assert from 'node:assert/strict';
import { ConsumerLeaseLost, type EventConsumer, SEQUENCER } from '@content-service/events';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { createSampleEntry, newId, storeEntries } from './sample.js';
import { acquire, getNewest, MANY, sequenceAll } from './sequencing.js';

const TYPE = 'node--article';

/** Positions of events and of consumers, which leases with fencing tokens protect, and the end of old events. */
export function eventConsumers(storage: () => Storage): void {
  it('counts events without a position and shows none of them', async () => {
    const before = await getNewest(storage());
    const entry = createSampleEntry(TYPE);
    await storeEntries(storage(), entry);

    const bounds = await storage().events.bounds();
    assert.deepEqual([bounds.newest, bounds.unsequenced], [before, 1]);
    assert.ok((bounds.unsequencedSince ?? 0) > 0);
    assert.deepEqual(await storage().events.read(before, 10), []);

    await sequenceAll(storage());
    assert.deepEqual(await storage().events.bounds(), {
      oldest: bounds.oldest,
      newest: before + 1,
      unsequenced: 0,
    });
  });

  it('gives the lease of a consumer to one of twenty parallel callers', async () => {
    const consumer = newId();

    const leases = await Promise.all(
      Array.from({ length: 20 }, () => storage().eventConsumers.acquire(consumer, 'here', 60)),
    );

    const held = leases.filter((lease) => lease !== undefined);
    assert.equal(held.length, 1);
    assert.equal(held[0]?.position, await getNewest(storage()));
    assert.equal((await findConsumer(storage(), consumer))?.holder, 'here');
  });

  it('continues at the position of a consumer, with a greater token', async () => {
    const consumer = newId();
    const first = await acquire(storage(), consumer);
    await storage().eventConsumers.advance(first.lease, 5);
    await storage().eventConsumers.release(first.lease);

    const second = await acquire(storage(), consumer);

    assert.equal(second.position, 5);
    assert.ok(second.lease.token > first.lease.token);
    assert.equal(await storage().eventConsumers.renew(second.lease), true);
  });

  it('changes nothing by a lease that was given to another process', async () => {
    const consumer = newId();
    const stale = await acquire(storage(), consumer);
    await storage().eventConsumers.release(stale.lease);
    const { lease } = await acquire(storage(), consumer);

    await assert.rejects(storage().eventConsumers.advance(stale.lease, 9), ConsumerLeaseLost);
    await storage().eventConsumers.release(stale.lease);

    assert.equal(await storage().eventConsumers.renew(stale.lease), false);
    assert.equal(await storage().eventConsumers.renew(lease), true);
    assert.notEqual((await findConsumer(storage(), consumer))?.position, 9);
  });

  it('keeps why a consumer could not go on until it goes on', async () => {
    const consumer = newId();
    const failed = await acquire(storage(), consumer);
    assert.equal(failed.error, undefined);
    await storage().eventConsumers.release(failed.lease, 'Größe: no answer.');

    const second = await acquire(storage(), consumer);
    assert.equal(second.error, 'Größe: no answer.');
    assert.equal(await storage().eventConsumers.renew(second.lease), true);
    await storage().eventConsumers.release(second.lease);
    assert.equal((await findConsumer(storage(), consumer))?.error, 'Größe: no answer.');

    const third = await acquire(storage(), consumer);
    await storage().eventConsumers.advance(third.lease, third.position);
    assert.equal((await findConsumer(storage(), consumer))?.error, undefined);
  });

  it('grants no lease of a paused consumer until it is resumed', async () => {
    const consumer = newId();
    const held = await acquire(storage(), consumer);
    await storage().eventConsumers.release(held.lease, 'No answer.');

    assert.equal(await storage().eventConsumers.change(consumer, { paused: true }), true);

    assert.deepEqual(await findConsumer(storage(), consumer), {
      name: consumer,
      position: held.position,
      paused: true,
      holder: undefined,
      error: undefined,
    });
    assert.equal(await storage().eventConsumers.acquire(consumer, 'here', 60), undefined);
    await storage().eventConsumers.change(consumer, { paused: false });
    assert.equal((await acquire(storage(), consumer)).position, held.position);
  });

  it('takes the lease of the process that acts for a changed consumer', async () => {
    const consumer = newId();
    const stale = await acquire(storage(), consumer);

    await storage().eventConsumers.change(consumer, { position: 7 });

    assert.equal(await storage().eventConsumers.renew(stale.lease), false);
    await assert.rejects(storage().eventConsumers.advance(stale.lease, 9), ConsumerLeaseLost);
    const next = await acquire(storage(), consumer);
    assert.equal(next.position, 7);
    assert.ok(next.lease.token > stale.lease.token);
  });

  it('removes a consumer without a holder, which is unknown then', async () => {
    const consumer = newId();
    const { lease } = await acquire(storage(), consumer);
    assert.equal(await storage().eventConsumers.remove(consumer), false);
    await storage().eventConsumers.release(lease);

    assert.equal(await storage().eventConsumers.remove(consumer), true);

    assert.equal(await findConsumer(storage(), consumer), undefined);
    assert.equal(await storage().eventConsumers.remove(consumer), false);
    assert.equal(await storage().eventConsumers.change(consumer, { paused: true }), false);
  });

  it('numbers nothing by a lease that was given to another process', async () => {
    const { lease: stale } = await acquire(storage(), SEQUENCER);
    await storage().eventConsumers.release(stale);
    const before = await storage().events.bounds();
    await storeEntries(storage(), createSampleEntry(TYPE));

    await assert.rejects(storage().events.sequence(stale, 10), ConsumerLeaseLost);

    const { newest, unsequenced } = await storage().events.bounds();
    assert.deepEqual([newest, unsequenced], [before.newest, 1]);
  });

  it('deletes the oldest events of a range, but not the newest, and never assigns their positions again', async () => {
    await storeEntries(storage(), ...Array.from({ length: 5 }, () => createSampleEntry(TYPE)));
    const newest = await getNewest(storage());
    const { oldest } = await storage().events.bounds();
    const future = (Date.now() + 60_000) * 1000;

    assert.equal(await storage().events.prune({ upTo: newest, recordedBefore: 1 }, 10), 0);
    assert.equal(
      await storage().events.prune({ upTo: newest - 2, recordedBefore: future }, MANY),
      newest - oldest - 1,
    );
    assert.equal(await storage().events.prune({ upTo: newest, recordedBefore: future }, MANY), 1);
    assert.equal(await storage().events.prune({ upTo: newest, recordedBefore: future }, MANY), 0);

    assert.deepEqual(
      (await storage().events.read(0, MANY)).map(({ position }) => position),
      [newest],
    );
    await storeEntries(storage(), createSampleEntry(TYPE));
    assert.equal(await getNewest(storage()), newest + 1);
  });

  it('tells listeners of this process about recorded events', async () => {
    let told = 0;
    storage().events.onRecorded(() => (told += 1));

    await storeEntries(storage(), createSampleEntry(TYPE));

    assert.equal(told, 1);
  });
}

async function findConsumer(storage: Storage, name: string): Promise<EventConsumer | undefined> {
  return (await storage.eventConsumers.list()).find((consumer) => consumer.name === name);
}
