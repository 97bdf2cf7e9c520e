import assert from 'node:assert/strict';
import { DuplicateEntry, type Entry, StoredTargetsNotFound } from '@content-service/entries';
import type { Storage } from '../storage.js';
import { buildQuery } from './queries.js';
import { it } from './runner.js';
import { editSample, insert, newId, remove, update } from './sample.js';
import { field, TestBundle } from './test-bundle.js';

const PARALLEL = 20;
const REFERENCE = field('entity_reference');

/** Counts without a filter, which an adapter may keep apart from the entries. */
export function counts(storage: () => Storage): void {
  /** The numbers of all entries and of the published ones. */
  const count = ({ type }: TestBundle): Promise<number[]> =>
    Promise.all(
      [false, true].map((publishedOnly) => storage().entries.count(buildQuery(type, { publishedOnly }))),
    );
  const createBundle = async (entries: number): Promise<[TestBundle, ...Entry[]]> => {
    const bundle = new TestBundle(storage());
    await bundle.put();
    return [bundle, ...(await bundle.add(...Array.from({ length: entries }, () => ({}))))];
  };
  const publish = (entry: Entry, published: boolean): Entry => editSample(entry, { published });

  it('follow inserts, updates, publishing, unpublishing and deletions', async () => {
    const [bundle, first, second, third] = await createBundle(3);
    assert.ok(first && second && third);
    assert.deepEqual(await count(bundle), [3, 3]);

    const hidden = publish(first, false);
    await storage().entries.apply([update(hidden)]);
    assert.deepEqual(await count(bundle), [3, 2]);

    const edited = editSample(hidden, { attributes: { title: 'Edited' } });
    await storage().entries.apply([update(edited)]);
    assert.deepEqual(await count(bundle), [3, 2]);

    const shown = publish(edited, true);
    await storage().entries.apply([update(shown), update(publish(second, false))]);
    assert.deepEqual(await count(bundle), [3, 2]);

    await storage().entries.apply([remove(shown), remove(third)]);
    assert.deepEqual(await count(bundle), [1, 0]);
  });

  it('follow an entry that one list inserts, changes and deletes', async () => {
    const [bundle, kept] = await createBundle(1);
    assert.ok(kept);
    const { version } = await storage().bundles.load();
    const [added, brief] = [bundle.entry(version), bundle.entry(version)];

    await storage().entries.apply([
      insert(added),
      update(publish(added, false)),
      insert(brief),
      remove(brief),
      remove(kept),
    ]);

    assert.deepEqual(await count(bundle), [1, 0]);
  });

  it('follow a list of entries of two bundles, as an import applies it', async () => {
    const [first] = await createBundle(0);
    const [second] = await createBundle(0);
    const { version } = await storage().bundles.load();
    const added = Array.from({ length: 120 }, (_, n) => (n % 3 === 0 ? first : second).entry(version));

    await storage().entries.apply(added.map(insert));

    assert.deepEqual(
      [await count(first), await count(second)],
      [
        [40, 40],
        [80, 80],
      ],
    );
  });

  it('do not follow a transaction that fails', async () => {
    const bundle = new TestBundle(storage());
    const { version } = await bundle.put({ ...REFERENCE, settings: { targetTypes: [bundle.type] } });
    const [entry] = await bundle.add({});
    assert.ok(entry);
    const missing = { [REFERENCE.name]: [{ type: bundle.type, id: newId() }] };
    const [added, dangling] = [bundle.entry(version), bundle.entry(version, {}, missing)];

    await assert.rejects(storage().entries.apply([insert(added), insert(entry)]), DuplicateEntry);
    await assert.rejects(storage().entries.apply([remove(entry), insert(dangling)]), StoredTargetsNotFound);

    assert.deepEqual(await count(bundle), [1, 1]);
  });

  it('follow parallel writers of which some fail', async () => {
    const [bundle, ...stored] = await createBundle(PARALLEL);
    const { version } = await storage().bundles.load();

    await Promise.allSettled(
      stored.flatMap((entry, n) => [
        storage().entries.apply([insert(bundle.entry(version))]),
        storage().entries.apply([insert(bundle.entry(version)), insert(entry)]),
        storage().entries.apply([n % 2 === 0 ? remove(entry) : update(publish(entry, false))]),
      ]),
    );

    const { ids } = await storage().entries.findIds(buildQuery(bundle.type));
    const published = [...(await storage().entries.findStatuses(ids)).values()].filter(
      (status) => status.published,
    );
    // An entry may be deleted before the list that inserts it again, which then succeeds.
    assert.ok(ids.length >= 1.5 * PARALLEL && ids.length <= 2.5 * PARALLEL);
    assert.deepEqual(await count(bundle), [ids.length, published.length]);
    assert.deepEqual((await storage().verifyIndex()).drifts, []);
  });

  it('keep the entries of a bundle that is removed', async () => {
    const [bundle] = await createBundle(2);

    await bundle.remove();
    assert.deepEqual(await count(bundle), [2, 2]);

    await bundle.put();
    await bundle.add({});
    assert.deepEqual(await count(bundle), [3, 3]);
  });

  it('stay the same when the index is rebuilt', async () => {
    const [bundle, entry] = await createBundle(2);
    assert.ok(entry);
    await storage().entries.apply([update(publish(entry, false))]);

    await storage().rebuildIndex();

    assert.deepEqual(await count(bundle), [2, 1]);
  });
}
