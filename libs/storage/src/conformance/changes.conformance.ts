import assert from 'node:assert/strict';
import { DuplicateEntry, type Entry, StoredTargetsNotFound, VersionConflict } from '@content-service/entries';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import {
  editSample,
  insert,
  newId,
  reloadEntry,
  remove,
  createSampleEntry,
  storeEntries,
  update,
} from './sample.js';

const MISSING = { field_tags: [createSampleEntry('taxonomy_term--tag')] };

/** What `apply` refuses; it makes all changes or none. */
export function changes(storage: () => Storage): void {
  it('refuses an id that exists, even in another type', async () => {
    const entry = createSampleEntry('node--article');
    await storeEntries(storage(), entry);

    await assert.rejects(
      storeEntries(storage(), createSampleEntry('node--page', { id: entry.id })),
      DuplicateEntry,
    );

    assert.equal((await reloadEntry(storage(), entry)).type, 'node--article');
  });

  it('refuses an update and a delete from an older version', async () => {
    const first = createSampleEntry('node--article');
    const second = editSample(first, { attributes: { title: 'second' } });
    await storeEntries(storage(), first);
    await storage().entries.apply([update(second)]);

    const late = editSample(first, { attributes: { title: 'late' } });
    await assert.rejects(storage().entries.apply([update(late)]), VersionConflict);
    await assert.rejects(storage().entries.apply([remove(first)]), VersionConflict);

    assert.equal((await reloadEntry(storage(), first)).attributes['title'], 'second');
  });

  it('refuses an update from an older version, also with the state that it was made from', async () => {
    const first = createSampleEntry('node--article');
    const second = editSample(first, { attributes: { title: 'second' } });
    await storeEntries(storage(), first);
    await storage().entries.apply([update(second, first)]);

    const late = editSample(first, { attributes: { title: 'late' } });
    await assert.rejects(storage().entries.apply([update(late, first)]), VersionConflict);
    await assert.rejects(
      storage().entries.apply([update(editSample(second, { targets: MISSING }), second)]),
      StoredTargetsNotFound,
    );

    const { version, attributesText } = await reloadEntry(storage(), first);
    assert.deepEqual([version, attributesText], [2, second.attributesText]);
  });

  it('derives the rows of an update from what is stored, when the entry was created anew since it was read', async () => {
    const first = createSampleEntry('node--article', { attributes: { field_codes: ['a'] } });
    const again = createSampleEntry('node--article', {
      id: first.id,
      attributes: { field_codes: ['b', 'c'] },
    });
    await storeEntries(storage(), first);
    await storage().entries.apply([remove(first)]);
    await storeEntries(storage(), again);

    await storage().entries.apply([update(editSample(again, { attributes: { field_codes: [] } }), first)]);

    assert.deepEqual((await storage().verifyIndex()).drifts, []);
  });

  it('refuses an update and a delete of a missing entry', async () => {
    const entry = createSampleEntry('node--article');

    await assert.rejects(storage().entries.apply([update(editSample(entry, {}))]), VersionConflict);
    await assert.rejects(storage().entries.apply([remove(entry)]), VersionConflict);
  });

  it('refuses references to entries that do not exist, and names them', async () => {
    const [present, absent] = [
      createSampleEntry('taxonomy_term--tag'),
      createSampleEntry('taxonomy_term--tag'),
    ];
    const entry = createSampleEntry('node--article', { targets: { field_tags: [present, absent] } });
    await storeEntries(storage(), present);

    await assert.rejects(storeEntries(storage(), entry), (error) => {
      assert.ok(error instanceof StoredTargetsNotFound);
      assert.deepEqual(error.ids, [absent.id]);
      return true;
    });

    const lone = createSampleEntry('node--article');
    await storeEntries(storage(), lone);
    const pointing = editSample(lone, { targets: { field_tags: [absent] } });
    await assert.rejects(storage().entries.apply([update(pointing)]), StoredTargetsNotFound);
    assert.equal((await storage().entries.findStatuses([entry.id])).size, 0);
  });

  it('refuses linkage whose type differs from the type of the target', async () => {
    const stored = createSampleEntry('taxonomy_term--category');
    const liar = createSampleEntry('taxonomy_term--tag', { id: stored.id });
    const lone = createSampleEntry('node--article');
    const honest = createSampleEntry('node--article', { targets: { field_category: [stored] } });
    await storeEntries(storage(), stored, lone, honest);
    const { entries } = storage();

    const lying = { targets: { field_tags: [liar] } };
    const inserted = createSampleEntry('taxonomy_term--category');
    const onInserted = {
      targets: { field_tags: [createSampleEntry('taxonomy_term--tag', { id: inserted.id })] },
    };

    await assert.rejects(
      storeEntries(storage(), createSampleEntry('node--article', lying)),
      StoredTargetsNotFound,
    );
    await assert.rejects(entries.apply([update(editSample(lone, lying))]), StoredTargetsNotFound);
    await assert.rejects(entries.apply([update(editSample(honest, lying))]), StoredTargetsNotFound);
    await assert.rejects(
      storeEntries(storage(), inserted, createSampleEntry('node--article', onInserted)),
      StoredTargetsNotFound,
    );
    assert.equal((await reloadEntry(storage(), lone)).version, lone.version);
  });

  it('accepts entries before their targets, in cycles, and with references to themselves', async () => {
    const tag = createSampleEntry('taxonomy_term--tag');
    const [oneId, otherId] = [newId(), newId()];
    const other = createSampleEntry('node--article', { id: otherId });
    const one = createSampleEntry('node--article', {
      id: oneId,
      targets: { field_sequel: [other], field_tags: [tag] },
    });
    const back = createSampleEntry('node--article', {
      id: otherId,
      targets: { field_sequel: [one], field_related: [other] },
    });

    await storage().entries.apply([one, back, tag].map(insert));

    assert.deepEqual(await storage().entries.findReferrers(oneId, { limit: 10 }), [otherId]);
    assert.deepEqual(
      (await storage().entries.findReferrers(otherId, { limit: 10 })).sort(),
      [oneId, otherId].sort(),
    );
  });

  it('applies the changes of one call in order', async () => {
    const entry = createSampleEntry('node--article', { attributes: { title: 'inserted' } });
    const next = editSample(entry, { attributes: { title: 'updated' } });

    await storage().entries.apply([insert(entry), update(next)]);
    assert.equal((await reloadEntry(storage(), entry)).attributes['title'], 'updated');

    await storage().entries.apply([remove(next), insert(entry), update(next), remove(next)]);
    assert.equal((await storage().entries.findStatuses([entry.id])).size, 0);
  });

  it('applies no change of a call when one of them is refused', async () => {
    const [changed, deleted, added, taken] = [titled('a'), titled('b'), titled('c'), titled('d')];
    await storeEntries(storage(), changed, deleted, taken);

    const edit = editSample(changed, { attributes: { title: 'x' } });
    const changes = [update(edit), remove(deleted), insert(added), insert(taken)];
    await assert.rejects(storage().entries.apply(changes), DuplicateEntry);

    assert.equal((await reloadEntry(storage(), changed)).attributes['title'], 'a');
    assert.equal((await reloadEntry(storage(), changed)).version, 1);
    assert.deepEqual(
      [...(await storage().entries.findStatuses([deleted.id, added.id])).keys()],
      [deleted.id],
    );
  });
}

function titled(title: string): Entry {
  return createSampleEntry('node--article', { attributes: { title } });
}
