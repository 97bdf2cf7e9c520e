import { compareTitles } from './tree.js';

/** What the place of an item among its siblings depends on: its weight, then its title. */
export interface Sibling {
  readonly id: string;
  readonly title: string;
  /** The stored weight; `undefined` for a new item. */
  readonly weight: number | undefined;
  /** Whether the item is written anyway, so that its weight can change without a further write. */
  readonly isWritten: boolean;
}

/** The place of an item by its weight and title. */
interface Place extends Pick<Sibling, 'id' | 'title'> {
  readonly weight: number;
}

/**
 * The weights that must change for items to be in the given order, by id: of as few items as possible. The items between two that
 * keep their weights get weights between those; where there are none left, equal ones that the titles put in order.
 *
 * @param bound the last of the items in their stored order, if others follow that are not known
 */
export function findWeights(siblings: readonly Sibling[], bound?: Sibling): ReadonlyMap<string, number> {
  const kept = new Set(findKept(siblings, bound));
  const weights = new Map<string, number>();
  let before: Place | undefined;
  let run: Sibling[] = [];
  const fill = (after: Place | undefined): void => {
    for (const [index, weight] of fillRun(run, before, after).entries())
      weights.set(run[index]?.id ?? '', weight);
    run = [];
  };
  for (const [index, sibling] of siblings.entries()) {
    if (kept.has(index) && hasWeight(sibling)) {
      fill(sibling);
      before = sibling;
    } else run.push(sibling);
  }
  fill(bound !== undefined && hasWeight(bound) ? bound : undefined);
  const stored = new Map(siblings.map(({ id, weight }) => [id, weight]));
  return new Map([...weights].filter(([id, weight]) => stored.get(id) !== weight));
}

function hasWeight<Item extends Pick<Sibling, 'weight'>>(item: Item): item is Item & { weight: number } {
  return item.weight !== undefined;
}

/** The way to an item that keeps its weight. */
interface Step {
  readonly cost: number;
  /** The index of the item before it that keeps its weight; -1 without one. */
  readonly from: number;
}

/** The indices of the items that keep their weights: the cheapest way from the first place to the last one. */
function findKept(siblings: readonly Sibling[], bound: Sibling | undefined): readonly number[] {
  const end = siblings.length;
  const costs = siblings.map(({ isWritten }) => (isWritten ? 1 : end + 1));
  const steps = new Map<number, Step>();
  for (let from = -1; from < end; from++) {
    const start = from === -1 ? { cost: 0 } : steps.get(from);
    if (start === undefined) continue;
    let { cost } = start;
    // The least place that the item before `to` can have when all behind `from` change.
    let least = toPlace(siblings[from]);
    for (let to = from + 1; to <= end; to++) {
      const next = to === end ? bound : siblings[to];
      const canStay = to === end && bound === undefined ? true : canFollow(least, toPlace(next));
      if (canStay && cost < (steps.get(to)?.cost ?? Infinity)) steps.set(to, { cost, from });
      if (to === end || next === undefined) break;
      cost += costs[to] ?? 0;
      least = least && toLeast(next, least);
    }
  }
  const kept: number[] = [];
  for (let at = steps.get(end)?.from ?? -1; at >= 0; at = steps.get(at)?.from ?? -1) kept.push(at);
  return kept;
}

function toPlace(sibling: Sibling | undefined): Place | undefined {
  return sibling !== undefined && hasWeight(sibling) ? sibling : undefined;
}

/** Whether an item can keep its place behind another one, or as the first one. */
function canFollow(before: Place | undefined, place: Place | undefined): boolean {
  if (place === undefined || before === undefined) return place !== undefined;
  if (before.weight !== place.weight) return before.weight < place.weight;
  return before.id === place.id || comesFirst(before, place);
}

/** Whether an item comes before another one of the same weight. */
function comesFirst(one: Omit<Place, 'weight'>, other: Omit<Place, 'weight'>): boolean {
  return (compareTitles(one.title, other.title) || (one.id < other.id ? -1 : 1)) < 0;
}

/** The least place of an item behind another one. */
function toLeast({ id, title }: Sibling, before: Place): Place {
  const weight = comesFirst(before, { id, title }) ? before.weight : before.weight + 1;
  return { id, title, weight };
}

/** The weights of items that change, between two that do not: different ones, if there are as many. */
function fillRun(
  run: readonly Sibling[],
  before: Place | undefined,
  after: Place | undefined,
): readonly number[] {
  if (before === undefined) {
    if (after === undefined) return run.map((_, index) => index);
    return run.map((_, index) => after.weight - run.length + index);
  }
  if (after === undefined || after.weight - before.weight > run.length)
    return run.map((_, index) => before.weight + 1 + index);
  let least = before;
  return run.map((sibling) => (least = toLeast(sibling, least)).weight);
}
