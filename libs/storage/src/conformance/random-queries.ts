import {
  type Arity,
  type Condition,
  type EntryQuery,
  type Filter,
  OPERATORS,
} from '@content-service/entries';
import type { Storage } from '../storage.js';
import { assertAnswers } from './answers.js';
import { EXAMPLE_BY_ID } from './example-content.js';
import { ALL_PATHS } from './example-paths.js';
import { OPERATOR_NAMES, type Probe, probeOf } from './probes.js';
import { query, QueryParts } from './queries.js';
import { SeededRandom } from './seeded-random.js';

const DEPTH = 3;

/** How many values a condition gets, at least and at most. */
const VALUES: Readonly<Record<Arity, readonly [number, number]>> = {
  none: [0, 0],
  one: [1, 1],
  many: [1, 6],
  two: [2, 2],
};

/**
 * Asks a storage that holds the example (`storeExample`) random queries, and compares its answers with what they mean.
 *
 * @throws AssertionError that shows the first wrong answers, and the seed that makes the same queries again
 */
export async function compareRandomQueries(storage: Storage, amount: number, seed: number): Promise<void> {
  const maker = new RandomQueries(new SeededRandom(seed));
  const queries = Array.from({ length: amount }, () => maker.next());
  const hint = `Again with RANDOM_SEED=${seed} RANDOM_QUERIES=${amount}.`;
  await assertAnswers(storage, queries, EXAMPLE_BY_ID, hint);
}

class RandomQueries {
  private readonly probes = new Map<string, Probe>();

  constructor(private readonly random: SeededRandom) {}

  next(): EntryQuery {
    const { random } = this;
    const type = random.chance(0.5) ? 'node--article' : random.pick(Object.keys(ALL_PATHS));
    const parts = new QueryParts(type, random.chance(0.5) ? 'everything' : 'published');
    const paths = this.paths(ALL_PATHS[type] ?? []);
    const sort = random
      .several(paths, 0, 2)
      .map((path) => parts.sort(random.chance(0.5) ? path : `-${path}`));
    return query(type, {
      ...(random.chance(0.9) ? { filter: this.filter(parts, paths, DEPTH) } : {}),
      sort,
      publishedOnly: random.chance(0.5),
      offset: random.chance(0.5) ? 0 : random.below(12),
      limit: 1 + random.below(20),
    });
  }

  /** Few paths, most through the same field, so that conditions often speak of the same values and targets. */
  private paths(all: readonly string[]): string[] {
    const first = this.random.pick(all);
    const kin = all.filter((path) => stemOf(path) === stemOf(first));
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
  private probe({ path }: Condition): Probe {
    const key = JSON.stringify(path.end);
    const probe = this.probes.get(key) ?? probeOf(path.end);
    this.probes.set(key, probe);
    return probe;
  }
}

function stemOf(path: string): string | undefined {
  return path.split('.')[0];
}
