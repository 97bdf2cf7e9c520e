import assert from 'node:assert/strict';
import {
  type Departure,
  type EntryQuery,
  evaluate,
  type Place,
  type SeekQuery,
} from '@content-service/entries';
import type { Uuid } from '@content-service/kernel';
import type { Storage } from '../storage.js';
import { EXAMPLE_BY_ID } from './example-content.js';
import { showQuery } from './show-query.js';

const STEP = 3;
const SHOWN = 5;

/**
 * Walks through what queries find about the example, from place to place, there and back, and compares the way with
 * the order that the queries mean.
 */
export async function assertWalks(storage: Storage, queries: readonly EntryQuery[]): Promise<void> {
  const differences: string[] = [];
  for (const query of queries) {
    const expected = evaluate(query, EXAMPLE_BY_ID.values(), EXAMPLE_BY_ID).map(({ id }) => id);
    const [there, back] = await thereAndBack(storage, query).catch((error: unknown) => [String(error), '']);
    if (there === show(expected) && back === show(expected.slice(0, -1))) continue;
    differences.push(
      `${showQuery(query)}\n  expected ${show(expected)}\n  there    ${there}\n  back     ${back}`,
    );
  }
  const summary = `${differences.length} of ${queries.length} walks go wrong.`;
  assert.equal(differences.length, 0, [summary, ...differences.slice(0, SHOWN)].join('\n'));
}

async function thereAndBack(storage: Storage, query: EntryQuery): Promise<[there: string, back: string]> {
  const there = await walk(storage, query, 'after');
  const last = there.at(-1);
  const back = last === undefined ? [] : await walk(storage, query, 'before', last);
  return [show(idsOf(there)), show(idsOf(back))];
}

/** All places from the first, or from the given one, in the order of the query. */
export async function walk(
  storage: Storage,
  query: Omit<SeekQuery, 'limit' | 'from'>,
  direction: Departure['direction'],
  start?: Place,
): Promise<readonly Place[]> {
  let way: readonly Place[] = [];
  let from = start;
  for (;;) {
    const departure = from === undefined ? {} : { from: { direction, place: from } };
    const { places, more } = await storage.entries.seek({ ...query, limit: STEP, ...departure });
    way = direction === 'after' ? [...way, ...places] : [...places, ...way];
    from = direction === 'after' ? places.at(-1) : places[0];
    if (!more) return way;
    if (places.length < STEP) throw new Error('More is said to follow, but the step is not full.');
  }
}

function idsOf(places: readonly Place[]): readonly Uuid[] {
  return places.map(({ id }) => id);
}

function show(ids: readonly Uuid[]): string {
  return ids.map((id) => id.slice(0, 8)).join(' ');
}
