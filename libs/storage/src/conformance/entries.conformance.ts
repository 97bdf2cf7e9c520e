import assert from 'node:assert/strict';
import { Entry } from '@content-service/entries';
import type { Storage } from '../storage.js';
import { query, QueryParts } from './queries.js';
import { it } from './runner.js';
import { edited, newId, reload, remove, sample, store, update } from './sample.js';
import { specimenAttributes } from './specimens.js';

const article = new QueryParts('node--article');

export function entries(storage: () => Storage): void {
  it('gives back an entry as it was stored', async () => {
    const target = sample('user--user');
    const plain = sample('node--specimen', { attributes: specimenAttributes(5), targets: { uid: [target] } });
    const meta = { arity: 0, note: { é: [1, null] } };
    const entry = Entry.of(plain, plain.attributes, {
      uid: [{ type: 'user--user', id: target.id, meta }],
    });

    await store(storage(), entry, target);

    assert.deepEqual(contentOf(await reload(storage(), entry)), contentOf(entry));
  });

  it('keeps the order of members, because an answer shows it', async () => {
    const json = { z: 1, a: { y: 2, b: 3 } };
    const entry = sample('node--specimen', { attributes: { field_json: json } });

    await store(storage(), entry);

    assert.equal((await reload(storage(), entry)).attributesText, entry.attributesText);
  });

  it('gives entries of any types at once, and leaves out ids that none has', async () => {
    const [one, other] = [sample('node--article'), sample('taxonomy_term--tag')];
    await store(storage(), one, other);

    const found = await storage().entries.getMany([other.id, newId(), one.id, one.id]);

    assert.deepEqual([...found.keys()].sort(), [one.id, other.id].sort());
  });

  it('takes thousands of ids at once', async () => {
    const entry = sample('node--article');
    await store(storage(), entry);
    const ids = [...Array.from({ length: 3000 }, newId), entry.id];

    assert.deepEqual([...(await storage().entries.getMany(ids)).keys()], [entry.id]);
    assert.deepEqual([...(await storage().entries.exists(ids)).keys()], [entry.id]);
    const filter = article.where('id', 'IN', ...ids);
    assert.deepEqual((await storage().entries.findIds(query('node--article', { filter }))).ids, [entry.id]);
  });

  it('takes no ids at all', async () => {
    assert.equal((await storage().entries.getMany([])).size, 0);
    assert.equal((await storage().entries.exists([])).size, 0);
    await storage().entries.apply([]);
  });

  it('tells type and state of entries', async () => {
    const [page, tag] = [sample('node--page'), sample('taxonomy_term--tag', { published: false })];
    await store(storage(), page, tag);

    const told = await storage().entries.exists([page.id, tag.id, newId()]);

    assert.deepEqual(told.get(page.id), { type: 'node--page', published: true });
    assert.deepEqual(told.get(tag.id), { type: 'taxonomy_term--tag', published: false });
    assert.equal(told.size, 2);
  });

  it('finds an updated entry by its new values only', async () => {
    const [before, after] = [newId(), newId()];
    const old = sample('node--article', { attributes: { title: before, field_codes: [before, 'same'] } });
    const entry = edited(old, { attributes: { title: after, field_codes: [after] } });
    await store(storage(), old);

    await storage().entries.apply([update(entry)]);

    assert.deepEqual(contentOf(await reload(storage(), entry)), contentOf(entry));
    for (const path of ['title', 'field_codes']) {
      assert.deepEqual(await idsWhere(storage(), path, after), [entry.id]);
      assert.deepEqual(await idsWhere(storage(), path, before), []);
    }
  });

  it('publishes and hides an entry by an update', async () => {
    const shown = sample('node--article');
    await store(storage(), shown);

    await storage().entries.apply([update(edited(shown, { published: false }))]);

    const filter = article.where('id', '=', shown.id);
    assert.equal(await storage().entries.count(query(shown.type, { filter, publishedOnly: true })), 0);
    assert.equal(await storage().entries.count(query(shown.type, { filter })), 1);
    assert.equal((await storage().entries.exists([shown.id])).get(shown.id)?.published, false);
  });

  it('forgets a deleted entry everywhere', async () => {
    const title = newId();
    const entry = sample('node--article', { attributes: { title, field_codes: [title] } });
    await store(storage(), entry);

    await storage().entries.apply([remove(entry)]);

    assert.equal((await storage().entries.getMany([entry.id])).size, 0);
    assert.equal((await storage().entries.exists([entry.id])).size, 0);
    assert.deepEqual(await idsWhere(storage(), 'title', title), []);
    assert.deepEqual(await idsWhere(storage(), 'field_codes', title), []);
  });

  it('compares text whole that grows to many times its length when folded', async () => {
    const title = '\ufdfa'.repeat(255);
    const entry = sample('node--article', { attributes: { title } });
    await store(storage(), entry);
    const folded =
      '\u0635\u0644\u0649 \u0627\u0644\u0644\u0647 \u0639\u0644\u064a\u0647 \u0648\u0633\u0644\u0645'.repeat(
        255,
      );

    assert.deepEqual(await idsWhere(storage(), 'title', folded), [entry.id]);
    assert.deepEqual(await idsWhere(storage(), 'title', `${folded}x`), []);
  });
}

async function idsWhere({ entries }: Storage, path: string, value: string): Promise<readonly string[]> {
  const filter = article.where(path, '=', value);
  return (await entries.findIds(query('node--article', { filter }))).ids;
}

/** All that an entry says, as plain values. */
function contentOf(entry: Entry): unknown {
  const { id, type, published, created, changed, version, position, modelVersion } = entry;
  const head = { id, type, published, created, changed, version, position, modelVersion };
  return { ...head, attributes: entry.attributes, relationships: entry.relationships };
}
