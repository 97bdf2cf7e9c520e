import assert from 'node:assert/strict';
import { DuplicateRequest, type IdempotencyRecord, VersionConflict } from '@content-service/entries';
import { sha256 } from '@content-service/kernel';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { edited, insert, newId, sample, update } from './sample.js';

const NOW = 1_700_000_000;

/** Records of answered requests, stored in the same act as the entry they made. */
export function idempotency(storage: () => Storage): void {
  it('keeps the record of a request with the entry it made', async () => {
    const entry = sample('node--article');
    const record = recordOf(entry.id);

    await storage().entries.apply([insert(entry)], { idempotency: record });

    assert.deepEqual(await storage().entries.findIdempotencyRecord(record.key, NOW), record);
    assert.equal(await storage().entries.findIdempotencyRecord(sha256(newId()), NOW), undefined);
  });

  it('keeps no record of an act that is refused', async () => {
    const record = recordOf(newId());
    const act = [update(edited(sample('node--article'), {}))];

    await assert.rejects(storage().entries.apply(act, { idempotency: record }), VersionConflict);

    assert.equal(await storage().entries.findIdempotencyRecord(record.key, NOW), undefined);
  });

  it('stores nothing for a key that is taken', async () => {
    const [first, second] = [sample('node--article'), sample('node--article')];
    const record = recordOf(first.id);
    await storage().entries.apply([insert(first)], { idempotency: record });

    const again = { ...record, entryId: second.id };
    await assert.rejects(storage().entries.apply([insert(second)], { idempotency: again }), DuplicateRequest);

    assert.deepEqual(await storage().entries.findIdempotencyRecord(record.key, NOW), record);
    assert.equal((await storage().entries.exists([second.id])).size, 0);
  });

  it('frees a key once its record has expired', async () => {
    const [first, second] = [sample('node--article'), sample('node--article')];
    const record = recordOf(first.id);
    await storage().entries.apply([insert(first)], { idempotency: record });
    const later = record.expiresAt + 1;

    assert.equal(await storage().entries.findIdempotencyRecord(record.key, later), undefined);
    const next = { ...record, entryId: second.id, expiresAt: later + 86_400 };
    await storage().entries.apply([insert(second)], { idempotency: next });

    assert.deepEqual(await storage().entries.findIdempotencyRecord(record.key, later), next);
  });

  it('lets one of twenty equal requests through', async () => {
    const entries = Array.from({ length: 20 }, () => sample('node--article'));
    const record = recordOf(newId());

    const outcomes = await Promise.allSettled(
      entries.map((entry) =>
        storage().entries.apply([insert(entry)], { idempotency: { ...record, entryId: entry.id } }),
      ),
    );

    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        assert.ok(outcome.reason instanceof DuplicateRequest, String(outcome.reason));
    const stored = await storage().entries.exists(entries.map(({ id }) => id));
    const kept = await storage().entries.findIdempotencyRecord(record.key, NOW);
    assert.deepEqual([...stored.keys()], [kept?.entryId]);
  });
}

function recordOf(entryId: string): IdempotencyRecord {
  return { key: sha256(newId()), fingerprint: sha256('body'), entryId, expiresAt: NOW + 86_400 };
}
