import fc from 'fast-check';
import {
  type Arity,
  type Condition,
  type EntryQuery,
  type Filter,
  OPERATORS,
} from '@content-service/entries';
import type { Storage } from '../storage.js';
import { assertQueries } from './assert-queries.js';
import { EXAMPLE_BY_ID } from './example-content.js';
import { ALL_PATHS } from './example-paths.js';
import { OPERATOR_NAMES, type ValueProbe, createProbe } from './probes.js';
import { buildQuery, QueryParts } from './queries.js';
import { RandomChoices } from './random-choices.js';

const DEPTH = 3;

/** How many values a condition gets, at least and at most. */
const VALUES: Readonly<Record<Arity, readonly [number, number]>> = {
  none: [0, 0],
  one: [1, 1],
  many: [1, 6],
  two: [2, 2],
};

/**
 * Compares a storage that holds the example (`storeExample`) with the reference evaluator on random queries.
 *
 * @throws Error with the smallest query that fast-check found to be answered wrongly, and the seed of the run
 */
export async function compareRandomQueries(storage: Storage, amount: number, seed: number): Promise<void> {
  const probes = new Map<string, ValueProbe>();
  const property = fc.asyncProperty(fc.gen(), async (generate) => {
    const query = new RandomQueryGenerator(new RandomChoices(generate), probes).next();
    await assertQueries(storage, [query], EXAMPLE_BY_ID);
  });
  await fc.assert(property, { numRuns: amount, seed, includeErrorInReport: true });
}

class RandomQueryGenerator {
  constructor(
    private readonly random: RandomChoices,
    private readonly probes: Map<string, ValueProbe>,
  ) {}

  next(): EntryQuery {
    const { random } = this;
    const type = random.chance(0.5) ? 'node--article' : random.pick(Object.keys(ALL_PATHS));
    const parts = new QueryParts(type, random.chance(0.5) ? 'everything' : 'published');
    const paths = this.paths(ALL_PATHS[type] ?? []);
    const sort = random
      .several(paths, 0, 2)
      .map((path) => parts.sort(random.chance(0.5) ? path : `-${path}`));
    return buildQuery(type, {
      filter: random.chance(0.9) ? this.filter(parts, paths, DEPTH) : undefined,
      sort,
      publishedOnly: random.chance(0.5),
      offset: random.chance(0.5) ? 0 : random.below(12),
      limit: 1 + random.below(20),
    });
  }

  /** Few paths, most through the same field, so that conditions often speak of the same values and targets. */
  private paths(all: readonly string[]): string[] {
    const first = this.random.pick(all);
    const kin = all.filter((path) => getPathStem(path) === getPathStem(first));
    return [first, ...this.random.several(kin, 0, 3), ...this.random.several(all, 0, 2)];
  }

  private filter(parts: QueryParts, paths: readonly string[], depth: number): Filter {
    const { random } = this;
    if (random.chance(0.02)) return { kind: 'nothing' };
    if (depth <= 0 || random.chance(0.2)) return this.condition(parts, random.pick(paths));
    // Large groups seldom match anything, so most have two members.
    const size = random.chance(0.6) ? 2 : random.below(5);
    const members = Array.from({ length: size }, () =>
      this.filter(parts, paths, depth - random.pick([1, DEPTH])),
    );
    return { kind: 'group', conjunction: random.chance(0.7) ? 'AND' : 'OR', members };
  }

  private condition(parts: QueryParts, path: string): Condition {
    const operator = this.random.pick(OPERATOR_NAMES);
    const { arity, comparesText } = OPERATORS[operator];
    const { values, pieces } = this.probe(parts.where(path, 'IS NULL'));
    const [least, most] = VALUES[arity];
    return parts.where(path, operator, ...this.random.several(comparesText ? pieces : values, least, most));
  }

  /** Gathering the values of the example takes longer than a query. */
  private probe({ path }: Condition): ValueProbe {
    const key = JSON.stringify(path.end);
    const probe = this.probes.get(key) ?? createProbe(path.end);
    this.probes.set(key, probe);
    return probe;
  }
}

function getPathStem(path: string): string | undefined {
  return path.split('.')[0];
}
