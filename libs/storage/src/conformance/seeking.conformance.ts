import assert from 'node:assert/strict';
import type { EntryQuery } from '@content-service/entries';
import type { Storage } from '../storage.js';
import { ALL_PATHS, EXAMPLE_PATHS } from './example-paths.js';
import { buildQuery, QueryParts } from './queries.js';
import { it } from './runner.js';
import { assertCursorWalks, walkPages } from './cursor-walks.js';

const article = new QueryParts('node--article');

/** Keyset pagination: every order, every page of it, in both directions. */
export function seeking(storage: () => Storage): void {
  it('pages through all entries in creation order', async () => {
    const types = Object.keys(ALL_PATHS);
    await assertCursorWalks(
      storage(),
      types.flatMap((type) => [buildQuery(type), buildQuery(type, { publishedOnly: true })]),
    );
  });

  for (const [type, paths] of Object.entries(ALL_PATHS))
    it(`walks through ${type} in the order of every path, both ways`, async () => {
      const parts = new QueryParts(type);
      const orders = paths.flatMap((path) => [[parts.sort(path)], [parts.sort(`-${path}`)]]);
      await assertCursorWalks(
        storage(),
        orders.map((sort) => buildQuery(type, { sort })),
      );
    });

  for (const [type, paths] of Object.entries(EXAMPLE_PATHS))
    it(`walks through ${type} as if hidden targets were absent`, async () => {
      const parts = new QueryParts(type, 'published');
      const through = paths.filter((path) => parts.sort(path).path.steps.length > 0);
      await assertCursorWalks(
        storage(),
        through.map((path) => buildQuery(type, { sort: [parts.sort(`-${path}`)], publishedOnly: true })),
      );
    });

  it('breaks ties by the next path, then by creation order', async () => {
    const orders = [
      ['field_featured', 'field_price'],
      ['-field_featured', 'field_price', '-title'],
      ['field_price', '-field_category.name'],
      ['-field_tags.name', 'uid.display_name'],
      ['field_links.title', 'field_codes', '-field_related.title'],
    ];
    const sorts = orders.map((paths) => paths.map((path) => article.sort(path)));
    await assertCursorWalks(storage(), sorts.map(filtered));
    await assertCursorWalks(
      storage(),
      sorts.map((sort) => buildQuery('node--article', { sort })),
    );
  });

  it('finds nothing before the first position, after the last one, and for an unknown type', async () => {
    const all = buildQuery('node--article', { sort: [article.sort('-field_price')] });
    const places = await walkPages(storage(), all, 'after');

    assert.deepEqual(await walkPages(storage(), all, 'before', places[0]), []);
    assert.deepEqual(await walkPages(storage(), all, 'after', places.at(-1)), []);
    assert.deepEqual(await walkPages(storage(), buildQuery('node--nothing'), 'after'), []);
  });
}

function filtered(sort: EntryQuery['sort']): EntryQuery {
  return buildQuery('node--article', { sort, filter: article.where('field_codes', 'IS NOT NULL') });
}
