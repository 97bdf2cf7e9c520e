import assert from 'node:assert/strict';
import type { Entry } from '@content-service/entries';
import type { Storage } from '../storage.js';
import { assertQueries } from './assert-queries.js';
import { andGroup, buildQuery, QueryParts } from './queries.js';
import { it } from './runner.js';
import { editSample, reloadEntry, remove, createSampleEntry, storeEntries, update } from './sample.js';

const article = new QueryParts('node--article');

/** Referrers of an entry, and its removal from their linkage when it is deleted. */
export function references(storage: () => Storage): void {
  it('finds the referrers of an entry, each once, by one field or by all fields', async () => {
    const target = createSampleEntry('node--article');
    const twice = createSampleEntry('node--article', {
      targets: { field_related: [target, target], field_sequel: [target] },
    });
    const other = createSampleEntry('node--page', { targets: { field_about: [target] } });
    await storeEntries(storage(), target, twice, other);
    const { entries } = storage();

    assert.deepEqual(
      (await entries.findReferrers(target.id, { limit: 10 })).sort(),
      [twice.id, other.id].sort(),
    );
    assert.deepEqual(await entries.findReferrers(target.id, { field: 'field_related', limit: 10 }), [
      twice.id,
    ]);
    assert.deepEqual(await entries.findReferrers(target.id, { field: 'field_about', limit: 10 }), [other.id]);
    assert.deepEqual(await entries.findReferrers(target.id, { field: 'uid', limit: 10 }), []);
    assert.equal((await entries.findReferrers(target.id, { limit: 1 })).length, 1);
  });

  it('does not return referrers that were updated or deleted', async () => {
    const tag = createSampleEntry('taxonomy_term--tag');
    const tagged = { targets: { field_tags: [tag] } };
    const [updated, deleted] = [
      createSampleEntry('node--article', tagged),
      createSampleEntry('node--article', tagged),
    ];
    await storeEntries(storage(), tag, updated, deleted);

    await storage().entries.apply([
      update(editSample(updated, { targets: { field_tags: [] } })),
      remove(deleted),
    ]);

    assert.deepEqual(await storage().entries.findReferrers(tag.id, { limit: 10 }), []);
  });

  it('removes a deleted entry from the linkage of its referrers', async () => {
    const [gone, stays] = [createSampleEntry('taxonomy_term--tag'), createSampleEntry('taxonomy_term--tag')];
    const category = createSampleEntry('taxonomy_term--category');
    const referrer = createSampleEntry('node--article', {
      attributes: { title: 'Éclair' },
      targets: { field_tags: [gone, stays, gone], field_category: [category] },
    });
    const bystander = createSampleEntry('node--article', { targets: { field_tags: [stays] } });
    await storeEntries(storage(), gone, stays, category, referrer, bystander);

    await storage().entries.apply([remove(gone)]);

    const after = await reloadEntry(storage(), referrer);
    assert.deepEqual(targetIds(after, 'field_tags'), [stays.id]);
    assert.deepEqual(targetIds(after, 'field_category'), [category.id]);
    assert.deepEqual([after.version, after.changed], [referrer.version + 1, referrer.changed]);
    assert.deepEqual(after.attributes, referrer.attributes);
    assert.equal((await reloadEntry(storage(), bystander)).version, bystander.version);
    assert.deepEqual(await idsWhere(storage(), 'field_tags.id', gone), []);
    assert.deepEqual(await idsWhere(storage(), 'field_tags.0.id', stays), [referrer.id, bystander.id]);
  });

  it('empties a to-one relationship whose target is deleted', async () => {
    const target = createSampleEntry('node--article');
    const referrer = createSampleEntry('node--article', { targets: { field_sequel: [target] } });
    await storeEntries(storage(), target, referrer);

    await storage().entries.apply([remove(target)]);

    assert.deepEqual(targetIds(await reloadEntry(storage(), referrer), 'field_sequel'), []);
    assert.deepEqual(await idsWhere(storage(), 'field_sequel.id', target), []);
    const filter = andGroup(
      article.where('id', '=', referrer.id),
      article.where('field_sequel.id', 'IS NULL'),
    );
    assert.equal(await storage().entries.count(buildQuery('node--article', { filter })), 1);
  });

  it('sorts by a path of eight relationships', async () => {
    const chain: Entry[] = [];
    for (const n of Array(100).keys())
      chain.push(
        createSampleEntry('taxonomy_term--tag', {
          attributes: { name: `Tag ${(n * 7) % 100}` },
          targets: { parent: chain.slice(-2) },
        }),
      );
    await storeEntries(storage(), ...chain);
    const tag = new QueryParts('taxonomy_term--tag');
    const filter = tag.where('id', 'IN', ...chain.map(({ id }) => id));
    const path = `${'parent.'.repeat(8)}name`;

    const queries = [path, `-${path}`].map((text) =>
      buildQuery('taxonomy_term--tag', { filter, sort: [tag.sort(text)] }),
    );
    await assertQueries(storage(), queries, new Map(chain.map((entry) => [entry.id, entry])));
  });

  it('deletes entries that refer to each other in one call of apply()', async () => {
    const tag = createSampleEntry('taxonomy_term--tag');
    const one = createSampleEntry('node--article', { targets: { field_tags: [tag] } });
    const other = createSampleEntry('node--article', { targets: { field_sequel: [one], field_tags: [tag] } });
    await storeEntries(storage(), tag, one, other);

    await storage().entries.apply([one, other, tag].map(remove));

    assert.equal((await storage().entries.findStatuses([one.id, other.id, tag.id])).size, 0);
  });

  it('updates an entry and deletes its target in one call of apply()', async () => {
    const [gone, stays] = [createSampleEntry('taxonomy_term--tag'), createSampleEntry('taxonomy_term--tag')];
    const referrer = createSampleEntry('node--article', { targets: { field_tags: [gone, stays] } });
    await storeEntries(storage(), gone, stays, referrer);

    await storage().entries.apply([
      update(editSample(referrer, { attributes: { title: 'new' } })),
      remove(gone),
    ]);

    const after = await reloadEntry(storage(), referrer);
    assert.equal(after.attributes['title'], 'new');
    assert.deepEqual(targetIds(after, 'field_tags'), [stays.id]);
    assert.ok(after.version > referrer.version);
  });
}

function targetIds(entry: Entry, field: string): string[] {
  return (entry.relationships[field] ?? []).map(({ id }) => id);
}

async function idsWhere({ entries }: Storage, path: string, { id }: Entry): Promise<readonly string[]> {
  const filter = article.where(path, '=', id);
  return (await entries.findIds(buildQuery('node--article', { filter }))).ids;
}
