import { compareTitles, groupBy, type Place, type Tree } from '../trees/tree.js';

/** Levels that a menu can have. */
export const LEVELS_MAXIMUM = 9;

/** What the service stores of the place of a link. */
export interface StoredPlace {
  readonly id: string;
  readonly title: string;
  /** The id of the link above; of no link for the first level. */
  readonly parent: string | undefined;
  readonly weight: number;
}

/** Whether a link can have links below it. */
export function canHaveLinks({ level }: Place): boolean {
  return level < LEVELS_MAXIMUM - 1;
}

/**
 * The tree of stored links, as the service makes it when the menu is read: by weight, then title; a link below one that does not
 * exist is at the first level; a circle is cut above its lightest link; what is deeper than `LEVELS_MAXIMUM` is at the last level.
 */
export function toTree(links: readonly StoredPlace[]): Tree {
  const sorted = links.toSorted(compareStored);
  const parents = new Map(links.map(({ id, parent }) => [id, parent]));
  const cuts = findCuts(sorted, parents);
  const below = groupBy(sorted, ({ id, parent }) =>
    parent !== undefined && parents.has(parent) && !cuts.has(id) ? parent : '',
  );
  const tree: Place[] = [];
  const visit = ({ id }: StoredPlace, level: number): void => {
    tree.push({ id, level: Math.min(level, LEVELS_MAXIMUM - 1) });
    for (const child of below.get(id) ?? []) visit(child, level + 1);
  };
  for (const root of below.get('') ?? []) visit(root, 0);
  return tree;
}

/** The first link of each circle of links that are below each other. */
function findCuts(
  sorted: readonly StoredPlace[],
  parents: ReadonlyMap<string, string | undefined>,
): ReadonlySet<string> {
  const seen = new Set<string>();
  const cuts = new Set<string>();
  for (const { id } of sorted) {
    if (seen.has(id)) continue;
    const circle = findCircle(id, parents);
    if (circle.size > 0) cuts.add(id);
    for (const member of circle) seen.add(member);
  }
  return cuts;
}

/** A link and the links above it, if those lead back to it; otherwise empty. */
function findCircle(id: string, parents: ReadonlyMap<string, string | undefined>): ReadonlySet<string> {
  const path = new Set([id]);
  let above = parents.get(id);
  while (above !== undefined && !path.has(above)) {
    path.add(above);
    above = parents.get(above);
  }
  return above === id ? path : new Set();
}

function compareStored(one: StoredPlace, other: StoredPlace): number {
  return one.weight - other.weight || compareTitles(one.title, other.title) || (one.id < other.id ? -1 : 1);
}
