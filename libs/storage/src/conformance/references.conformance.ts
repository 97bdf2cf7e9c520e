import assert from 'node:assert/strict';
import type { Entry } from '@content-service/entries';
import type { Storage } from '../storage.js';
import { assertAnswers } from './answers.js';
import { and, query, QueryParts } from './queries.js';
import { it } from './runner.js';
import { edited, reload, remove, sample, store, update } from './sample.js';

const article = new QueryParts('node--article');

/** Who refers to whom, and what a delete leaves behind. */
export function references(storage: () => Storage): void {
  it('finds the referrers of an entry, each once, of one field or of all', async () => {
    const target = sample('node--article');
    const twice = sample('node--article', {
      targets: { field_related: [target, target], field_sequel: [target] },
    });
    const other = sample('node--page', { targets: { field_about: [target] } });
    await store(storage(), target, twice, other);
    const { entries } = storage();

    assert.deepEqual((await entries.referrers(target.id, { limit: 10 })).sort(), [twice.id, other.id].sort());
    assert.deepEqual(await entries.referrers(target.id, { field: 'field_related', limit: 10 }), [twice.id]);
    assert.deepEqual(await entries.referrers(target.id, { field: 'field_about', limit: 10 }), [other.id]);
    assert.deepEqual(await entries.referrers(target.id, { field: 'uid', limit: 10 }), []);
    assert.equal((await entries.referrers(target.id, { limit: 1 })).length, 1);
  });

  it('forgets referrers that were updated or deleted', async () => {
    const tag = sample('taxonomy_term--tag');
    const tagged = { targets: { field_tags: [tag] } };
    const [updated, deleted] = [sample('node--article', tagged), sample('node--article', tagged)];
    await store(storage(), tag, updated, deleted);

    await storage().entries.apply([
      update(edited(updated, { targets: { field_tags: [] } })),
      remove(deleted),
    ]);

    assert.deepEqual(await storage().entries.referrers(tag.id, { limit: 10 }), []);
  });

  it('takes a deleted entry out of the linkage of its referrers', async () => {
    const [gone, stays] = [sample('taxonomy_term--tag'), sample('taxonomy_term--tag')];
    const category = sample('taxonomy_term--category');
    const referrer = sample('node--article', {
      attributes: { title: 'Éclair' },
      targets: { field_tags: [gone, stays, gone], field_category: [category] },
    });
    const bystander = sample('node--article', { targets: { field_tags: [stays] } });
    await store(storage(), gone, stays, category, referrer, bystander);

    await storage().entries.apply([remove(gone)]);

    const after = await reload(storage(), referrer);
    assert.deepEqual(targetIds(after, 'field_tags'), [stays.id]);
    assert.deepEqual(targetIds(after, 'field_category'), [category.id]);
    assert.deepEqual([after.version, after.changed], [referrer.version + 1, referrer.changed]);
    assert.deepEqual(after.attributes, referrer.attributes);
    assert.equal((await reload(storage(), bystander)).version, bystander.version);
    assert.deepEqual(await idsWhere(storage(), 'field_tags.id', gone), []);
    assert.deepEqual(await idsWhere(storage(), 'field_tags.0.id', stays), [referrer.id, bystander.id]);
  });

  it('empties a to-one relationship whose target is deleted', async () => {
    const target = sample('node--article');
    const referrer = sample('node--article', { targets: { field_sequel: [target] } });
    await store(storage(), target, referrer);

    await storage().entries.apply([remove(target)]);

    assert.deepEqual(targetIds(await reload(storage(), referrer), 'field_sequel'), []);
    assert.deepEqual(await idsWhere(storage(), 'field_sequel.id', target), []);
    const filter = and(article.where('id', '=', referrer.id), article.where('field_sequel.id', 'IS NULL'));
    assert.equal(await storage().entries.count(query('node--article', { filter })), 1);
  });

  it('sorts by what lies eight relationships away', async () => {
    const chain: Entry[] = [];
    for (const n of Array(100).keys())
      chain.push(
        sample('taxonomy_term--tag', {
          attributes: { name: `Tag ${(n * 7) % 100}` },
          targets: { parent: chain.slice(-2) },
        }),
      );
    await store(storage(), ...chain);
    const tag = new QueryParts('taxonomy_term--tag');
    const filter = tag.where('id', 'IN', ...chain.map(({ id }) => id));
    const path = `${'parent.'.repeat(8)}name`;

    const queries = [path, `-${path}`].map((text) =>
      query('taxonomy_term--tag', { filter, sort: [tag.sort(text)] }),
    );
    await assertAnswers(storage(), queries, new Map(chain.map((entry) => [entry.id, entry])));
  });

  it('deletes entries that refer to each other in one act', async () => {
    const tag = sample('taxonomy_term--tag');
    const one = sample('node--article', { targets: { field_tags: [tag] } });
    const other = sample('node--article', { targets: { field_sequel: [one], field_tags: [tag] } });
    await store(storage(), tag, one, other);

    await storage().entries.apply([one, other, tag].map(remove));

    assert.equal((await storage().entries.exists([one.id, other.id, tag.id])).size, 0);
  });

  it('updates an entry and deletes its target in one act', async () => {
    const [gone, stays] = [sample('taxonomy_term--tag'), sample('taxonomy_term--tag')];
    const referrer = sample('node--article', { targets: { field_tags: [gone, stays] } });
    await store(storage(), gone, stays, referrer);

    await storage().entries.apply([update(edited(referrer, { attributes: { title: 'new' } })), remove(gone)]);

    const after = await reload(storage(), referrer);
    assert.equal(after.attributes['title'], 'new');
    assert.deepEqual(targetIds(after, 'field_tags'), [stays.id]);
    assert.ok(after.version > referrer.version);
  });

  it('deletes an entry that more than a thousand others refer to', async () => {
    const tag = sample('taxonomy_term--tag');
    const referrers = Array.from({ length: 1100 }, () =>
      sample('node--article', { targets: { field_tags: [tag] } }),
    );
    await store(storage(), tag, ...referrers);

    await storage().entries.apply([remove(tag)]);

    const after = [...(await storage().entries.getMany(referrers.map(({ id }) => id))).values()];
    assert.equal(after.length, referrers.length);
    assert.ok(after.every((entry) => entry.version === 2 && targetIds(entry, 'field_tags').length === 0));
    assert.deepEqual(await storage().entries.referrers(tag.id, { limit: 10 }), []);
  });
}

function targetIds(entry: Entry, field: string): string[] {
  return (entry.relationships[field] ?? []).map(({ id }) => id);
}

async function idsWhere({ entries }: Storage, path: string, { id }: Entry): Promise<readonly string[]> {
  const filter = article.where(path, '=', id);
  return (await entries.findIds(query('node--article', { filter }))).ids;
}
