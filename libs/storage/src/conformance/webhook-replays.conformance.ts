import assert from 'node:assert/strict';
import type { ReplayDelivery, WebhookDelivery } from '@content-service/webhooks';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { newId } from './sample.js';
import { compact, createFailure, createSuccess, NOW, SampleWebhooks } from './sample-webhooks.js';

/** Deliveries of events that an endpoint gets again. */
export function webhookReplays(storage: () => Storage): void {
  const { addEndpoint, addDelivery, claim, getDelivery, finish } = new SampleWebhooks(storage);

  it('adds the deliveries of a replay, and starts finished ones again once', async () => {
    const { id } = await addEndpoint();
    const [finished, waiting] = [await addDelivery(id, 1), await addDelivery(id, 2)];
    const [first] = await claim(id, { limit: 1 });
    assert.ok(first?.delivery.id === finished.id);
    await finish(first, createSuccess(), NOW);
    const replayJobId = newId();
    const again = (delivery: WebhookDelivery): ReplayDelivery => ({
      ...delivery,
      ...{ id: newId(), createdAt: NOW + 9, nextAttemptAt: NOW + 9, replayJobId },
    });
    const missing = { ...again(waiting), eventId: newId(), subject: { ...waiting.subject, id: newId() } };
    const replayed = [again(finished), again(waiting), missing];

    assert.equal(await storage().webhookDeliveries.replay(replayed), 2);
    const restarted = await getDelivery(finished.id);
    assert.deepEqual(
      compact(restarted),
      compact({ ...again(finished), id: finished.id, lastStatus: restarted.lastStatus }),
    );
    assert.deepEqual(compact(await getDelivery(waiting.id)), compact(waiting));
    assert.equal(await storage().webhookDeliveries.countUnfinished(id, 2), 2);
    assert.equal(await storage().webhookDeliveries.countUnfinished(id, 9), 3);

    for (const claimed of await claim(id, { now: NOW + 9 }))
      if (claimed.delivery.replayJobId === replayJobId) await finish(claimed, createSuccess(), NOW + 9);
    assert.equal(await storage().webhookDeliveries.replay(replayed), 2);
    assert.equal(await storage().webhookDeliveries.countUnfinished(id, 9), 1);
    assert.equal((await getDelivery(missing.id)).state, 'delivered');
  });

  it('counts the deliveries of some events by state', async () => {
    const { id } = await addEndpoint();
    const added = [await addDelivery(id, 1), await addDelivery(id, 2), await addDelivery(id, 3)];
    const [claimed] = await claim(id, { limit: 1 });
    assert.ok(claimed !== undefined);
    await finish(claimed, createSuccess(), NOW);
    const count = (endpointId: string, eventIds: readonly string[]): Promise<object> =>
      storage().webhookDeliveries.countByState(endpointId, eventIds);
    const eventIds = added.map(({ eventId }) => eventId);

    assert.deepEqual({ ...(await count(id, [...eventIds, newId()])) }, { delivered: 1, pending: 2 });
    assert.deepEqual({ ...(await count(id, [claimed.delivery.eventId])) }, { delivered: 1 });
    assert.deepEqual({ ...(await count(newId(), eventIds)) }, {});
    assert.deepEqual({ ...(await count(id, [])) }, {});
  });

  it('replays deliveries in the given states only', async () => {
    const { id } = await addEndpoint();
    const [dead, delivered] = [await addDelivery(id, 1), await addDelivery(id, 2)];
    for (const claimed of await claim(id))
      await finish(
        claimed,
        claimed.delivery.id === dead.id ? createFailure(undefined) : createSuccess(),
        NOW,
      );
    const replayJobId = newId();
    const replayed = [dead, delivered, { ...dead, id: newId(), eventId: newId() }].map((delivery) => ({
      ...delivery,
      replayJobId,
    }));

    assert.equal(await storage().webhookDeliveries.replay(replayed, ['dead', 'skipped']), 1);

    const { deliveries } = await storage().webhookDeliveries.page({ endpointId: id }, { limit: 9 });
    assert.deepEqual(
      deliveries.map(({ state }) => state),
      ['delivered', 'pending'],
    );
  });
}
