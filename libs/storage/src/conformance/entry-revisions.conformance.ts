import assert from 'node:assert/strict';
import {
  type EntryRevision,
  type RevisionMetadata,
  type Supersession,
  VersionConflict,
} from '@content-service/entries';
import type { Storage } from '../storage.js';
import { MANY } from './pruning.js';
import { assertSame, createHistory, keep, TYPE } from './sample-revisions.js';
import { it } from './runner.js';
import { createSampleEntry, editSample, insert, remove, storeEntries, update } from './sample.js';

/** Replaced and deleted states: they are stored with the changes that replace them, read, trimmed and pruned. */
export function entryRevisions(storage: () => Storage): void {
  const { apply, listRevisions, findRevision, addEntry, replace } = createHistory(storage);

  it('are a capability of the storage, or else are declared to be missing', () => {
    assert.equal(storage().entries.capabilities.revisions, true);
  });

  it('keeps the state that an update replaces, with the change', async () => {
    const entry = await addEntry();
    const target = await addEntry();
    const note = 'Corrected 𝄞';
    const supersession = keep(entry, { change: { cause: 'request', changed: [], note, minor: true } });
    const second = editSample(entry, { published: true, attributes: { title: 'Second' } });
    await apply([update(second, entry)], [supersession]);
    const further = keep(entry);
    const third = editSample(second, { targets: { field_related: [target] } });
    await apply([update(third)], [further]);

    const [newest, first, ...others] = await listRevisions(entry);
    assert.deepEqual(others, []);
    const { number, change } = supersession;
    assert.deepEqual(first, {
      ...{ entryId: entry.id, type: TYPE, number, track: 'live', version: 1, published: false, change },
    });
    assert.deepEqual([newest?.number, newest?.version, newest?.published], [further.number, 2, true]);
    const revision = await findRevision(supersession);
    assertSame(revision?.entry, entry);
    assertSame((await findRevision(further))?.entry, second);
    assert.deepEqual([revision?.predecessor, revision?.successor], [undefined, further.number]);
    assert.equal((await findRevision(further))?.predecessor, number);
    assert.equal((await findRevision(further))?.successor, undefined);
  });

  it('keeps one state of an entry that a list changes twice, and none of one that it inserts', async () => {
    const [entry, added] = [await addEntry(), createSampleEntry(TYPE)];
    const second = editSample(entry, { attributes: { title: 'Second' } });
    const third = editSample(second, { attributes: { title: 'Third' } });
    const supersession = keep(entry);

    await apply(
      [update(second), update(third), insert(added), update(editSample(added, {}))],
      [supersession, keep(added)],
    );

    assert.equal((await listRevisions(entry)).length, 1);
    assertSame((await findRevision(supersession))?.entry, entry);
    assert.deepEqual(await listRevisions(added), []);
  });

  it('keeps nothing of changes that are refused, and nothing without a supersession', async () => {
    const entry = await addEntry();
    const edited = editSample(entry, {});
    const unknown = update(createSampleEntry(TYPE));

    await assert.rejects(apply([update(edited), unknown], [keep(entry)]), VersionConflict);
    assert.deepEqual(await listRevisions(entry), []);

    await apply([update(edited)], []);
    assert.deepEqual(await listRevisions(entry), []);
  });

  it('keeps each replaced state once when twenty writers replace them', async () => {
    const entry = await addEntry();
    const writeOnce = async (): Promise<void> => {
      for (;;) {
        const stored = (await storage().entries.getMany([entry.id])).get(entry.id);
        assert.ok(stored);
        const written = apply([update(editSample(stored, {}), stored)], [keep(entry)]);
        try {
          await written;
          return;
        } catch (error) {
          if (!(error instanceof VersionConflict)) throw error;
        }
      }
    };

    await Promise.all(Array.from({ length: 20 }, writeOnce));

    const versions = (await listRevisions(entry)).map(({ version }) => version).sort((a, b) => a - b);
    assert.deepEqual(
      versions,
      [...Array(20).keys()].map((n) => n + 1),
    );
  });

  it('keeps the state that readers see once when an update from it finds a deleted target in the stored linkage', async () => {
    const target = await addEntry();
    // More than a store rewrites in the transaction of a deletion.
    const referrers = Array.from({ length: 120 }, () =>
      createSampleEntry(TYPE, { targets: { field_related: [target] } }),
    );
    await storeEntries(storage(), ...referrers);
    await storage().entries.apply([remove(target)]);
    const seen = await storage().entries.getMany(referrers.map(({ id }) => id));

    for (const entry of [referrers[0], referrers.at(-1)].map((one) => one && seen.get(one.id))) {
      assert.ok(entry);
      const supersession = keep(entry);
      await apply([update(editSample(entry, {}), entry)], [supersession]);

      assert.deepEqual(
        (await listRevisions(entry)).map(({ number, version }) => [number, version]),
        [[supersession.number, entry.version]],
      );
      assertSame((await findRevision(supersession))?.entry, entry);
    }
  });

  it('keeps as many of the newest as a supersession says', async () => {
    const entry = await addEntry();
    const [current, supersessions] = await replace(entry, 5);
    const last = keep(entry, { kept: 3 });

    await apply([update(editSample(current, {}), current)], [last]);

    assert.deepEqual(
      (await listRevisions(entry)).map(({ number }) => number),
      [last, supersessions[4], supersessions[3]].map((supersession) => supersession?.number),
    );
  });

  it('keeps nothing of referrers that lose a deleted target', async () => {
    const target = await addEntry();
    const referrer = createSampleEntry(TYPE, { targets: { field_related: [target] } });
    await storeEntries(storage(), referrer);

    await apply([remove(target)], [keep(target)]);

    assert.deepEqual(await listRevisions(referrer), []);
  });

  it('lists revisions and deletions newest first, page by page', async () => {
    const entry = await addEntry();
    const [, supersessions] = await replace(entry, 5);
    const deleted = await Promise.all([addEntry(), addEntry(), addEntry()]);
    const deletions: Supersession[] = [];
    for (const one of deleted) {
      const { change, ...supersession } = keep(one);
      deletions.push({ ...supersession, change: { ...change, label: one.id } });
      await apply([remove(one)], deletions.slice(-1));
    }
    const { entryRevisions } = storage();

    const revisions = await collect(async (before) => {
      const page = await entryRevisions.page(entry.id, { before, limit: 2 });
      return { found: page.revisions, more: page.more };
    });
    assert.deepEqual(revisions, supersessions.map(({ number }) => number).toReversed());

    const numbers = new Set(deletions.map(({ number }) => number));
    const found = await collect(async (before) => {
      const page = await entryRevisions.pageDeleted({ before, limit: 2 });
      for (const { entryId, change } of page.revisions)
        if (deleted.some(({ id }) => id === entryId)) assert.equal(change.label, entryId);
      return { found: page.revisions, more: page.more };
    });
    assert.deepEqual(
      found.filter((number) => numbers.has(number)),
      deletions.map(({ number }) => number).toReversed(),
    );
  });

  it('reads the revisions of all entries in the order of their keys, batch by batch', async () => {
    const [entry, gone] = [await addEntry(), await addEntry()];
    const [, supersessions] = await replace(entry, 3);
    const deletion = keep(gone);
    await apply([remove(gone)], [deletion]);
    const found: EntryRevision[] = [];
    for (;;) {
      const batch = await storage().entryRevisions.scan(found.at(-1), 2);
      found.push(...batch);
      if (batch.length < 2) break;
    }

    const keys = found.map(({ entryId, number }) => `${entryId} ${String(number).padStart(20, '0')}`);
    assert.deepEqual(keys, keys.toSorted());
    assert.equal(new Set(keys).size, keys.length);
    const ofEntry = found.filter(({ entryId }) => entryId === entry.id);
    assert.deepEqual(
      ofEntry.map(({ number }) => number),
      supersessions.map(({ number }) => number),
    );
    assertSame(ofEntry[0]?.entry, entry);
    const [deleted] = found.filter(({ entryId }) => entryId === gone.id);
    assert.deepEqual(
      [deleted?.track, deleted?.number, deleted?.change],
      ['deleted', deletion.number, deletion.change],
    );
    assertSame(deleted?.entry, gone);
  });

  it('stores revisions as they are, also of entries that do not exist, and leaves stored ones as they are', async () => {
    const { entryRevisions } = storage();
    const gone = createSampleEntry(TYPE, { published: true, attributes: { title: 'Gone 𝄞' } });
    const { number, change } = keep(gone, { change: { cause: 'schedule', changed: [], label: 'Gone 𝄞' } });
    const lostReferences = [{ entryId: createSampleEntry(TYPE).id, field: 'field_related', index: 2 }];
    const head = { entryId: gone.id, type: TYPE, version: gone.version, published: true };
    const replaced: EntryRevision = { ...head, number: number - 1, track: 'live', change, entry: gone };
    const deleted: EntryRevision = { ...head, number, track: 'deleted', change, lostReferences, entry: gone };

    await entryRevisions.addAll([]);
    await entryRevisions.addAll([replaced, deleted]);
    const other = editSample(gone, { attributes: { title: 'Other' } });
    await entryRevisions.addAll([{ ...deleted, entry: other }]);

    const metadata = { ...head, number, track: 'deleted', change, lostReferences };
    const first = { ...head, number: number - 1, track: 'live', change };
    assert.deepEqual(await listRevisions(gone), [metadata, first]);
    const { revisions } = await entryRevisions.pageDeleted({ before: number + 1, limit: 1 });
    assert.deepEqual(revisions, [metadata]);
    const found = await entryRevisions.find(gone.id, number);
    assertSame(found?.entry, gone);
    assert.equal(found?.predecessor, number - 1);
  });

  it('estimates how many revisions are stored, or says that it does not', async () => {
    await replace(await addEntry(), 1);

    const estimate = (await storage().entryRevisions.estimateCount?.()) ?? 0;

    assert.ok(Number.isSafeInteger(estimate) && estimate >= 0, String(estimate));
  });

  it('prunes old revisions and old deletions, each in batches', async () => {
    const { entryRevisions } = storage();
    const [entry, gone] = [await addEntry(), await addEntry()];
    const [edited] = await replace(gone, 2);
    await apply([remove(edited)], [keep(gone)]);
    const [, supersessions] = await replace(entry, 4);
    const bound = supersessions[3]?.number ?? 0;

    assert.equal(await entryRevisions.prune(bound, 1), 1);
    while ((await entryRevisions.prune(bound, 2)) === 2);
    assert.deepEqual(
      (await listRevisions(entry)).map(({ number }) => number),
      [bound],
    );
    assert.deepEqual(
      (await listRevisions(gone)).map(({ track }) => track),
      ['deleted'],
    );

    assert.ok((await entryRevisions.pruneDeleted(bound, MANY)) > 0);
    assert.equal(await entryRevisions.pruneDeleted(bound, MANY), 0);
    assert.deepEqual(await listRevisions(gone), []);
  });
}

/** The numbers of all pages. */
async function collect(
  readPage: (before?: number) => Promise<{ found: readonly RevisionMetadata[]; more: boolean }>,
): Promise<number[]> {
  const numbers: number[] = [];
  for (let more = true; more;) {
    const page = await readPage(numbers.at(-1));
    numbers.push(...page.found.map(({ number }) => number));
    more = page.more;
  }
  return numbers;
}
