import assert from 'node:assert/strict';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { newId } from './sample.js';
import { compact, createFailure, createSuccess, idsOf, NOW, SampleWebhooks } from './sample-webhooks.js';

/** Deliveries to be attempted: which process gets which one, and when. */
export function webhookClaims(storage: () => Storage): void {
  const { addEndpoint, addDelivery, claim, claimOne, getDelivery, finish } = new SampleWebhooks(storage);

  it('keeps the first delivery of an event to an endpoint', async () => {
    const { id } = await addEndpoint();
    const delivery = await addDelivery(id);

    await storage().webhookDeliveries.add([{ ...delivery, id: newId(), nextAttemptAt: NOW + 99 }]);

    const { deliveries } = await storage().webhookDeliveries.page({ endpointId: id }, { limit: 9 });
    assert.deepEqual(deliveries.map(compact), [compact(delivery)]);
  });

  it('gives a delivery to one of twenty parallel callers', async () => {
    const { id } = await addEndpoint();
    const delivery = await addDelivery(id);

    const claimed = await Promise.all(Array.from({ length: 20 }, () => claim(id)));

    assert.deepEqual(
      claimed.flat().map(({ delivery: { id, state, attempts } }) => [id, state, attempts]),
      [[delivery.id, 'delivering', 1]],
    );
  });

  it('gives out no delivery before its time, or that is finished', async () => {
    const { id } = await addEndpoint();
    await addDelivery(id);
    const later = await addDelivery(id, 2, undefined, NOW + 1);
    await finish(await claimOne(id), createSuccess(), NOW);

    assert.deepEqual(await claim(id), []);
    assert.deepEqual(idsOf(await claim(id, { now: NOW + 1 })), [later.id]);
  });

  it('gives a delivery whose lease has expired to another caller, and ends the first lease', async () => {
    const { id } = await addEndpoint();
    const delivery = await addDelivery(id);
    const [expired] = await claim(id, { seconds: -2 });
    assert.ok(expired !== undefined);

    const next = await claimOne(id);

    assert.deepEqual([next.delivery.id, next.delivery.attempts], [delivery.id, 2]);
    assert.equal(await finish(expired, createSuccess(), NOW), undefined);
    assert.equal((await getDelivery(delivery.id)).state, 'delivering');
    assert.deepEqual((await storage().webhookDeliveries.find(delivery.id))?.attempts, []);
  });

  it('gives out the deliveries of an entry one after the other, in the order of their events', async () => {
    const { id } = await addEndpoint();
    const subject = { type: 'node--article', id: newId() };
    const second = await addDelivery(id, 8, subject);
    const first = await addDelivery(id, 7, subject);
    const other = await addDelivery(id, 9);

    const claimed = await claim(id);
    assert.deepEqual(idsOf(claimed), [first.id, other.id].sort());
    assert.deepEqual(await claim(id), []);

    const head = claimed.find(({ delivery }) => delivery.id === first.id);
    assert.ok(head !== undefined);
    await finish(head, createFailure(NOW + 5), NOW);
    assert.deepEqual(await claim(id), []);
    await finish(await claimOne(id, { now: NOW + 5 }), createSuccess(), NOW + 5);
    assert.deepEqual(idsOf(await claim(id, { now: NOW + 5 })), [second.id]);
  });

  it('goes on with the next delivery of an entry when the one before is dead', async () => {
    const { id } = await addEndpoint();
    const subject = { type: 'node--article', id: newId() };
    await addDelivery(id, 1, subject);
    const second = await addDelivery(id, 2, subject);
    const first = await claimOne(id);

    await finish(first, createFailure(undefined), NOW);

    assert.equal((await getDelivery(first.delivery.id)).state, 'dead');
    assert.deepEqual(idsOf(await claim(id)), [second.id]);
  });

  it('gives out the deliveries of an entry together without an order', async () => {
    const { id } = await addEndpoint({ ordering: 'none' });
    const subject = { type: 'node--article', id: newId() };
    const added = [await addDelivery(id, 1, subject), await addDelivery(id, 2, subject)];

    assert.deepEqual(idsOf(await claim(id)), added.map((delivery) => delivery.id).sort());
  });

  it('skips deliveries that a later one of the same entry makes superfluous, where that is wanted', async () => {
    const { id } = await addEndpoint({ latestOnly: true });
    const subject = { type: 'node--article', id: newId() };
    const former = await addDelivery(id, 1, subject);
    const latest = await addDelivery(id, 2, subject);

    assert.deepEqual(idsOf(await claim(id)), [latest.id]);
    const { state, skipReason, endedAt } = await getDelivery(former.id);
    assert.deepEqual([state, skipReason, endedAt], ['skipped', 'superseded', NOW]);
  });

  for (const definition of [{ latestOnly: true }, { ordering: 'entry' }] as const)
    it(`gives out together the deliveries about objects of two kinds with the same id: ${JSON.stringify(definition)}`, async () => {
      const { id } = await addEndpoint(definition);
      for (const name of ['editor', newId()]) {
        const role = await addDelivery(id, 1, { type: 'role', id: name });
        const client = await addDelivery(id, 2, { type: 'client', id: name });

        assert.deepEqual(idsOf(await claim(id)), [role.id, client.id].sort());
        const page = await storage().webhookDeliveries.page(
          { endpointId: id, subjectId: name },
          { limit: 9 },
        );
        assert.deepEqual(page.deliveries.map((delivery) => delivery.id).sort(), [role.id, client.id].sort());
      }
    });

  it('gives out no more than the endpoint takes at the same time, to all callers together', async () => {
    const { id } = await addEndpoint({ maxConcurrency: 2 });
    for (let n = 1; n <= 5; n += 1) await addDelivery(id, n);

    const claimed = (await Promise.all(Array.from({ length: 6 }, () => claim(id)))).flat();
    assert.equal(claimed.length, 2);

    assert.ok(claimed[0] !== undefined);
    await finish(claimed[0], createSuccess(), NOW);
    assert.equal((await claim(id)).length, 1);
    assert.equal((await claim(id, { limit: 0 })).length, 0);
  });

  it('gives out no more deliveries than may begin in a second, to all callers together', async () => {
    const { id } = await addEndpoint({ maxPerSecond: 3 });
    for (let n = 1; n <= 9; n += 1) await addDelivery(id, n);
    const claimAll = async (now: number): Promise<number> => {
      const claimed = (await Promise.all([1, 2, 3].map(() => claim(id, { now, limit: 2 })))).flat();
      for (const one of claimed) await finish(one, createSuccess(), now);
      return claimed.length;
    };

    assert.deepEqual([await claimAll(NOW), await claimAll(NOW)], [3, 0]);
    assert.equal(await claimAll(NOW + 1), 3);
    // A process whose clock is a second behind.
    assert.equal(await claimAll(NOW), 0);
  });

  it('finds the endpoints that have a delivery to be attempted now', async () => {
    const [due, later, disabled] = [
      await addEndpoint(),
      await addEndpoint(),
      await addEndpoint({ enabled: false }),
    ];
    await addDelivery(due.id);
    await addDelivery(disabled.id);
    await addDelivery(later.id, 1, undefined, NOW + 9);
    const isDue = async (id: string, now = NOW): Promise<boolean> =>
      (await storage().webhookDeliveries.findDueEndpoints(now, 1000)).includes(id);

    assert.deepEqual(
      [await isDue(due.id), await isDue(later.id), await isDue(disabled.id)],
      [true, false, false],
    );
    assert.equal(await isDue(later.id, NOW + 9), true);
    await claim(due.id);
    assert.equal(await isDue(due.id), false);
    assert.deepEqual(await claim(disabled.id), []);
  });
}
