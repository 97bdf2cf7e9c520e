import type { Storage } from '../storage.js';
import { assertAnswers, assertFilters, assertOrders } from './answers.js';
import { EXAMPLE_PATHS } from './example-paths.js';
import { everyCondition } from './probes.js';
import { and, query, QueryParts } from './queries.js';
import { it } from './runner.js';

/** Readers who do not see unpublished entries: to them a hidden target is absent, but the linkage shows its id. */
export function hiddenTargets(storage: () => Storage): void {
  for (const [type, paths] of Object.entries(EXAMPLE_PATHS)) {
    const parts = new QueryParts(type, 'published');
    const through = paths.filter((path) => parts.where(path, 'IS NULL').path.steps.length > 0);

    it(`treats hidden targets of ${type} as absent`, async () => {
      const conditions = through.flatMap((path) => everyCondition(parts, path, 1));
      const queries = conditions.map((filter) => query(type, { filter, publishedOnly: true }));
      await assertAnswers(storage(), queries);
    });

    it(`sorts ${type} as if hidden targets were absent`, async () => {
      const orders = through.flatMap((path) => [[parts.sort(path)], [parts.sort(`-${path}`)]]);
      await assertOrders(storage(), type, orders);
    });
  }

  it('does not let the id of a hidden target stand for a visible one', async () => {
    const parts = new QueryParts('node--article', 'published');
    const linked = parts.where('field_tags.id', 'IS NOT NULL');
    const named = ['red', 'green', 'nobody'].map((name) => parts.where('field_tags.name', '<>', name));
    const unnamed = parts.where('field_tags.name', 'IS NULL');
    const filters = [...named, unnamed].map((condition) => and(linked, condition));
    await assertFilters(storage(), 'node--article', filters);
  });
}
