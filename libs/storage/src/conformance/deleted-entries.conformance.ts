import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import {
  DeletionNotFound,
  type Entry,
  type EntryChange,
  LOST_REFERENCES_MAXIMUM,
} from '@content-service/entries';
import type { Storage } from '../storage.js';
import { MANY } from './pruning.js';
import { assertSame, createHistory, keep, TYPE } from './sample-revisions.js';
import { RACES } from './shared-storage.js';
import { it } from './runner.js';
import { createSampleEntry, editSample, insert, remove, storeEntries, update } from './sample.js';

/** The last states of deleted entries: they are kept with their deletions, taken back and pruned. */
export function deletedEntries(storage: () => Storage): void {
  const { apply, listRevisions, findRevision, addEntry, replace } = createHistory(storage);

  it('keeps the last state of a deleted entry with those before it, or deletes them all', async () => {
    const [kept, forgotten] = [await addEntry(), await addEntry()];
    const [edited, [first]] = await replace(kept, 1);
    const [other] = await replace(forgotten, 1);
    const deletion = keep(kept);

    await apply([remove(edited), remove(other)], [deletion]);

    const revisions = await listRevisions(kept);
    assert.deepEqual(
      revisions.map(({ number, track }) => [number, track]),
      [
        [deletion.number, 'deleted'],
        [first?.number, 'live'],
      ],
    );
    assertSame((await findRevision(deletion))?.entry, edited);
    assert.deepEqual(await listRevisions(forgotten), []);
  });

  it('takes a deletion back once, with the entry that is inserted again', async () => {
    const entry = await addEntry();
    const deletion = keep(entry);
    await apply([remove(entry)], [deletion]);
    const again = editSample(entry, {});
    const restore = (changes: readonly EntryChange[]): Promise<unknown> =>
      storage().entries.apply(changes, { restored: deletion });

    await restore([insert(again)]);

    assert.deepEqual(
      (await listRevisions(entry)).map(({ track }) => track),
      ['live'],
    );
    await assert.rejects(restore([update(editSample(again, {}))]), DeletionNotFound);
    assert.equal((await storage().entries.getMany([entry.id])).get(entry.id)?.version, 2);
  });

  it('keeps with a deletion the references that it has ended, also those that are unlinked later', async () => {
    const target = await addEntry();
    const link = (): Entry => createSampleEntry(TYPE, { targets: { field_related: [target] } });
    const referrers = Array.from({ length: LOST_REFERENCES_MAXIMUM + 10 }, link);
    await storeEntries(storage(), ...referrers);
    const deletion = keep(target);

    await apply([remove(target)], [deletion]);
    while ((await storage().entries.unlinkDeleted([target.id], 20)) > 0);

    const { lostReferences = [] } = (await findRevision(deletion)) ?? {};
    assert.equal(lostReferences.length, LOST_REFERENCES_MAXIMUM);
    const ids = new Set(referrers.map(({ id }) => id));
    assert.equal(new Set(lostReferences.map(({ entryId }) => entryId)).size, LOST_REFERENCES_MAXIMUM);
    for (const { entryId, field, index } of lostReferences)
      assert.deepEqual([ids.has(entryId), field, index], [true, 'field_related', 0]);
    const [revision] = await listRevisions(target);
    assert.deepEqual(revision?.lostReferences, lostReferences);
  });

  it('keeps the places of references, and those of entries that are deleted together', async () => {
    const [target, other] = [await addEntry(), await addEntry()];
    const [kept, gone] = [
      createSampleEntry(TYPE, { targets: { field_related: [other, target] } }),
      createSampleEntry(TYPE, { targets: { field_related: [target] } }),
    ];
    await storeEntries(storage(), kept, gone);
    const deletion = keep(target);

    await apply([remove(target), remove(gone)], [deletion, keep(gone)]);

    const { lostReferences = [] } = (await findRevision(deletion)) ?? {};
    assert.deepEqual(
      new Set(lostReferences.map(({ entryId, field, index }) => `${entryId} ${field} ${index}`)),
      new Set([`${kept.id} field_related 1`, `${gone.id} field_related 0`]),
    );
  });

  it('prunes a deletion with the revisions before it, and keeps those of an entry created again', async () => {
    const { entryRevisions } = storage();
    const entry = await addEntry();
    const [edited] = await replace(entry, 2);
    const deletion = keep(entry);
    await apply([remove(edited)], [deletion]);
    const again = createSampleEntry(TYPE, { id: entry.id });
    await storeEntries(storage(), again);
    const [, [supersession]] = await replace(again, 1);

    await entryRevisions.pruneDeleted(deletion.number + 1, MANY);

    assert.deepEqual(
      (await listRevisions(entry)).map(({ number }) => number),
      [supersession?.number],
    );
  });

  it('takes a deletion back with the revisions before it, or prunes them all, when both happen at the same time', async () => {
    for (let race = 0; race < RACES; race += 1) {
      const entry = await addEntry();
      const [edited] = await replace(entry, 1);
      const deletion = keep(entry);
      await apply([remove(edited)], [deletion]);
      const { entries, entryRevisions } = storage();

      const [restored] = await Promise.allSettled([
        entries.apply([insert(editSample(edited, {}))], { restored: deletion }),
        // At another point of the insertion each time.
        wait((race % 20) / 2).then(() => entryRevisions.pruneDeleted(deletion.number + 1, MANY)),
      ]);

      const tracks = (await listRevisions(entry)).map(({ track }) => track);
      const isStored = (await entries.getMany([entry.id])).has(entry.id);
      assert.deepEqual(
        [isStored, tracks],
        restored.status === 'fulfilled' ? [true, ['live', 'live']] : [false, []],
      );
      if (restored.status === 'rejected') assert.ok(restored.reason instanceof DeletionNotFound);
    }
  });
}
