import assert from 'node:assert/strict';
import type { Storage } from '../storage.js';
import { assertPrunesInBatches, MANY } from './pruning.js';
import { it } from './runner.js';
import { newId } from './sample.js';
import { NOW } from './sample-jobs.js';

/** Large texts of background jobs, in parts. */
export function spools(storage: () => Storage): void {
  const put = (spool: string, part: number, text: string, storedAt = NOW): Promise<void> =>
    storage().spools.put({ spool, part, text, storedAt });
  const find = (spool: string, part: number): Promise<string | undefined> =>
    storage().spools.find(spool, part);

  it('keeps parts of a spool by number, with any characters', async () => {
    const spool = newId();
    await put(spool, 0, 'ä “𝄞” \u0000\n\\');
    await put(spool, 10, '');

    assert.equal(await find(spool, 0), 'ä “𝄞” \u0000\n\\');
    assert.equal(await find(spool, 10), '');
    assert.equal(await find(spool, 1), undefined);
    assert.equal(await find(newId(), 0), undefined);
  });

  it('replaces a part that is stored again', async () => {
    const spool = newId();
    await put(spool, 0, 'first');

    await put(spool, 0, 'second');

    assert.equal(await find(spool, 0), 'second');
  });

  it('keeps a part of a megabyte', async () => {
    const [spool, text] = [newId(), 'é'.repeat(500_000)];

    await put(spool, 0, text);

    assert.equal((await find(spool, 0)) === text, true);
  });

  it('deletes all parts of one spool', async () => {
    const [gone, kept] = [newId(), newId()];
    for (let part = 0; part < 45; part += 1) await put(gone, part, 'text');
    await put(kept, 0, 'text');

    await storage().spools.delete(gone);
    await storage().spools.delete(gone);

    const left = await Promise.all([0, 1, 19, 20, 21, 24, 25, 44].map((part) => find(gone, part)));
    assert.deepEqual(
      left.filter((text) => text !== undefined),
      [],
    );
    assert.equal(await find(kept, 0), 'text');
  });

  it('deletes spools whose last part is old, and keeps the others whole', async () => {
    const [old, present] = [newId(), newId()];
    await put(old, 0, 'text', 100);
    await put(present, 0, 'text', 100);
    await put(present, 1, 'text', 200);

    await storage().spools.prune(200, MANY);

    assert.deepEqual(await Promise.all([find(old, 0), find(present, 0), find(present, 1)]), [
      undefined,
      'text',
      'text',
    ]);
  });

  it('deletes as many spools at once as it is told, whole', async () => {
    await assertPrunesInBatches(
      (limit) => storage().spools.prune(200, limit),
      async () => {
        const spool = newId();
        await put(spool, 0, 'text', 100);
        await put(spool, 1, 'text', 100);
        return async () => {
          const parts = await Promise.all([find(spool, 0), find(spool, 1)]);
          assert.equal(parts[0], parts[1]);
          return parts[0] !== undefined;
        };
      },
    );
  });
}
