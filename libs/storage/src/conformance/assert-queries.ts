import assert from 'node:assert/strict';
import { type Entry, type EntryQuery, evaluate, type Filter, type Sort } from '@content-service/entries';
import type { Uuid } from '@content-service/kernel';
import type { Storage } from '../storage.js';
import { EXAMPLE_BY_ID } from './example-content.js';
import { buildQuery } from './queries.js';
import { formatQuery } from './format-query.js';

/** What a store answers to a query. */
interface QueryResult {
  readonly ids: readonly Uuid[];
  readonly more: boolean;
  readonly count: number;
}

const SHOWN = 5;

/**
 * Asks a store many queries about the example, or about other entries it holds, and compares its answers with what the
 * queries mean.
 */
export async function assertQueries(
  storage: Storage,
  queries: readonly EntryQuery[],
  content: ReadonlyMap<Uuid, Entry> = EXAMPLE_BY_ID,
): Promise<void> {
  const differences: string[] = [];
  for (const query of queries) {
    const expected = computeExpected(query, content);
    const actual = await runQuery(storage, query);
    if (formatResult(actual) !== formatResult(expected))
      differences.push(
        `${formatQuery(query)}\n  expected ${formatResult(expected)}\n  got      ${formatResult(actual)}`,
      );
  }
  const summary = `${differences.length} of ${queries.length} queries are answered wrongly.`;
  assert.equal(differences.length, 0, [summary, ...differences.slice(0, SHOWN)].join('\n'));
}

/** Asks for all entries of a type that meet each of the filters. */
export function assertFilters(storage: Storage, type: string, filters: readonly Filter[]): Promise<void> {
  const queries = filters.map((filter) => buildQuery(type, { filter }));
  return assertQueries(storage, queries);
}

/** Asks for all entries of a type in each of the orders. */
export function assertOrders(
  storage: Storage,
  type: string,
  orders: readonly (readonly Sort[])[],
): Promise<void> {
  const queries = orders.map((sort) => buildQuery(type, { sort }));
  return assertQueries(storage, queries);
}

function computeExpected(query: EntryQuery, content: ReadonlyMap<Uuid, Entry>): QueryResult {
  const found = evaluate(query, content.values(), content).map(({ id }) => id);
  const end = query.offset + query.limit;
  return {
    ids: found.slice(query.offset, end),
    more: found.length > end,
    count: found.length,
  };
}

/** An error counts as an answer, a wrong one: so one query that fails does not hide how the others do. */
async function runQuery({ entries }: Storage, query: EntryQuery): Promise<QueryResult | string> {
  try {
    const { ids, more } = await entries.findIds(query);
    return { ids, more, count: await entries.count(query) };
  } catch (error) {
    return String(error);
  }
}

function formatResult(answer: QueryResult | string): string {
  if (typeof answer === 'string') return answer;
  const ids = answer.ids.map((id) => id.slice(0, 8)).join(' ');
  return `[${ids}]${answer.more ? ' and more' : ''}, ${answer.count} in all`;
}
