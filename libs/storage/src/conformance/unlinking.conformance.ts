import assert from 'node:assert/strict';
import { type Entry, type EntryQuery, unlinkTargets, VersionConflict } from '@content-service/entries';
import type { Uuid } from '@content-service/kernel';
import type { Storage } from '../storage.js';
import { assertQueries } from './assert-queries.js';
import { andGroup, buildQuery, QueryParts } from './queries.js';
import { it } from './runner.js';
import { createSampleEntry, editSample, reloadEntry, remove, storeEntries, update } from './sample.js';

const TYPE = 'node--article';
const article = new QueryParts(TYPE);
/** More than a store rewrites in the transaction of a deletion. */
const REFERRERS = 120;
const BATCH = 50;

/** Deleted entries with many referrers: readers see none of them at once, and the documents are rewritten in batches. */
export function unlinking(storage: () => Storage): void {
  it('deletes an entry with more than a thousand referrers', async () => {
    const tag = createSampleEntry('taxonomy_term--tag');
    const referrers = Array.from({ length: 1100 }, () =>
      createSampleEntry(TYPE, { targets: { field_tags: [tag] } }),
    );
    await storeEntries(storage(), tag, ...referrers);

    await storage().entries.apply([remove(tag)]);

    await assertStored(referrers.map((entry) => unlink(entry, tag)));
    assert.deepEqual(await storage().entries.findReferrers(tag.id, { limit: 10 }), []);
    await unlinkAll(tag);
    await assertStored(referrers.map((entry) => unlink(entry, tag)));
  });

  it('answers reads and queries without the deleted entry before, while and after its referrers are rewritten', async () => {
    const { gone, bystanders, referrers } = await storeReferrers();
    const expected = [...bystanders, ...referrers.map((entry) => unlink(entry, gone))];

    await storage().entries.apply([remove(gone)]);

    for (let rewritten = 1; rewritten > 0;) {
      await assertStored(expected);
      await assertQueries(storage(), createQueries(gone, expected), byId(expected));
      assert.deepEqual((await storage().verifyIndex()).drifts, []);
      rewritten = await storage().entries.unlinkDeleted([gone.id], BATCH);
    }
    assert.deepEqual(await storage().entries.findPendingUnlinks(10), []);
  });

  it('gives each of two deletions a version of the referrer, in whatever order they are finished', async () => {
    const [one, other] = [createSampleEntry(TYPE), createSampleEntry(TYPE)];
    const referrers = Array.from({ length: REFERRERS }, () =>
      createSampleEntry(TYPE, { targets: { field_related: [one, other] } }),
    );
    await storeEntries(storage(), one, other, ...referrers);

    await storage().entries.apply([remove(one)]);
    await assertStored(referrers.map((entry) => unlink(entry, one)));
    await storage().entries.apply([remove(other)]);
    const expected = referrers.map((entry) => unlink(unlink(entry, one), other));

    await assertStored(expected);
    await unlinkAll(other);
    await assertStored(expected);
    await unlinkAll(one);
    await assertStored(expected);
  });

  it('updates and deletes referrers in the version that readers see, before they are rewritten', async () => {
    const { gone, referrers } = await storeReferrers();
    await storage().entries.apply([remove(gone)]);
    const [updated, deleted] = await Promise.all(
      referrers.slice(-2).map((entry) => reloadEntry(storage(), entry)),
    );
    assert.ok(updated !== undefined && deleted !== undefined);
    const edited = editSample(updated, { attributes: { title: 'Edited' } });

    await storage().entries.apply([update(edited), remove(deleted)]);

    await assertStored([edited]);
    assert.deepEqual((await storage().verifyIndex()).drifts, []);
    await unlinkAll(gone);
    await assertStored([edited]);
    assert.equal((await storage().entries.getMany([deleted.id])).size, 0);
    assert.deepEqual((await storage().verifyIndex()).drifts, []);
  });

  it('refuses linkage to the deleted entry', async () => {
    const { gone, referrers } = await storeReferrers();
    await storage().entries.apply([remove(gone)]);
    const stored = await reloadEntry(storage(), referrers[REFERRERS - 1] ?? gone);

    const relinked = editSample(stored, { targets: { field_related: [gone] } });

    await assert.rejects(storage().entries.apply([update(relinked, stored)]), { code: 'targets_missing' });
    await unlinkAll(gone);
  });

  it('refuses an update from the state that an entry had before the deletion of its target', async () => {
    const { gone, referrers } = await storeReferrers();
    await storage().entries.apply([remove(gone)]);
    const last = referrers[REFERRERS - 1] ?? gone;
    const late = editSample(last, { attributes: { title: 'late' } });

    await assert.rejects(storage().entries.apply([update(late, last)]), VersionConflict);

    await assertStored(referrers.map((entry) => unlink(entry, gone)));
    await unlinkAll(gone);
  });

  it('answers reads, queries and updates when a thousand deleted entries are in linkage', async () => {
    const [stays, ...gone] = Array.from({ length: 1151 }, (_, n) =>
      createSampleEntry(TYPE, { attributes: { title: `Target ${n}` } }),
    );
    assert.ok(stays !== undefined && gone[0] !== undefined);
    const referrers = gone.map((target, n) =>
      createSampleEntry(TYPE, {
        targets: n % 2 === 0 ? { field_related: [target, stays] } : { field_sequel: [target] },
      }),
    );
    await storeEntries(storage(), stays, ...gone, ...referrers);

    await storage().entries.apply(gone.map(remove));

    const expected = referrers.map((entry, n) => unlink(entry, gone[n] ?? stays));
    await assertStored(expected);
    const shown = [stays, ...expected.slice(-40)];
    const content = byId([stays, ...expected]);
    for (const target of [gone[0], gone.at(-1) ?? stays])
      await assertQueries(storage(), createQueries(target, shown), content);
    assert.deepEqual(await storage().entries.findReferrers(gone.at(-1)?.id ?? '', { limit: 10 }), []);
    const edited = expected.slice(-2).map((entry) => editSample(entry, { attributes: { title: 'Edited' } }));
    for (const [n, entry] of edited.entries())
      await storage().entries.apply([update(entry, expected.at(n - 2))]);
    await assertStored(edited);
    const stored = await storage().entries.getMany(referrers.map(({ id }) => id));
    await storage().entries.apply([...stored.values()].map(remove));
    for (const target of gone) await unlinkAll(target);
    assert.deepEqual(await storage().entries.findPendingUnlinks(10), []);
  });

  it('rewrites referrers of several deleted entries once', async () => {
    const gone = Array.from({ length: 3 }, () => createSampleEntry(TYPE));
    const getTargets = (n: number): readonly Entry[] => gone.slice(n % 2);
    const referrers = Array.from({ length: REFERRERS }, (_, n) =>
      createSampleEntry(TYPE, { targets: { field_related: getTargets(n) } }),
    );
    await storeEntries(storage(), ...gone, ...referrers);
    for (const target of gone) await storage().entries.apply([remove(target)]);
    const expected = referrers.map((entry, n) => getTargets(n).reduce(unlink, entry));
    await assertStored(expected);

    const pending = await storage().entries.findPendingUnlinks(10);
    let rewritten = 0;
    for (let batch = 1; batch > 0; rewritten += batch)
      batch = await storage().entries.unlinkDeleted([...pending, createSampleEntry(TYPE).id], BATCH);

    assert.ok(rewritten <= REFERRERS, `${rewritten} were rewritten.`);
    await assertStored(expected);
    assert.deepEqual(await storage().entries.findPendingUnlinks(10), []);
    assert.deepEqual((await storage().verifyIndex()).drifts, []);
  });

  it('lists and counts what is left to be rewritten', async () => {
    const { gone, referrers } = await storeReferrers();
    assert.equal(await storage().entries.countPendingReferrers(gone.id), 0);
    await storage().entries.apply([remove(gone)]);

    for (let left = referrers.length; left > 0;) {
      const count = await storage().entries.countPendingReferrers(gone.id);
      assert.ok(count < left, `${count} of ${left} are left.`);
      const pending = await storage().entries.findPendingUnlinks(10);
      if (count > 0) assert.deepEqual(pending, [gone.id]);
      const rewritten = await storage().entries.unlinkDeleted([gone.id], BATCH);
      assert.equal(rewritten, Math.min(count, BATCH));
      left = count;
    }
    assert.deepEqual(await storage().entries.findPendingUnlinks(10), []);
  });

  it('rewrites nothing for an entry that was not deleted', async () => {
    const target = createSampleEntry(TYPE);
    const referrer = createSampleEntry(TYPE, { targets: { field_related: [target] } });
    await storeEntries(storage(), target, referrer);

    assert.equal(await storage().entries.unlinkDeleted([target.id], BATCH), 0);

    await assertStored([referrer]);
  });

  /** Entries that refer to one by relationships to one and to many, before and behind others, and alone. */
  async function storeReferrers(): Promise<{
    gone: Entry;
    bystanders: readonly Entry[];
    referrers: readonly Entry[];
  }> {
    const [gone, stays] = ['Gone', 'Stays'].map((title) =>
      createSampleEntry(TYPE, { attributes: { title } }),
    );
    assert.ok(gone !== undefined && stays !== undefined);
    const linkages: readonly Readonly<Record<string, readonly Entry[]>>[] = [
      { field_related: [gone] },
      { field_related: [gone, stays, gone] },
      { field_related: [stays, gone], field_sequel: [stays] },
      { field_sequel: [gone] },
    ];
    const referrers = Array.from({ length: REFERRERS }, (_, n) =>
      createSampleEntry(TYPE, { targets: linkages[n % linkages.length] ?? {} }),
    );
    const further = createSampleEntry(TYPE, { targets: { field_sequel: referrers.slice(0, 1) } });
    await storeEntries(storage(), gone, stays, ...referrers, further);
    return { gone, bystanders: [stays, further], referrers };
  }

  async function assertStored(expected: readonly Entry[]): Promise<void> {
    const stored = await storage().entries.getMany(expected.map(({ id }) => id));
    const describe = (entry: Entry | undefined): unknown =>
      entry && [entry.id, entry.version, entry.changed, entry.relationships, entry.attributes['title']];
    assert.deepEqual(
      expected.map(({ id }) => describe(stored.get(id))),
      expected.map(describe),
    );
  }

  async function unlinkAll({ id }: Entry): Promise<void> {
    while ((await storage().entries.unlinkDeleted([id], BATCH)) > 0);
  }
}

