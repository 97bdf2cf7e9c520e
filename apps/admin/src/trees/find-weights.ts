import { foldLetters } from '../forms/machine-name.js';

/** What the place of an item among its siblings depends on: its weight, then its title. */
export interface Sibling {
  readonly id: string;
  readonly title: string;
  /** The stored weight; `undefined` for a new item. */
  readonly weight: number | undefined;
  /** Whether the item is written anyway, so that its weight can change without a further write. */
  readonly isWritten: boolean;
  /** `preferably`: its weight stays when those of others can change instead; `always`: it changes only when no order is possible. */
  readonly isKept?: 'preferably' | 'always' | undefined;
}

/**
 * The weights that must change for items to be in the given order, by id: of as few items as possible. The items between two that
 * keep their weights get weights between those; where there are none left, equal ones that the titles put in order. It takes about
 * as long as sorting the items.
 *
 * @param bound the last of the items in their stored order, if others follow that are not known
 */
export function findWeights(siblings: readonly Sibling[], bound?: Sibling): ReadonlyMap<string, number> {
  const end = siblings.length;
  const turns = countTurns(siblings, bound);
  const places = siblings.map(({ weight }, index) => weight !== undefined && weight - (turns[index] ?? 0));
  const last = bound?.weight === undefined ? Infinity : bound.weight - (turns[end] ?? 0);
  if (isInOrder(places, last)) return new Map();
  const kept = findKept(siblings, places, last);
  const weights = new Map<string, number>();
  let from = -1;
  for (const to of [...kept, end]) {
    const after = to === end ? bound?.weight : siblings[to]?.weight;
    const run = fillRun(turns, from, to, siblings[from]?.weight, after);
    for (const [index, weight] of run.entries()) {
      const sibling = siblings[from + 1 + index];
      if (sibling !== undefined && sibling.weight !== weight) weights.set(sibling.id, weight);
    }
    from = to;
  }
  return weights;
}

/**
 * How often an item up to each one does not come behind the one before it by its title alone, so that it needs a greater weight: an
 * item can keep its weight behind another one that does, whatever is between them, when its weight less its turns is not smaller.
 */
function countTurns(siblings: readonly Sibling[], bound: Sibling | undefined): readonly number[] {
  const items = bound === undefined ? siblings : [...siblings, bound];
  let count = 0;
  let before: readonly [string, string] | undefined;
  return items.map(({ id, title }) => {
    const key = [foldLetters(title), id] as const;
    // The bound may be the last item itself.
    if (before !== undefined && before[1] !== id && !comesFirst(before, key)) count++;
    before = key;
    return count;
  });
}

/** Whether an item comes before another one of the same weight. */
function comesFirst(
  [title, id]: readonly [string, string],
  [other, otherId]: readonly [string, string],
): boolean {
  return title === other ? id < otherId : title < other;
}

function isInOrder(places: readonly (number | false)[], last: number): boolean {
  return places.every((place, index) => {
    const next = index + 1 < places.length ? places[index + 1] : last;
    return place !== false && next !== undefined && next !== false && place <= next;
  });
}

/** The best items to keep among the first ones. */
interface Chain {
  readonly cost: number;
  /** The index of the last of them; -1 without one. */
  readonly at: number;
}

const NONE: Chain = { cost: 0, at: -1 };

/**
 * The indices of the items that keep their weights: the dearest ones whose places do not fall (a longest non-decreasing subsequence
 * with costs, by a Fenwick tree).
 */
function findKept(
  siblings: readonly Sibling[],
  places: readonly (number | false)[],
  last: number,
): readonly number[] {
  const known = [...new Set(places.filter((place) => place !== false && place <= last))] as number[];
  const ranks = new Map(
    known.toSorted((one, other) => one - other).map((place, index) => [place, index + 1]),
  );
  const best = new Array<Chain>(ranks.size + 1).fill(NONE);
  const before = new Map<number, number>();
  for (const [index, sibling] of siblings.entries()) {
    const rank = ranks.get(Number(places[index]));
    if (places[index] === false || rank === undefined) continue;
    const chain = findBest(best, rank);
    before.set(index, chain.at);
    const longer = { cost: chain.cost + getCost(sibling, siblings.length), at: index };
    for (let n = rank; n < best.length; n += n & -n)
      if (longer.cost > (best[n] ?? NONE).cost) best[n] = longer;
  }
  const kept: number[] = [];
  for (let { at } = findBest(best, ranks.size); at >= 0; at = before.get(at) ?? -1) kept.push(at);
  return kept.toReversed();
}

/** The best chain up to a rank; of equal ones that which ends first. */
function findBest(best: readonly Chain[], rank: number): Chain {
  let found = NONE;
  for (let n = rank; n > 0; n -= n & -n) {
    const chain = best[n] ?? NONE;
    if (chain.cost > found.cost || (chain.cost === found.cost && chain.at < found.at)) found = chain;
  }
  return found;
}

/** What it costs to change an item: each kind more than all items of the kinds before it. */
function getCost({ isWritten, isKept }: Sibling, count: number): number {
  if (isKept === 'always') return (count + 1) ** 3;
  if (isKept === 'preferably') return (count + 1) ** 2;
  return isWritten ? 1 : count + 1;
}

/** The weights of the items between two that do not change: different ones, if there are as many. */
function fillRun(
  turns: readonly number[],
  from: number,
  to: number,
  before: number | undefined,
  after: number | undefined,
): readonly number[] {
  const indices = Array.from({ length: to - from - 1 }, (_, index) => index);
  if (before === undefined) {
    const first = after === undefined ? 0 : after - indices.length;
    return indices.map((index) => first + index);
  }
  if (after === undefined || after - before > indices.length)
    return indices.map((index) => before + 1 + index);
  return indices.map((index) => before + (turns[from + 1 + index] ?? 0) - (turns[from] ?? 0));
}
