import assert from 'node:assert/strict';
import type { EntryQuery } from '@content-service/entries';
import type { Storage } from '../storage.js';
import { ALL_PATHS, EXAMPLE_PATHS } from './example-paths.js';
import { query, QueryParts } from './queries.js';
import { it } from './runner.js';
import { assertWalks, walk } from './walks.js';

const article = new QueryParts('node--article');

/** Searches that go on from a place in an order: every order, every window of it, in both directions. */
export function seeking(storage: () => Storage): void {
  it('walks through everything in order of creation', async () => {
    const types = Object.keys(ALL_PATHS);
    await assertWalks(
      storage(),
      types.flatMap((type) => [query(type), query(type, { publishedOnly: true })]),
    );
  });

  for (const [type, paths] of Object.entries(ALL_PATHS))
    it(`walks through ${type} in the order of every path, both ways`, async () => {
      const parts = new QueryParts(type);
      const orders = paths.flatMap((path) => [[parts.sort(path)], [parts.sort(`-${path}`)]]);
      await assertWalks(
        storage(),
        orders.map((sort) => query(type, { sort })),
      );
    });

  for (const [type, paths] of Object.entries(EXAMPLE_PATHS))
    it(`walks through ${type} as if hidden targets were absent`, async () => {
      const parts = new QueryParts(type, 'published');
      const through = paths.filter((path) => parts.sort(path).path.steps.length > 0);
      await assertWalks(
        storage(),
        through.map((path) => query(type, { sort: [parts.sort(`-${path}`)], publishedOnly: true })),
      );
    });

  it('tells ties apart by the next path, and at last by order of creation', async () => {
    const orders = [
      ['field_featured', 'field_price'],
      ['-field_featured', 'field_price', '-title'],
      ['field_price', '-field_category.name'],
      ['-field_tags.name', 'uid.display_name'],
      ['field_links.title', 'field_codes', '-field_related.title'],
    ];
    const sorts = orders.map((paths) => paths.map((path) => article.sort(path)));
    await assertWalks(storage(), sorts.map(filtered));
    await assertWalks(
      storage(),
      sorts.map((sort) => query('node--article', { sort })),
    );
  });

  it('finds nothing in front of the first, nothing behind the last, and nothing of an unknown type', async () => {
    const all = query('node--article', { sort: [article.sort('-field_price')] });
    const places = await walk(storage(), all, 'after');

    assert.deepEqual(await walk(storage(), all, 'before', places[0]), []);
    assert.deepEqual(await walk(storage(), all, 'after', places.at(-1)), []);
    assert.deepEqual(await walk(storage(), query('node--nothing'), 'after'), []);
  });
}

function filtered(sort: EntryQuery['sort']): EntryQuery {
  return query('node--article', { sort, filter: article.where('field_codes', 'IS NOT NULL') });
}
