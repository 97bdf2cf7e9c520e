import assert from 'node:assert/strict';
import { DuplicateEntry, type Entry, TargetsMissing, VersionConflict } from '@content-service/entries';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { edited, insert, newId, reload, remove, sample, store, update } from './sample.js';

/** What `apply` refuses, and that it makes all changes or none. */
export function changes(storage: () => Storage): void {
  it('refuses an id that exists, even in another type', async () => {
    const entry = sample('node--article');
    await store(storage(), entry);

    await assert.rejects(store(storage(), sample('node--page', { id: entry.id })), DuplicateEntry);

    assert.equal((await reload(storage(), entry)).type, 'node--article');
  });

  it('refuses an update and a delete that were made from an older version', async () => {
    const first = sample('node--article');
    const second = edited(first, { attributes: { title: 'second' } });
    await store(storage(), first);
    await storage().entries.apply([update(second)]);

    const late = edited(first, { attributes: { title: 'late' } });
    await assert.rejects(storage().entries.apply([update(late)]), VersionConflict);
    await assert.rejects(storage().entries.apply([remove(first)]), VersionConflict);

    assert.equal((await reload(storage(), first)).attributes['title'], 'second');
  });

  it('refuses an update and a delete of an entry that is not there', async () => {
    const entry = sample('node--article');

    await assert.rejects(storage().entries.apply([update(edited(entry, {}))]), VersionConflict);
    await assert.rejects(storage().entries.apply([remove(entry)]), VersionConflict);
  });

  it('refuses references to entries that do not exist, and names them', async () => {
    const [present, absent] = [sample('taxonomy_term--tag'), sample('taxonomy_term--tag')];
    const entry = sample('node--article', { targets: { field_tags: [present, absent] } });
    await store(storage(), present);

    await assert.rejects(store(storage(), entry), (error) => {
      assert.ok(error instanceof TargetsMissing);
      assert.deepEqual(error.ids, [absent.id]);
      return true;
    });

    const lone = sample('node--article');
    await store(storage(), lone);
    const pointing = edited(lone, { targets: { field_tags: [absent] } });
    await assert.rejects(storage().entries.apply([update(pointing)]), TargetsMissing);
    assert.equal((await storage().entries.exists([entry.id])).size, 0);
  });

  it('refuses targets that have another type than the linkage says', async () => {
    const stored = sample('taxonomy_term--category');
    const liar = sample('taxonomy_term--tag', { id: stored.id });
    const lone = sample('node--article');
    const honest = sample('node--article', { targets: { field_category: [stored] } });
    await store(storage(), stored, lone, honest);
    const { entries } = storage();

    const lying = { targets: { field_tags: [liar] } };
    const inserted = sample('taxonomy_term--category');
    const onInserted = { targets: { field_tags: [sample('taxonomy_term--tag', { id: inserted.id })] } };

    await assert.rejects(store(storage(), sample('node--article', lying)), TargetsMissing);
    await assert.rejects(entries.apply([update(edited(lone, lying))]), TargetsMissing);
    await assert.rejects(entries.apply([update(edited(honest, lying))]), TargetsMissing);
    await assert.rejects(store(storage(), inserted, sample('node--article', onInserted)), TargetsMissing);
    assert.equal((await reload(storage(), lone)).version, lone.version);
  });

  it('takes entries before their targets, in circles, and pointing at themselves', async () => {
    const tag = sample('taxonomy_term--tag');
    const [oneId, otherId] = [newId(), newId()];
    const other = sample('node--article', { id: otherId });
    const one = sample('node--article', { id: oneId, targets: { field_sequel: [other], field_tags: [tag] } });
    const back = sample('node--article', {
      id: otherId,
      targets: { field_sequel: [one], field_related: [other] },
    });

    await storage().entries.apply([one, back, tag].map(insert));

    assert.deepEqual(await storage().entries.referrers(oneId, { limit: 10 }), [otherId]);
    assert.deepEqual(
      (await storage().entries.referrers(otherId, { limit: 10 })).sort(),
      [oneId, otherId].sort(),
    );
  });

  it('makes the changes of one act one after the other', async () => {
    const entry = sample('node--article', { attributes: { title: 'inserted' } });
    const next = edited(entry, { attributes: { title: 'updated' } });

    await storage().entries.apply([insert(entry), update(next)]);
    assert.equal((await reload(storage(), entry)).attributes['title'], 'updated');

    await storage().entries.apply([remove(next), insert(entry), update(next), remove(next)]);
    assert.equal((await storage().entries.exists([entry.id])).size, 0);
  });

  it('makes no change of an act when one of them is refused', async () => {
    const [changed, deleted, added, taken] = [titled('a'), titled('b'), titled('c'), titled('d')];
    await store(storage(), changed, deleted, taken);

    const edit = edited(changed, { attributes: { title: 'x' } });
    const act = [update(edit), remove(deleted), insert(added), insert(taken)];
    await assert.rejects(storage().entries.apply(act), DuplicateEntry);

    assert.equal((await reload(storage(), changed)).attributes['title'], 'a');
    assert.equal((await reload(storage(), changed)).version, 1);
    assert.deepEqual([...(await storage().entries.exists([deleted.id, added.id])).keys()], [deleted.id]);
  });
}

function titled(title: string): Entry {
  return sample('node--article', { attributes: { title } });
}
