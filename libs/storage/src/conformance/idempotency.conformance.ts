import assert from 'node:assert/strict';
import { DuplicateRequest, type IdempotentRequest, VersionConflict } from '@content-service/entries';
import { sha256 } from '@content-service/kernel';
import type { Storage } from '../storage.js';
import { assertPrunesInBatches } from './pruning.js';
import { it } from './runner.js';
import { editSample, insert, newId, createSampleEntry, update } from './sample.js';

const NOW = 1_700_000_000;

/** Answered requests, stored in the same transaction as the entry they created. */
export function idempotency(storage: () => Storage): void {
  it('stores a request with an idempotency key with the created entry', async () => {
    const entry = createSampleEntry('node--article');
    const request = createRequest(entry.id);

    await storage().entries.apply([insert(entry)], { idempotency: request });

    assert.deepEqual(await storage().entries.findIdempotentRequest(request.key, NOW), request);
    assert.equal(await storage().entries.findIdempotentRequest(sha256(newId()), NOW), undefined);
  });

  it('stores no request when the changes are refused', async () => {
    const request = createRequest(newId());
    const changes = [update(editSample(createSampleEntry('node--article'), {}))];

    await assert.rejects(storage().entries.apply(changes, { idempotency: request }), VersionConflict);

    assert.equal(await storage().entries.findIdempotentRequest(request.key, NOW), undefined);
  });

  it('stores nothing for an idempotency key that is in use', async () => {
    const [first, second] = [createSampleEntry('node--article'), createSampleEntry('node--article')];
    const request = createRequest(first.id);
    await storage().entries.apply([insert(first)], { idempotency: request });

    const again = { ...request, entryId: second.id };
    await assert.rejects(storage().entries.apply([insert(second)], { idempotency: again }), DuplicateRequest);

    assert.deepEqual(await storage().entries.findIdempotentRequest(request.key, NOW), request);
    assert.equal((await storage().entries.findStatuses([second.id])).size, 0);
  });

  it('accepts an idempotency key again when its request has expired', async () => {
    const [first, second] = [createSampleEntry('node--article'), createSampleEntry('node--article')];
    const request = createRequest(first.id);
    await storage().entries.apply([insert(first)], { idempotency: request });
    const later = request.expiresAt + 1;

    assert.equal(await storage().entries.findIdempotentRequest(request.key, later), undefined);
    const next = { ...request, entryId: second.id, expiresAt: later + 86_400 };
    await storage().entries.apply([insert(second)], { idempotency: next });

    assert.deepEqual(await storage().entries.findIdempotentRequest(request.key, later), next);
  });

  it('deletes as many expired requests at once as it is told, and keeps the others', async () => {
    const kept = await store(NOW + 1);

    await assertPrunesInBatches(
      (limit) => storage().entries.pruneIdempotentRequests(NOW + 1, limit),
      async () => {
        const { key } = await store(NOW);
        return async () => (await storage().entries.findIdempotentRequest(key, NOW)) !== undefined;
      },
    );

    assert.deepEqual(await storage().entries.findIdempotentRequest(kept.key, NOW), kept);
  });

  it('of twenty parallel requests with the same idempotency key one succeeds', async () => {
    const entries = Array.from({ length: 20 }, () => createSampleEntry('node--article'));
    const request = createRequest(newId());

    const outcomes = await Promise.allSettled(
      entries.map((entry) =>
        storage().entries.apply([insert(entry)], { idempotency: { ...request, entryId: entry.id } }),
      ),
    );

    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        assert.ok(outcome.reason instanceof DuplicateRequest, String(outcome.reason));
    const stored = await storage().entries.findStatuses(entries.map(({ id }) => id));
    const kept = await storage().entries.findIdempotentRequest(request.key, NOW);
    assert.deepEqual([...stored.keys()], [kept?.entryId]);
  });

  async function store(expiresAt: number): Promise<IdempotentRequest> {
    const entry = createSampleEntry('node--article');
    const request = { ...createRequest(entry.id), expiresAt };
    await storage().entries.apply([insert(entry)], { idempotency: request });
    return request;
  }
}

function createRequest(entryId: string): IdempotentRequest {
  return { key: sha256(newId()), fingerprint: sha256('body'), entryId, expiresAt: NOW + 86_400 };
}
