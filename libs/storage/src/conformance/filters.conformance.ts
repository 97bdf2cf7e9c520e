import assert from 'node:assert/strict';
import type { Storage } from '../storage.js';
import { assertFilters } from './answers.js';
import { EXAMPLE_PATHS } from './example-paths.js';
import { everyCondition } from './probes.js';
import { QueryParts } from './queries.js';
import { it } from './runner.js';
import { SPECIMEN_PATHS } from './specimens.js';

/** All operators on all kinds of values, single and multiple, and through all kinds of relationships. */
export function filters(storage: () => Storage): void {
  for (const [name, paths] of SPECIMEN_PATHS)
    it(`compares ${name} by every operator`, async () => {
      await askEveryCondition(storage(), 'node--specimen', paths);
    });

  for (const [type, paths] of Object.entries(EXAMPLE_PATHS))
    it(`compares what belongs to ${type} by every operator`, async () => {
      // The values of all kinds were asked for above: here it is the paths that matter.
      await askEveryCondition(storage(), type, paths, 2);
    });

  it('finds nothing in targets of types that a path does not lead to', async () => {
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

async function askEveryCondition(
  storage: Storage,
  type: string,
  paths: readonly string[],
  most?: number,
): Promise<void> {
  const parts = new QueryParts(type);
  const conditions = paths.flatMap((path) => everyCondition(parts, path, most));
  await assertFilters(storage, type, conditions);
}