/** Queries in which a deleted entry could still show. */
function createQueries(gone: Entry, entries: readonly Entry[]): EntryQuery[] {
  const stays = entries[0] ?? gone;
  const isOneOf = article.where('id', 'IN', ...entries.map(({ id }) => id));
  const conditions = [
    article.where('field_related.id', '=', gone.id),
    article.where('field_related.id', 'IN', gone.id, stays.id),
    article.where('field_related.id', '<>', stays.id),
    article.where('field_related.id', 'IS NULL'),
    article.where('field_related.id', 'IS NOT NULL'),
    article.where('field_related.0.id', '=', stays.id),
    article.where('field_related.1.id', 'IS NOT NULL'),
    article.where('field_related.title', 'IS NULL'),
    article.where('field_related.0.title', '=', 'stays'),
    article.where('field_sequel.id', '=', gone.id),
    article.where('field_sequel.id', 'IS NULL'),
    article.where('field_sequel.id', 'IS NOT NULL'),
    article.where('field_sequel.title', 'IS NULL'),
    article.where('field_sequel.field_related.id', 'IS NULL'),
    article.where('field_sequel.field_related.id', '=', gone.id),
  ];
  const sorts = ['field_related.id', '-field_related.title', 'field_sequel.id', '-field_sequel.title'];
  return [
    ...conditions.map((condition) => buildQuery(TYPE, { filter: andGroup(isOneOf, condition) })),
    ...[...sorts, 'field_related.0.id'].map((text) =>
      buildQuery(TYPE, { filter: isOneOf, sort: [article.sort(text)] }),
    ),
  ];
}

function unlink(entry: Entry, { id }: Entry): Entry {
  return unlinkTargets(entry, new Set([id]));
}

function byId(entries: readonly Entry[]): Map<Uuid, Entry> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}
