import assert from 'node:assert/strict';
import type { Preference } from '@content-service/accounts';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { newId } from './sample.js';

const createPreference = (owner: string, version = 1): Preference => ({
  owner,
  name: 'list-views',
  value: { views: [{ name: 'Drafts “ä”', search: { status: 'unpublished' } }] },
  version,
});

/** Preferences of users and clients. */
export function preferences(storage: () => Storage): void {
  const { find, save } = {
    find: (owner: string, name: string) => storage().preferences.find(owner, name),
    save: (preference: Preference, expectedVersion: number) =>
      storage().preferences.save(preference, expectedVersion),
  };

  it('keeps a document by owner and name', async () => {
    const mine = createPreference(newId());
    const other = { ...mine, name: 'other', value: {} };

    assert.equal(await save(mine, 0), true);
    assert.equal(await save(other, 0), true);

    assert.deepEqual(await find(mine.owner, mine.name), mine);
    assert.deepEqual(await find(mine.owner, other.name), other);
    assert.equal(await find(newId(), mine.name), undefined);
  });

  it('replaces the expected version only', async () => {
    const first = createPreference(newId());
    const second = { ...first, value: { views: [] }, version: 2 };
    await save(first, 0);

    assert.equal(await save(second, 7), false);
    assert.equal(await save(first, 0), false);
    assert.equal(await save(second, 1), true);

    assert.deepEqual(await find(first.owner, first.name), second);
    assert.equal(await save({ ...createPreference(newId(), 3) }, 2), false);
  });

  it('lets one of parallel writers from one version win', async () => {
    const owner = newId();

    const inserts = await Promise.all([1, 2, 3, 4].map(() => save(createPreference(owner), 0)));
    const updates = await Promise.all([1, 2, 3, 4].map(() => save(createPreference(owner, 2), 1)));

    assert.equal(inserts.filter(Boolean).length, 1);
    assert.equal(updates.filter(Boolean).length, 1);
  });

  it('deletes those of one owner', async () => {
    const [gone, kept] = [createPreference(newId()), createPreference(newId())];
    await save(gone, 0);
    await save({ ...gone, name: 'other' }, 0);
    await save(kept, 0);

    await storage().preferences.deleteByOwner(gone.owner);
    await storage().preferences.deleteByOwner(gone.owner);

    assert.equal(await find(gone.owner, gone.name), undefined);
    assert.equal(await find(gone.owner, 'other'), undefined);
    assert.deepEqual(await find(kept.owner, kept.name), kept);
  });
}
