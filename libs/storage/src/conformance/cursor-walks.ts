import assert from 'node:assert/strict';
import {
  type KeysetBound,
  type EntryQuery,
  evaluate,
  type KeysetPosition,
  type KeysetQuery,
} from '@content-service/entries';
import type { Uuid } from '@content-service/kernel';
import type { Storage } from '../storage.js';
import { EXAMPLE_BY_ID } from './example-content.js';
import { formatQuery } from './format-query.js';

const STEP = 3;
const SHOWN = 5;

/**
 * Reads the pages of queries about the example forwards and backwards, and compares their order with that of the reference
 * evaluator.
 */
export async function assertCursorWalks(storage: Storage, queries: readonly EntryQuery[]): Promise<void> {
  const differences: string[] = [];
  for (const query of queries) {
    const expected = evaluate(query, EXAMPLE_BY_ID.values(), EXAMPLE_BY_ID).map(({ id }) => id);
    const [there, back] = await walkBothDirections(storage, query).catch((error: unknown) => [
      String(error),
      '',
    ]);
    if (there === formatIds(expected) && back === formatIds(expected.slice(0, -1))) continue;
    differences.push(
      `${formatQuery(query)}\n  expected ${formatIds(expected)}\n  there    ${there}\n  back     ${back}`,
    );
  }
  const summary = `${differences.length} of ${queries.length} walks return another order.`;
  assert.equal(differences.length, 0, [summary, ...differences.slice(0, SHOWN)].join('\n'));
}

async function walkBothDirections(
  storage: Storage,
  query: EntryQuery,
): Promise<[there: string, back: string]> {
  const there = await walkPages(storage, query, 'after');
  const last = there.at(-1);
  const back = last === undefined ? [] : await walkPages(storage, query, 'before', last);
  return [formatIds(getIds(there)), formatIds(getIds(back))];
}

/** All positions from the first, or from the given one, in the order of the query. */
export async function walkPages(
  storage: Storage,
  query: Omit<KeysetQuery, 'limit' | 'bound'>,
  direction: KeysetBound['direction'],
  start?: KeysetPosition,
): Promise<readonly KeysetPosition[]> {
  let way: readonly KeysetPosition[] = [];
  let from = start;
  for (;;) {
    const departure: KeysetBound | undefined = from && { direction, position: from };
    const { positions, more } = await storage.entries.findPositions({
      ...query,
      limit: STEP,
      bound: departure,
    });
    way = direction === 'after' ? [...way, ...positions] : [...positions, ...way];
    from = direction === 'after' ? positions.at(-1) : positions[0];
    if (!more) return way;
    if (positions.length < STEP) throw new Error('A page with `more` has fewer positions than its limit.');
  }
}

function getIds(positions: readonly KeysetPosition[]): readonly Uuid[] {
  return positions.map(({ id }) => id);
}

function formatIds(ids: readonly Uuid[]): string {
  return ids.map((id) => id.slice(0, 8)).join(' ');
}
