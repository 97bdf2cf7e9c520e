import type { EntryQuery } from '@content-service/entries';
import type { Storage } from '../storage.js';
import { assertQueries, assertOrders } from './assert-queries.js';
import { ALL_PATHS } from './example-paths.js';
import { buildQuery, QueryParts } from './queries.js';
import { it } from './runner.js';

const article = new QueryParts('node--article');

/** Orders with ties, without values and with many values, and windows of them. */
export function sortingAndPaging(storage: () => Storage): void {
  it('returns entries in creation order by default', async () => {
    const types = Object.keys(ALL_PATHS);
    const queries = types.flatMap((type) => [buildQuery(type), buildQuery(type, { publishedOnly: true })]);
    await assertQueries(storage(), queries);
  });

  for (const [type, paths] of Object.entries(ALL_PATHS))
    it(`sorts ${type} by every path, both ways`, async () => {
      const parts = new QueryParts(type);
      const orders = paths.flatMap((path) => [[parts.sort(path)], [parts.sort(`-${path}`)]]);
      await assertOrders(storage(), type, orders);
    });

  it('breaks ties by the next path, then by creation order', async () => {
    const orders = [
      ['field_featured', 'field_price'],
      ['-field_featured', 'field_price', '-title'],
      ['field_price', '-field_category.name'],
      ['-field_tags.name', 'uid.display_name'],
      ['field_links.title', 'field_codes', '-field_related.title'],
      ['title', 'title', '-title'],
    ];
    const sorts = orders.map((paths) => paths.map((path) => article.sort(path)));
    await assertOrders(storage(), 'node--article', sorts);
  });

  it('sorts filtered entries by all values of the path', async () => {
    const filter = article.where('field_codes', 'STARTS_WITH', 'b');
    const sorts = ['field_codes', '-field_codes', 'field_tags.name', '-field_tags.name'];
    const queries = sorts.map((path) => buildQuery('node--article', { filter, sort: [article.sort(path)] }));
    await assertQueries(storage(), queries);
  });

  it('returns any window and whether more entries follow', async () => {
    const sorts = [[], [article.sort('-field_price')], [article.sort('field_tags.name')]];
    const selections = [{}, { filter: article.where('field_codes', 'IS NOT NULL') }];
    const queries = sorts.flatMap((sort) =>
      selections.flatMap((selection) =>
        windows().map((window) => buildQuery('node--article', { sort, ...selection, ...window })),
      ),
    );
    await assertQueries(storage(), queries);
  });
}

/** The example has eight articles: windows inside, at the end, over it and far behind it. */
function windows(): Pick<EntryQuery, 'offset' | 'limit'>[] {
  const offsets = [0, 1, 5, 7, 8, 9, 1_000_000, Number.MAX_SAFE_INTEGER];
  return offsets.flatMap((offset) => [1, 3, 8, 50].map((limit) => ({ offset, limit })));
}
