import assert from 'node:assert/strict';
import type { EntryQuery } from '@content-service/entries';
import type { Storage } from '../storage.js';
import { assertAnswers } from './answers.js';
import { EXAMPLE_BY_ID, EXAMPLE_ENTRIES } from './example-content.js';
import { ALL_PATHS } from './example-paths.js';
import { everyCondition } from './probes.js';
import { query, QueryParts } from './queries.js';
import { compareRandomQueries } from './random-queries.js';
import { randomWrite } from './random-writes.js';
import { it } from './runner.js';
import { SeededRandom } from './seeded-random.js';

const WRITES = 150;

/** What a store derives from documents agrees with them, however they were written. */
export function derivedIndex(storage: () => Storage): void {
  it('is right for the example', async () => {
    assert.deepEqual(await storage().verifyIndex(), []);
  });

  it('is made anew from the documents', async () => {
    assert.equal(await storage().rebuildIndex(), EXAMPLE_ENTRIES.length);

    assert.deepEqual(await storage().verifyIndex(), []);
    await compareRandomQueries(storage(), 100, 7);
  });

  it('is right after many writes of all kinds', async () => {
    const random = new SeededRandom(5);
    const content = new Map(EXAMPLE_BY_ID);
    for (let n = 0; n < WRITES; n += 1) await storage().entries.apply([randomWrite(content, random)]);

    assert.deepEqual(await storage().verifyIndex(), []);
    await assertAnswers(storage(), queriesOfAllPaths(random), content);
    assert.equal(await storage().rebuildIndex(), content.size);
    await assertAnswers(storage(), queriesOfAllPaths(random), content);
  });
}

/** All entries of each type, and some conditions on every path; all conditions would take a minute. */
function queriesOfAllPaths(random: SeededRandom): EntryQuery[] {
  return Object.entries(ALL_PATHS).flatMap(([type, paths]) => {
    const parts = new QueryParts(type);
    const filtered = paths.flatMap((path) => {
      const sort = [parts.sort(path)];
      return random.several(everyCondition(parts, path), 2, 2).map((filter) => query(type, { filter, sort }));
    });
    return [query(type), query(type, { publishedOnly: true }), ...filtered];
  });
}
