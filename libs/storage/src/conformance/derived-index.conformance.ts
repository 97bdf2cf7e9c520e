import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { EntryQuery } from '@content-service/entries';
import type { Storage } from '../storage.js';
import { assertQueries } from './assert-queries.js';
import { EXAMPLE_BY_ID, EXAMPLE_ENTRIES } from './example-content.js';
import { ALL_PATHS } from './example-paths.js';
import { generateConditions } from './probes.js';
import { buildQuery, QueryParts } from './queries.js';
import { compareRandomQueries } from './random-queries.js';
import { generateRandomWrite } from './random-writes.js';
import { it } from './runner.js';
import { RandomChoices } from './random-choices.js';

const WRITES = 150;

/** What a store derives from documents agrees with them, however they were written. */
export function derivedIndex(storage: () => Storage): void {
  it('agrees with the documents of the example', async () => {
    assert.deepEqual((await storage().verifyIndex()).drifts, []);
  });

  it('agrees with the documents after rebuildIndex()', async () => {
    assert.equal(await storage().rebuildIndex(), EXAMPLE_ENTRIES.length);

    assert.deepEqual((await storage().verifyIndex()).drifts, []);
    await compareRandomQueries(storage(), 100, 7);
  });

  it('agrees with the documents after many writes of all kinds', async () => {
    const property = fc.asyncProperty(fc.gen(), async (generate) => {
      const random = new RandomChoices(generate);
      const content = new Map(EXAMPLE_BY_ID);
      for (let n = 0; n < WRITES; n += 1)
        await storage().entries.apply([generateRandomWrite(content, random)]);

      assert.deepEqual((await storage().verifyIndex()).drifts, []);
      await assertQueries(storage(), queriesOfAllPaths(random), content);
      assert.equal(await storage().rebuildIndex(), content.size);
      await assertQueries(storage(), queriesOfAllPaths(random), content);
    });
    // The storage keeps the writes of a run, so a failed run cannot be shrunk.
    await fc.assert(property, { numRuns: 1, seed: 5, endOnFailure: true, includeErrorInReport: true });
  });
}

/** All entries of each type, and some conditions on every path; all conditions would take a minute. */
function queriesOfAllPaths(random: RandomChoices): EntryQuery[] {
  return Object.entries(ALL_PATHS).flatMap(([type, paths]) => {
    const parts = new QueryParts(type);
    const filtered = paths.flatMap((path) => {
      const sort = [parts.sort(path)];
      return random
        .several(generateConditions(parts, path), 2, 2)
        .map((filter) => buildQuery(type, { filter, sort }));
    });
    return [buildQuery(type), buildQuery(type, { publishedOnly: true }), ...filtered];
  });
}
