import assert from 'node:assert/strict';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { newId } from './sample.js';
import {
  compact,
  createSampleAttempt,
  createSampleEndpoint,
  createSuccess,
  createFailure,
  NOW,
  SampleWebhooks,
} from './sample-webhooks.js';

/** Endpoints: what administrators store. */
export function webhookEndpoints(storage: () => Storage): void {
  const { addEndpoint, addDelivery, claim, getEndpoint, getDelivery, finish } = new SampleWebhooks(storage);

  it('returns an endpoint as it was added, with all that it has', async () => {
    const endpoint = await addEndpoint();

    assert.deepEqual(compact(await getEndpoint(endpoint.id)), compact(endpoint));
    assert.equal(await storage().webhookEndpoints.find(newId()), undefined);
    const listed = await storage().webhookEndpoints.list();
    assert.deepEqual(listed.filter(({ id }) => id === endpoint.id).map(compact), [compact(endpoint)]);
  });

  it('replaces an endpoint in the expected version only', async () => {
    const endpoint = await addEndpoint();
    const changed = {
      ...createSampleEndpoint({ label: 'Other', enabled: false }),
      ...{ id: endpoint.id, owner: endpoint.owner, sealedHeaders: undefined, version: 2 },
    };

    const stored = await Promise.all(
      Array.from({ length: 10 }, () => storage().webhookEndpoints.replace(changed, 1)),
    );

    assert.deepEqual(stored.filter(Boolean), [true]);
    assert.deepEqual(compact(await getEndpoint(endpoint.id)), compact(changed));
  });

  it('keeps the circuit when an enabled endpoint is replaced', async () => {
    const endpoint = await addEndpoint();
    await addDelivery(endpoint.id);
    for (const claimed of await claim(endpoint.id)) await finish(claimed, createFailure(NOW), NOW);

    await storage().webhookEndpoints.replace({ ...endpoint, version: 2 }, 1);

    assert.equal((await getEndpoint(endpoint.id)).circuit.failures, 1);
  });

  it('closes the circuit when a disabled endpoint is enabled', async () => {
    const endpoint = await addEndpoint();
    await addDelivery(endpoint.id);
    for (const claimed of await claim(endpoint.id)) await finish(claimed, createFailure(NOW), NOW);
    const disabled = { ...endpoint.definition, enabled: false };
    await storage().webhookEndpoints.replace({ ...endpoint, definition: disabled, version: 2 }, 1);

    await storage().webhookEndpoints.replace({ ...endpoint, version: 3 }, 2);

    const { circuit, definition } = await getEndpoint(endpoint.id);
    assert.deepEqual([circuit.failures, circuit.failingSince, definition.enabled], [0, undefined, true]);
  });

  it('deletes an endpoint, then its deliveries in batches, and none of another', async () => {
    const [endpoint, other] = [await addEndpoint(), await addEndpoint()];
    const deliveries = [
      await addDelivery(endpoint.id),
      await addDelivery(endpoint.id),
      await addDelivery(endpoint.id),
    ];
    const kept = await addDelivery(other.id);
    const { webhookEndpoints, webhookDeliveries } = storage();

    assert.equal(await webhookEndpoints.remove(endpoint.id), true);
    assert.equal(await webhookEndpoints.remove(endpoint.id), false);
    for (const count of [2, 1, 0])
      assert.equal(await webhookDeliveries.removeByEndpoint(endpoint.id, 2), count);

    assert.equal(await webhookEndpoints.find(endpoint.id), undefined);
    for (const { id } of deliveries) assert.equal(await webhookDeliveries.find(id), undefined);
    assert.equal((await getDelivery(kept.id)).id, kept.id);
  });
}

