import type { Storage } from '../storage.js';
import { compareRandomQueries } from './random-queries.js';
import { it } from './runner.js';

/** The same queries in every run, unless RANDOM_SEED or RANDOM_QUERIES is set. */
const amount = Number(process.env['RANDOM_QUERIES'] ?? 2000);
const seed = Number(process.env['RANDOM_SEED'] ?? 20);

export function randomQueries(storage: () => Storage): void {
  it(`answers ${amount} random queries as they mean it (seed ${seed})`, async () => {
    await compareRandomQueries(storage(), amount, seed);
  });
}
