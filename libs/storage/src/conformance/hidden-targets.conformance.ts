import type { Storage } from '../storage.js';
import { assertQueries, assertFilters, assertOrders } from './assert-queries.js';
import { ALL_PATHS, EXAMPLE_PATHS } from './example-paths.js';
import { generateConditions } from './probes.js';
import { andGroup, buildQuery, QueryParts } from './queries.js';
import { it } from './runner.js';
import { assertCursorWalks } from './cursor-walks.js';

/** Queries with `publishedOnly`: an unpublished target counts as absent, but the linkage shows its id. */
export function hiddenTargets(storage: () => Storage): void {
  for (const [type, paths] of Object.entries(ALL_PATHS)) {
    const parts = new QueryParts(type, 'published');
    const orders = paths.flatMap((path) => [[parts.sort(path)], [parts.sort(`-${path}`)]]);

    it(`sorts unpublished entries of ${type} as if they had no value`, async () => {
      await assertOrders(storage(), type, orders);
    });

    it(`pages through ${type} in the same order, in both directions`, async () => {
      const walks = orders.map((sort) => buildQuery(type, { sort }));
      await assertCursorWalks(storage(), walks);
    });
  }

  it('sorts unpublished entries as if they had no value under several paths, and gives any window', async () => {
    const parts = new QueryParts('node--article', 'published');
    const orders = [
      ['field_featured', '-field_price', 'title'],
      ['-field_tags.name', 'field_codes', '-id'],
    ].map((paths) => paths.map((path) => parts.sort(path)));
    const windows = [0, 1, 5, 8, Number.MAX_SAFE_INTEGER].flatMap((offset) =>
      [1, 3, 50].map((limit) => ({ offset, limit })),
    );
    const queries = orders.flatMap((sort) =>
      windows.flatMap((window) => [
        buildQuery('node--article', { sort, ...window }),
        buildQuery('node--article', { sort, ...window, publishedOnly: true }),
        buildQuery('node--article', { sort, ...window, filter: parts.where('field_codes', 'IS NOT NULL') }),
      ]),
    );
    await assertQueries(storage(), queries);
  });

  for (const [type, paths] of Object.entries(EXAMPLE_PATHS)) {
    const parts = new QueryParts(type, 'published');
    const through = paths.filter((path) => parts.where(path, 'IS NULL').path.steps.length > 0);

    it(`treats hidden targets of ${type} as absent`, async () => {
      const conditions = through.flatMap((path) => generateConditions(parts, path, 1));
      const queries = conditions.map((filter) => buildQuery(type, { filter, publishedOnly: true }));
      await assertQueries(storage(), queries);
    });

    it(`sorts ${type} as if hidden targets were absent`, async () => {
      const orders = through.flatMap((path) => [[parts.sort(path)], [parts.sort(`-${path}`)]]);
      await assertOrders(storage(), type, orders);
    });
  }

  it('does not match a hidden target by its id when a visible target is required', async () => {
    const parts = new QueryParts('node--article', 'published');
    const linked = parts.where('field_tags.id', 'IS NOT NULL');
    const named = ['red', 'green', 'unknown'].map((name) => parts.where('field_tags.name', '<>', name));
    const unnamed = parts.where('field_tags.name', 'IS NULL');
    const filters = [...named, unnamed].map((condition) => andGroup(linked, condition));
    await assertFilters(storage(), 'node--article', filters);
  });
}
