import assert from 'node:assert/strict';
import { DuplicateEntry, type Entry, EntryIdReleasing, unlinkTargets } from '@content-service/entries';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { createSampleEntry, insert, remove, storeEntries } from './sample.js';

const TYPE = 'node--article';
/** More than a store rewrites in the transaction of a deletion. */
const REFERRERS = 120;
/** More than a store rewrites in the transaction of a deletion and before an insertion. */
const MANY_REFERRERS = 2200;
const ROUNDS = 5;

/** Ids that are used again, while the entry that had them before is still being removed from its referrers. */
export function reusedIds(storage: () => Storage): void {
  it('gives an entry that is created anew under the id of a deleted one none of its referrers', async () => {
    const { gone, referrers } = await storeReferrers(REFERRERS);
    await storage().entries.apply([remove(gone)]);
    const again = createSampleEntry(TYPE, { id: gone.id });
    const referrer = createSampleEntry(TYPE, { targets: { field_related: [again] } });

    await storage().entries.apply([insert(again), insert(referrer)]);

    await assertUnlinked(gone, referrers);
    assert.deepEqual(await storage().entries.findReferrers(again.id, { limit: 1000 }), [referrer.id]);
    assert.equal(await storage().entries.unlinkDeleted([gone.id], 100), 0);
    assert.deepEqual(await storage().entries.findPendingUnlinks(10), []);
    assert.deepEqual((await storage().verifyIndex()).drifts, []);
  });

  it('gives none either when there are more referrers than one write rewrites, and goes on at each attempt', async () => {
    const { gone, referrers } = await storeReferrers(MANY_REFERRERS);
    await storage().entries.apply([remove(gone)]);
    const again = createSampleEntry(TYPE, { id: gone.id });

    await createPatiently(again);

    await assertUnlinked(gone, referrers);
    assert.deepEqual(await storage().entries.findReferrers(again.id, { limit: 1000 }), []);
    assert.deepEqual(await storage().entries.findPendingUnlinks(10), []);
  });

  it('gives an entry none of the referrers of one that is deleted at the same moment', async () => {
    for (let n = 0; n < ROUNDS; n += 1) {
      const { gone } = await storeReferrers(REFERRERS);
      const again = createSampleEntry(TYPE, { id: gone.id });

      await Promise.all([storage().entries.apply([remove(gone)]), createPatiently(again)]);

      assert.deepEqual(await storage().entries.findReferrers(again.id, { limit: 1000 }), []);
      await storage().entries.apply([remove(again)]);
    }
  });

  async function storeReferrers(amount: number): Promise<{ gone: Entry; referrers: readonly Entry[] }> {
    const [gone, stays] = [createSampleEntry(TYPE), createSampleEntry(TYPE)];
    const referrers = Array.from({ length: amount }, (_, n) =>
      createSampleEntry(TYPE, {
        targets: n % 2 === 0 ? { field_related: [stays, gone] } : { field_sequel: [gone] },
      }),
    );
    await storeEntries(storage(), gone, stays, ...referrers);
    return { gone, referrers };
  }

  /** Tries again while the id is taken, or is being released. */
  async function createPatiently(entry: Entry): Promise<void> {
    for (;;)
      try {
        await storage().entries.apply([insert(entry)]);
        return;
      } catch (error) {
        if (!(error instanceof DuplicateEntry || error instanceof EntryIdReleasing)) throw error;
      }
  }

  async function assertUnlinked(gone: Entry, referrers: readonly Entry[]): Promise<void> {
    const stored = await storage().entries.getMany(referrers.map(({ id }) => id));
    for (const referrer of referrers) {
      const { version, relationships } = unlinkTargets(referrer, new Set([gone.id]));
      assert.deepEqual(
        [stored.get(referrer.id)?.version, stored.get(referrer.id)?.relationships],
        [version, relationships],
      );
    }
  }
}
