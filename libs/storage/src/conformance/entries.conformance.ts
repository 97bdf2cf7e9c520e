import assert from 'node:assert/strict';
import { Entry } from '@content-service/entries';
import type { Storage } from '../storage.js';
import { buildQuery, QueryParts } from './queries.js';
import { it } from './runner.js';
import { editSample, newId, reloadEntry, remove, createSampleEntry, storeEntries, update } from './sample.js';
import { buildSampleAttributes } from './field-samples.js';

const article = new QueryParts('node--article');

export function entries(storage: () => Storage): void {
  it('returns an entry as it was stored', async () => {
    const target = createSampleEntry('user--user');
    const plain = createSampleEntry('node--specimen', {
      attributes: buildSampleAttributes(5),
      targets: { uid: [target] },
    });
    const meta = { arity: 0, note: { é: [1, null] } };
    const entry = Entry.of(plain, plain.attributes, {
      uid: [{ type: 'user--user', id: target.id, meta }],
    });

    await storeEntries(storage(), entry, target);

    assert.deepEqual(toPlainContent(await reloadEntry(storage(), entry)), toPlainContent(entry));
  });

  it('keeps times before 1970', async () => {
    const plain = createSampleEntry('node--article', { published: false });
    const { id, type, published, version, position, modelVersion, attributes, relationships } = plain;
    const times = { created: -62_135_596_800, changed: -1 };
    const metadata = { id, type, published, version, position, modelVersion, ...times };
    const entry = Entry.of(metadata, { ...attributes, ...times }, relationships);

    await storeEntries(storage(), entry);

    assert.deepEqual(toPlainContent(await reloadEntry(storage(), entry)), toPlainContent(entry));
  });

  it('keeps the order of members, which responses show', async () => {
    const json = { z: 1, a: { y: 2, b: 3 } };
    const entry = createSampleEntry('node--specimen', { attributes: { field_json: json } });

    await storeEntries(storage(), entry);

    assert.equal((await reloadEntry(storage(), entry)).attributesText, entry.attributesText);
  });

  it('returns entries of several types in one call and omits unknown ids', async () => {
    const [one, other] = [createSampleEntry('node--article'), createSampleEntry('taxonomy_term--tag')];
    await storeEntries(storage(), one, other);

    const found = await storage().entries.getMany([other.id, newId(), one.id, one.id]);

    assert.deepEqual([...found.keys()].sort(), [one.id, other.id].sort());
  });

  it('accepts thousands of ids in one call', async () => {
    const entry = createSampleEntry('node--article');
    await storeEntries(storage(), entry);
    const ids = [...Array.from({ length: 3000 }, newId), entry.id];

    assert.deepEqual([...(await storage().entries.getMany(ids)).keys()], [entry.id]);
    assert.deepEqual([...(await storage().entries.findStatuses(ids)).keys()], [entry.id]);
    const filter = article.where('id', 'IN', ...ids);
    assert.deepEqual((await storage().entries.findIds(buildQuery('node--article', { filter }))).ids, [
      entry.id,
    ]);
  });

  it('accepts an empty list of ids', async () => {
    assert.equal((await storage().entries.getMany([])).size, 0);
    assert.equal((await storage().entries.findStatuses([])).size, 0);
    await storage().entries.apply([]);
  });

  it('returns the type and the published state of entries', async () => {
    const [page, tag] = [
      createSampleEntry('node--page'),
      createSampleEntry('taxonomy_term--tag', { published: false }),
    ];
    await storeEntries(storage(), page, tag);

    const statuses = await storage().entries.findStatuses([page.id, tag.id, newId()]);

    assert.deepEqual(statuses.get(page.id), { type: 'node--page', published: true });
    assert.deepEqual(statuses.get(tag.id), { type: 'taxonomy_term--tag', published: false });
    assert.equal(statuses.size, 2);
  });

  it('finds an updated entry by its new values only', async () => {
    const [before, after] = [newId(), newId()];
    const old = createSampleEntry('node--article', {
      attributes: { title: before, field_codes: [before, 'same'] },
    });
    const entry = editSample(old, { attributes: { title: after, field_codes: [after] } });
    await storeEntries(storage(), old);

    await storage().entries.apply([update(entry)]);

    assert.deepEqual(toPlainContent(await reloadEntry(storage(), entry)), toPlainContent(entry));
    for (const path of ['title', 'field_codes']) {
      assert.deepEqual(await findIdsByValue(storage(), path, after), [entry.id]);
      assert.deepEqual(await findIdsByValue(storage(), path, before), []);
    }
  });

  it('publishes and unpublishes an entry by an update', async () => {
    const shown = createSampleEntry('node--article');
    await storeEntries(storage(), shown);

    await storage().entries.apply([update(editSample(shown, { published: false }))]);

    const filter = article.where('id', '=', shown.id);
    assert.equal(await storage().entries.count(buildQuery(shown.type, { filter, publishedOnly: true })), 0);
    assert.equal(await storage().entries.count(buildQuery(shown.type, { filter })), 1);
    assert.equal((await storage().entries.findStatuses([shown.id])).get(shown.id)?.published, false);
  });

  it('finds a deleted entry by no query', async () => {
    const title = newId();
    const entry = createSampleEntry('node--article', { attributes: { title, field_codes: [title] } });
    await storeEntries(storage(), entry);

    await storage().entries.apply([remove(entry)]);

    assert.equal((await storage().entries.getMany([entry.id])).size, 0);
    assert.equal((await storage().entries.findStatuses([entry.id])).size, 0);
    assert.deepEqual(await findIdsByValue(storage(), 'title', title), []);
    assert.deepEqual(await findIdsByValue(storage(), 'field_codes', title), []);
  });

  it('compares the whole text when folding multiplies its length', async () => {
    const title = '\ufdfa'.repeat(255);
    const entry = createSampleEntry('node--article', { attributes: { title } });
    await storeEntries(storage(), entry);
    const folded =
      '\u0635\u0644\u0649 \u0627\u0644\u0644\u0647 \u0639\u0644\u064a\u0647 \u0648\u0633\u0644\u0645'.repeat(
        255,
      );

    assert.deepEqual(await findIdsByValue(storage(), 'title', folded), [entry.id]);
    assert.deepEqual(await findIdsByValue(storage(), 'title', `${folded}x`), []);
  });
}

async function findIdsByValue({ entries }: Storage, path: string, value: string): Promise<readonly string[]> {
  const filter = article.where(path, '=', value);
  return (await entries.findIds(buildQuery('node--article', { filter }))).ids;
}

/** The content of an entry as plain values. */
function toPlainContent(entry: Entry): unknown {
  const { id, type, published, created, changed, version, position, modelVersion } = entry;
  const head = { id, type, published, created, changed, version, position, modelVersion };
  return { ...head, attributes: entry.attributes, relationships: entry.relationships };
}
