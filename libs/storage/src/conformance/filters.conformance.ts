import assert from 'node:assert/strict';
import type { Storage } from '../storage.js';
import { assertFilters } from './assert-queries.js';
import { EXAMPLE_PATHS } from './example-paths.js';
import { generateConditions } from './probes.js';
import { QueryParts } from './queries.js';
import { it } from './runner.js';
import { SAMPLE_PATHS } from './field-samples.js';

/** All operators on all kinds of values, single and multiple, and through all kinds of relationships. */
export function filters(storage: () => Storage): void {
  for (const [name, paths] of SAMPLE_PATHS)
    it(`compares ${name} by every operator`, async () => {
      await assertEveryCondition(storage(), 'node--specimen', paths);
    });

  for (const [type, paths] of Object.entries(EXAMPLE_PATHS))
    it(`compares what belongs to ${type} by every operator`, async () => {
      // All kinds of values were tested above: this tests the paths.
      await assertEveryCondition(storage(), type, paths, 2);
    });

  it('matches nothing in targets of types outside the path', async () => {
    const { path } = new QueryParts('node--article').where('field_related.title', '=', 'first');
    assert.ok(path.end.kind === 'property');
    const types = ['node--page'];
    const narrow = {
      text: `${path.text} of pages`,
      steps: path.steps.map((step) => ({ ...step, targetTypes: types })),
      end: { ...path.end, types },
    };
    const operators = ['=', '<>', 'STARTS_WITH'] as const;
    const filters = operators.map(
      (operator) => ({ kind: 'condition', path: narrow, operator, values: ['first'] }) as const,
    );
    await assertFilters(storage(), 'node--article', filters);
  });
}

async function assertEveryCondition(
  storage: Storage,
  type: string,
  paths: readonly string[],
  most?: number,
): Promise<void> {
  const parts = new QueryParts(type);
  const conditions = paths.flatMap((path) => generateConditions(parts, path, most));
  await assertFilters(storage, type, conditions);
}
