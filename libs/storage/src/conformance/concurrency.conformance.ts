import assert from 'node:assert/strict';
import {
  AliasTaken,
  DuplicateEntry,
  type Entry,
  TargetsMissing,
  VersionConflict,
} from '@content-service/entries';
import type { Storage } from '../storage.js';
import { query, QueryParts } from './queries.js';
import { it } from './runner.js';
import { edited, newId, reload, remove, sample, store, update } from './sample.js';

const MANY = 20;
const many = <T>(make: (n: number) => T): T[] => Array.from({ length: MANY }, (_, n) => make(n));

/** What must stay true when everything happens at once. */
export function concurrency(storage: () => Storage): void {
  it('loses none of twenty changes that are made from what each has read', async () => {
    const counter = sample('taxonomy_term--tag', { attributes: { weight: 0 } });
    await store(storage(), counter);

    await Promise.all(many(() => increment(storage(), counter)));

    const after = await reload(storage(), counter);
    assert.deepEqual([after.attributes['weight'], after.version], [MANY, MANY + 1]);
  });

  it('takes no row of one act away with another that fails', async () => {
    const taken = sample('node--article');
    await store(storage(), taken);
    const acts = many((n) => {
      const added = [sample('node--article'), sample('node--page'), sample('node--article')];
      return { fails: n % 2 === 1, added };
    });

    const outcomes = await Promise.allSettled(
      acts.map(({ fails, added }) => store(storage(), ...added, ...(fails ? [taken] : []))),
    );

    assert.deepEqual(
      outcomes.map(({ status }) => status === 'rejected'),
      acts.map(({ fails }) => fails),
    );
    for (const { fails, added } of acts)
      assert.equal(
        (await storage().entries.exists(added.map(({ id }) => id))).size,
        fails ? 0 : added.length,
      );
  });

  it('never shows half of an act', async () => {
    const titles = many(newId);
    const counts: number[] = [];
    const read = async (title: string): Promise<void> => {
      const filter = new QueryParts('node--article').where('title', '=', title);
      counts.push(await storage().entries.count(query('node--article', { filter })));
    };

    await Promise.all(
      titles.flatMap((title) => {
        const pair = [0, 1].map(() =>
          sample('node--article', { attributes: { title, field_codes: ['a', 'b'] } }),
        );
        return [read(title), store(storage(), ...pair), read(title), read(title)];
      }),
    );

    assert.deepEqual(
      counts.filter((count) => count !== 0 && count !== 2),
      [],
    );
  });

  it('stores one of twenty entries with the same id', async () => {
    const id = newId();

    const errors = await failures(many(() => store(storage(), sample('node--article', { id }))));

    assert.equal(errors.length, MANY - 1);
    for (const error of errors) assert.ok(error instanceof DuplicateEntry, String(error));
  });

  it('gives an alias to one of twenty entries', async () => {
    const path = { alias: `/${newId()}`, langcode: 'en' };

    const errors = await failures(
      many(() => store(storage(), sample('node--page', { attributes: { path } }))),
    );

    assert.equal(errors.length, MANY - 1);
    for (const error of errors) assert.ok(error instanceof AliasTaken, String(error));
  });

  it('leaves no linkage to an entry that is deleted while others begin to refer to it', async () => {
    const races = many(() => {
      const [tag, old] = [sample('taxonomy_term--tag'), sample('node--article')];
      const targets = { field_tags: [tag] };
      return { tag, old, added: sample('node--article', { targets }), pointing: edited(old, { targets }) };
    });
    await store(storage(), ...races.flatMap(({ tag, old }) => [tag, old]));

    const errors = await failures(
      races.flatMap(({ tag, added, pointing }) => [
        store(storage(), added),
        storage().entries.apply([remove(tag)]),
        storage().entries.apply([update(pointing)]),
      ]),
    );

    for (const error of errors) assert.ok(error instanceof TargetsMissing, String(error));
    const ids = races.flatMap(({ old, added }) => [old.id, added.id]);
    const stored = [...(await storage().entries.getMany(ids)).values()];
    assert.ok(stored.every((entry) => entry.relationships['field_tags']?.length === 0));
    for (const { tag } of races)
      assert.deepEqual(await storage().entries.referrers(tag.id, { limit: 10 }), []);
  });

  it('deletes twenty targets of one entry at once', async () => {
    const tags = many(() => sample('taxonomy_term--tag'));
    const referrer = sample('node--article', { targets: { field_tags: tags } });
    await store(storage(), referrer, ...tags);

    await Promise.all(tags.map((tag) => storage().entries.apply([remove(tag)])));

    const after = await reload(storage(), referrer);
    assert.deepEqual(after.relationships['field_tags'], []);
    assert.equal(after.version, 1 + MANY);
  });

  it('keeps either an update of an entry or the version that a deleted target left', async () => {
    const pairs = many(() => {
      const tag = sample('taxonomy_term--tag');
      return { tag, referrer: sample('node--article', { targets: { field_tags: [tag] } }) };
    });
    await store(storage(), ...pairs.flatMap(({ tag, referrer }) => [tag, referrer]));

    const errors = await failures(
      pairs.flatMap(({ tag, referrer }) => [
        storage().entries.apply([update(edited(referrer, { attributes: { title: 'edited' } }))]),
        storage().entries.apply([remove(tag)]),
      ]),
    );

    for (const error of errors)
      assert.ok(error instanceof VersionConflict || error instanceof TargetsMissing, String(error));
    const after = await Promise.all(pairs.map(({ referrer }) => reload(storage(), referrer)));
    assert.ok(after.every((entry) => entry.relationships['field_tags']?.length === 0));
    assert.equal(
      after.filter((entry) => entry.attributes['title'] === 'edited').length,
      MANY - errors.length,
    );
  });
}

async function increment(storage: Storage, counter: Entry): Promise<void> {
  for (;;) {
    const entry = await reload(storage, counter);
    const weight = Number(entry.attributes['weight']) + 1;
    try {
      await storage.entries.apply([update(edited(entry, { attributes: { weight } }))]);
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