/** Results of attempts and what they do to the circuit; lists and the end of deliveries. */
export function webhookDeliveries(storage: () => Storage): void {
  const { addEndpoint, addDelivery, claim, claimOne, getDelivery, getEndpoint, finish } = new SampleWebhooks(
    storage,
  );

  it('stores results with their attempts', async () => {
    const { id } = await addEndpoint();
    const delivery = await addDelivery(id);
    const [firstId, secondId] = [newId(), newId()].sort();
    const error = { status: undefined, error: 'timeout', detail: 'No answer.' };
    const attempt = createSampleAttempt({ id: firstId ?? '', ...error });
    const result = { kind: 'failed', attempt, nextAttemptAt: NOW + 5, failures: 1 } as const;
    await finish(await claimOne(id), result, NOW + 1);
    const waiting = await getDelivery(delivery.id);
    assert.deepEqual(
      [waiting.state, waiting.nextAttemptAt, waiting.lastError, waiting.lastStatus],
      ['pending', NOW + 5, 'timeout', undefined],
    );

    const succeeded = createSampleAttempt({ id: secondId ?? '', status: 200 });
    const success = { kind: 'delivered', attempt: succeeded } as const;
    await finish(await claimOne(id, { now: NOW + 5 }), success, NOW + 6);

    const found = await storage().webhookDeliveries.find(delivery.id);
    assert.deepEqual(
      [found?.delivery.state, found?.delivery.lastStatus, found?.delivery.lastError],
      ['delivered', 200, undefined],
    );
    assert.deepEqual([found?.delivery.attempts, found?.delivery.endedAt], [2, NOW + 6]);
    assert.deepEqual(compact(found?.attempts), compact([attempt, succeeded]));
  });

  it('stores several results at once, except of leases that have expired, and claims the next deliveries', async () => {
    const { id } = await addEndpoint({ maxConcurrency: 3 });
    for (let n = 1; n <= 5; n += 1) await addDelivery(id, n);
    const [expired] = await claim(id, { seconds: -2, limit: 1 });
    const [again, succeeded, failed] = await claim(id, { limit: 3 });
    assert.ok(expired !== undefined && again !== undefined);
    assert.ok(succeeded !== undefined && failed !== undefined);
    const reports = [
      { claimed: expired, result: createSuccess() },
      { claimed: succeeded, result: createSuccess() },
      { claimed: failed, result: createFailure(NOW + 5) },
    ];

    const lease = { token: 'next', seconds: 60 };
    const next = { endpointId: id, now: NOW, lease, limit: 9 };
    const { stored, claimed, endpoint } = await storage().webhookDeliveries.exchange(reports, next);

    assert.deepEqual(stored, reports.slice(1));
    assert.equal(claimed.length, 2);
    assert.equal(endpoint?.circuit.failures, 1);
    const states = await Promise.all(
      reports.map(async ({ claimed: { delivery } }) => (await getDelivery(delivery.id)).state),
    );
    assert.deepEqual(states, ['delivering', 'delivered', 'pending']);
    assert.equal((await storage().webhookDeliveries.find(failed.delivery.id))?.attempts.length, 1);
  });

  it('does not count an attempt that was released, and skips with a reason', async () => {
    const { id } = await addEndpoint();
    const delivery = await addDelivery(id);
    await finish(await claimOne(id), { kind: 'released' }, NOW);
    assert.deepEqual(
      [(await getDelivery(delivery.id)).state, (await getDelivery(delivery.id)).attempts],
      ['pending', 0],
    );

    await finish(await claimOne(id), { kind: 'skipped', reason: 'visibility' }, NOW);

    const { state, skipReason, endedAt } = await getDelivery(delivery.id);
    assert.deepEqual([state, skipReason, endedAt], ['skipped', 'visibility', NOW]);
  });

  it('opens the circuit after ten failures, tries once when it is half-open, and closes it by a success', async () => {
    const { id } = await addEndpoint({ maxConcurrency: 32 });
    for (let n = 1; n <= 12; n += 1) await addDelivery(id, n);
    const changes: unknown[] = [];
    for (const claimed of await claim(id, { limit: 10 }))
      changes.push((await finish(claimed, createFailure(NOW), NOW))?.circuit);
    assert.deepEqual(changes, [...Array<undefined>(9).fill(undefined), 'opened']);
    const { circuit } = await getEndpoint(id);
    assert.deepEqual([circuit.failures, circuit.failingSince, circuit.openUntil], [10, NOW, NOW + 60]);
    assert.deepEqual(await claim(id, { now: NOW + 59 }), []);

    const probes = (await Promise.all(Array.from({ length: 5 }, () => claim(id, { now: NOW + 60 })))).flat();
    assert.deepEqual(
      probes.map(({ isProbe }) => isProbe),
      [true],
    );
    assert.ok(probes[0] !== undefined);
    assert.equal((await finish(probes[0], createFailure(NOW + 60), NOW + 60))?.circuit, undefined);
    assert.equal((await getEndpoint(id)).circuit.openUntil, NOW + 180);

    const success = await finish(await claimOne(id, { now: NOW + 180 }), createSuccess(), NOW + 180);
    assert.equal(success?.circuit, 'closed');
    assert.equal((await getEndpoint(id)).circuit.openUntil, undefined);
    assert.equal((await getEndpoint(id)).circuit.failures, 0);
    assert.equal((await claim(id, { now: NOW + 180 })).length, 11);
  });

  it('disables an endpoint whose receiver is gone', async () => {
    const { id } = await addEndpoint();
    await addDelivery(id);
    await addDelivery(id, 2);

    const [claimed] = await claim(id, { limit: 1 });
    assert.ok(claimed !== undefined);
    const attempt = createSampleAttempt({ status: 410 });
    assert.deepEqual(compact(await finish(claimed, { kind: 'gone', attempt }, NOW)), { disabled: 'gone' });

    const endpoint = await getEndpoint(id);
    assert.deepEqual(
      [endpoint.definition.enabled, endpoint.disabledReason, endpoint.version],
      [false, 'gone', 2],
    );
    assert.equal((await getDelivery(claimed.delivery.id)).state, 'dead');
    assert.deepEqual(await claim(id), []);
  });

  it('disables an endpoint after 120 hours of failures', async () => {
    const { id } = await addEndpoint();
    await addDelivery(id);
    await finish(await claimOne(id), createFailure(NOW + 1), NOW);
    const end = NOW + 120 * 3600;

    const result = await finish(await claimOne(id, { now: end }), createFailure(end), end);

    assert.deepEqual(compact(result), { disabled: 'failing' });
    assert.equal((await getEndpoint(id)).disabledReason, 'failing');
  });

  it('starts a finished delivery again, one that waits now, and no other', async () => {
    const { id } = await addEndpoint();
    const delivery = await addDelivery(id);
    const first = await claimOne(id);
    assert.equal(await storage().webhookDeliveries.restart(delivery.id, NOW), false);
    await finish(first, createFailure(NOW + 300), NOW);
    assert.deepEqual(await claim(id, { now: NOW + 1 }), []);
    assert.equal(await storage().webhookDeliveries.restart(delivery.id, NOW + 1), true);
    assert.equal(await storage().webhookDeliveries.restart(delivery.id, NOW + 2), true);
    assert.deepEqual((await getDelivery(delivery.id)).nextAttemptAt, NOW + 1);
    const second = await claimOne(id, { now: NOW + 1 });
    assert.equal(second.delivery.attempts, 2);
    await finish(second, createSuccess(), NOW);

    assert.equal(await storage().webhookDeliveries.restart(delivery.id, NOW + 7), true);
    assert.equal(await storage().webhookDeliveries.restart(newId(), NOW), false);

    const { state, attempts, nextAttemptAt, endedAt } = await getDelivery(delivery.id);
    assert.deepEqual([state, attempts, nextAttemptAt, endedAt], ['pending', 0, NOW + 7, undefined]);
    assert.equal((await storage().webhookDeliveries.find(delivery.id))?.attempts.length, 2);
  });

  it('lists the deliveries of an endpoint by state, type, entry and time, the newest first', async () => {
    const { id } = await addEndpoint();
    const subject = { type: 'node--article', id: newId() };
    const added = [
      await addDelivery(id, 1, subject),
      await addDelivery(id, 2, undefined, NOW + 5),
      await addDelivery(id, 3, undefined, NOW + 6),
    ];
    const newestFirst = added
      .map((delivery) => delivery.id)
      .sort()
      .reverse();
    const list = async (filter: object, window = { limit: 9 }): Promise<readonly string[]> => {
      const page = await storage().webhookDeliveries.page({ endpointId: id, ...filter }, window);
      return page.deliveries.map((delivery) => delivery.id);
    };

    assert.deepEqual(await list({}), newestFirst);
    assert.deepEqual(await list({ subjectId: subject.id }), [added[0]?.id]);
    assert.deepEqual((await list({ since: NOW + 5 })).length, 2);
    assert.deepEqual(await list({ state: 'dead' }), []);
    assert.deepEqual(await list({ eventType: 'entry.deleted' }), []);
    assert.deepEqual(await list({ eventType: 'entry.published', state: 'pending' }), newestFirst);
    const first = await storage().webhookDeliveries.page({ endpointId: id }, { limit: 2 });
    assert.equal(first.more, true);
    const before = first.deliveries.at(-1)?.id;
    const rest = await storage().webhookDeliveries.page({ endpointId: id }, { limit: 2, before });
    assert.deepEqual([rest.deliveries.map((delivery) => delivery.id), rest.more], [[newestFirst[2]], false]);
  });

  it('prunes old deliveries that are not under way, with their attempts', async () => {
    const { id } = await addEndpoint();
    const old = 1_000_000;
    const [finished, waiting, underWay] = [
      await addDelivery(id, 1, undefined, old),
      await addDelivery(id, 2, undefined, old),
      await addDelivery(id, 3, undefined, old),
    ];
    const kept = await addDelivery(id, 4);
    const [first, second] = await claim(id, { now: old, limit: 3 }).then((claimed) => [
      claimed.find(({ delivery }) => delivery.id === finished.id),
      claimed.find(({ delivery }) => delivery.id === waiting.id),
    ]);
    assert.ok(first !== undefined && second !== undefined);
    await finish(first, createSuccess(), old);
    await finish(second, createFailure(NOW), old);

    assert.equal(await storage().webhookDeliveries.prune(old + 1, 1), 1);
    assert.equal(await storage().webhookDeliveries.prune(old + 1, 100), 1);
    assert.equal(await storage().webhookDeliveries.prune(old + 1, 100), 0);

    const { deliveries } = await storage().webhookDeliveries.page({ endpointId: id }, { limit: 9 });
    assert.deepEqual(deliveries.map((delivery) => delivery.id).sort(), [underWay.id, kept.id].sort());
  });
}
