import assert from 'node:assert/strict';
import {
  AliasTaken,
  DuplicateEntry,
  type Entry,
  StoredTargetsNotFound,
  VersionConflict,
} from '@content-service/entries';
import type { Storage } from '../storage.js';
import { buildQuery, QueryParts } from './queries.js';
import { it } from './runner.js';
import { editSample, newId, reloadEntry, remove, createSampleEntry, storeEntries, update } from './sample.js';

const MANY = 20;
const many = <T>(make: (n: number) => T): T[] => Array.from({ length: MANY }, (_, n) => make(n));

/** Guarantees under parallel writes. */
export function concurrency(storage: () => Storage): void {
  it('loses none of twenty parallel read-modify-write updates', async () => {
    const counter = createSampleEntry('taxonomy_term--tag', { attributes: { weight: 0 } });
    await storeEntries(storage(), counter);

    await Promise.all(many(() => increment(storage(), counter)));

    const after = await reloadEntry(storage(), counter);
    assert.deepEqual([after.attributes['weight'], after.version], [MANY, MANY + 1]);
  });

  it('keeps the rows of one call of apply() when a parallel call fails', async () => {
    const taken = createSampleEntry('node--article');
    await storeEntries(storage(), taken);
    const acts = many((n) => {
      const added = [
        createSampleEntry('node--article'),
        createSampleEntry('node--page'),
        createSampleEntry('node--article'),
      ];
      return { fails: n % 2 === 1, added };
    });

    const outcomes = await Promise.allSettled(
      acts.map(({ fails, added }) => storeEntries(storage(), ...added, ...(fails ? [taken] : []))),
    );

    assert.deepEqual(
      outcomes.map(({ status }) => status === 'rejected'),
      acts.map(({ fails }) => fails),
    );
    for (const { fails, added } of acts)
      assert.equal(
        (await storage().entries.findStatuses(added.map(({ id }) => id))).size,
        fails ? 0 : added.length,
      );
  });

  it('readers see all changes of a call of apply() or none', async () => {
    const titles = many(newId);
    const counts: number[] = [];
    const read = async (title: string): Promise<void> => {
      const filter = new QueryParts('node--article').where('title', '=', title);
      counts.push(await storage().entries.count(buildQuery('node--article', { filter })));
    };

    await Promise.all(
      titles.flatMap((title) => {
        const pair = [0, 1].map(() =>
          createSampleEntry('node--article', { attributes: { title, field_codes: ['a', 'b'] } }),
        );
        return [read(title), storeEntries(storage(), ...pair), read(title), read(title)];
      }),
    );

    assert.deepEqual(
      counts.filter((count) => count !== 0 && count !== 2),
      [],
    );
  });

  it('of twenty parallel inserts with the same id one succeeds', async () => {
    const id = newId();

    const errors = await failures(
      many(() => storeEntries(storage(), createSampleEntry('node--article', { id }))),
    );

    assert.equal(errors.length, MANY - 1);
    for (const error of errors) assert.ok(error instanceof DuplicateEntry, String(error));
  });

  it('of twenty parallel inserts with the same alias one succeeds', async () => {
    const path = { alias: `/${newId()}`, langcode: 'en' };

    const errors = await failures(
      many(() => storeEntries(storage(), createSampleEntry('node--page', { attributes: { path } }))),
    );

    assert.equal(errors.length, MANY - 1);
    for (const error of errors) assert.ok(error instanceof AliasTaken, String(error));
  });

  it('leaves no linkage to an entry that is deleted while references to it are stored', async () => {
    const races = many(() => {
      const [tag, old] = [createSampleEntry('taxonomy_term--tag'), createSampleEntry('node--article')];
      const targets = { field_tags: [tag] };
      return {
        tag,
        old,
        added: createSampleEntry('node--article', { targets }),
        pointing: editSample(old, { targets }),
      };
    });
    await storeEntries(storage(), ...races.flatMap(({ tag, old }) => [tag, old]));

    const errors = await failures(
      races.flatMap(({ tag, old, added, pointing }) => [
        storeEntries(storage(), added),
        storage().entries.apply([remove(tag)]),
        storage().entries.apply([update(pointing, old)]),
      ]),
    );

    for (const error of errors) assert.ok(error instanceof StoredTargetsNotFound, String(error));
    const ids = races.flatMap(({ old, added }) => [old.id, added.id]);
    const stored = [...(await storage().entries.getMany(ids)).values()];
    assert.ok(stored.every((entry) => entry.relationships['field_tags']?.length === 0));
    for (const { tag } of races)
      assert.deepEqual(await storage().entries.findReferrers(tag.id, { limit: 10 }), []);
  });

  it('deletes twenty targets of one entry in parallel', async () => {
    const tags = many(() => createSampleEntry('taxonomy_term--tag'));
    const referrer = createSampleEntry('node--article', { targets: { field_tags: tags } });
    await storeEntries(storage(), referrer, ...tags);

    await Promise.all(tags.map((tag) => storage().entries.apply([remove(tag)])));

    const after = await reloadEntry(storage(), referrer);
    assert.deepEqual(after.relationships['field_tags'], []);
    assert.equal(after.version, 1 + MANY);
  });

  it('keeps either the update of an entry or the version written by the deletion of its target', async () => {
    const pairs = many(() => {
      const tag = createSampleEntry('taxonomy_term--tag');
      return { tag, referrer: createSampleEntry('node--article', { targets: { field_tags: [tag] } }) };
    });
    await storeEntries(storage(), ...pairs.flatMap(({ tag, referrer }) => [tag, referrer]));

    const errors = await failures(
      pairs.flatMap(({ tag, referrer }) => [
        storage().entries.apply([
          update(editSample(referrer, { attributes: { title: 'edited' } }), referrer),
        ]),
        storage().entries.apply([remove(tag)]),
      ]),
    );

    for (const error of errors)
      assert.ok(error instanceof VersionConflict || error instanceof StoredTargetsNotFound, String(error));
    const after = await Promise.all(pairs.map(({ referrer }) => reloadEntry(storage(), referrer)));
    assert.ok(after.every((entry) => entry.relationships['field_tags']?.length === 0));
    assert.equal(
      after.filter((entry) => entry.attributes['title'] === 'edited').length,
      MANY - errors.length,
    );
  });
}

async function increment(storage: Storage, counter: Entry): Promise<void> {
  for (;;) {
    const entry = await reloadEntry(storage, counter);
    const weight = Number(entry.attributes['weight']) + 1;
    try {
      await storage.entries.apply([update(editSample(entry, { attributes: { weight } }), entry)]);
      return;
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
    }
  }
}

async function failures(acts: readonly Promise<unknown>[]): Promise<unknown[]> {
  const outcomes = await Promise.allSettled(acts);
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
}
