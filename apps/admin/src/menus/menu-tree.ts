/**
 * The tree of a menu as the list of its links from top to bottom: the links below one follow it at deeper levels, such as
 * `[{ id: 'a', level: 0 }, { id: 'b', level: 1 }]` for `b` below `a`.
 */
export type MenuTree = readonly Place[];

export interface Place {
  /** The id of a link. */
  readonly id: string;
  /** 0 for a link of the first level. */
  readonly level: number;
}

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

/** Where a dragged link is dropped, seen from another one; `inside`: as the first link below it. */
export type DropPosition = 'before' | 'inside' | 'after';

/**
 * The tree of stored links, as the service makes it when the menu is read: by weight, then title; a link below one that does not
 * exist is at the first level; a circle is cut above its lightest link; what is deeper than `LEVELS_MAXIMUM` is at the last level.
 */
export function toTree(links: readonly StoredPlace[]): MenuTree {
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

/** `Map.groupBy`, which Node.js has since version 21. */
function groupBy<T>(items: readonly T[], getKey: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = getKey(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function compareStored(one: StoredPlace, other: StoredPlace): number {
  return one.weight - other.weight || compareTitles(one.title, other.title) || (one.id < other.id ? -1 : 1);
}

/** Compares titles as the service does: without case and accents, by their characters. */
export function compareTitles(one: string, other: string): number {
  const [left, right] = [fold(one), fold(other)];
  return left === right ? 0 : left < right ? -1 : 1;
}

function fold(title: string): string {
  return title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** The id of the link above each link; `''` at the first level. */
export function findParents(tree: MenuTree): ReadonlyMap<string, string> {
  const path: string[] = [];
  return new Map(
    tree.map(({ id, level }) => {
      path.splice(level, path.length, id);
      return [id, path[level - 1] ?? ''];
    }),
  );
}

/** The links below each link in their order, by its id; those of the first level at `''`. */
export function groupByParent(tree: MenuTree): ReadonlyMap<string, readonly string[]> {
  const parents = findParents(tree);
  return groupBy(
    tree.map(({ id }) => id),
    (id) => parents.get(id) ?? '',
  );
}

/** The index behind the link at `index` and those below it. */
function findEnd(tree: MenuTree, index: number): number {
  const level = getLevel(tree, index);
  const next = tree.findIndex((place, at) => at > index && place.level <= level);
  return next === -1 ? tree.length : next;
}

function getLevel(tree: MenuTree, index: number): number {
  return tree[index]?.level ?? -1;
}

/** The index of the nearest link before `index` at the same level, below the same link; -1 for the first one. */
function findPrevious(tree: MenuTree, index: number): number {
  const level = getLevel(tree, index);
  const before = tree.findLastIndex((place, at) => at < index && place.level <= level);
  return getLevel(tree, before) === level ? before : -1;
}

/** The moves of a link by one step; `undefined` for a move that its place does not allow. */
export interface Moves {
  /** Before the link above it at its level. */
  readonly up: MenuTree | undefined;
  /** Behind the next link at its level. */
  readonly down: MenuTree | undefined;
  /** One level up, behind the link that it was below. */
  readonly out: MenuTree | undefined;
  /** One level down, as the last link below the one before it. */
  readonly in: MenuTree | undefined;
}

/** Moves a link with those below it. @throws Error for a link that is not in the tree */
export function findMoves(tree: MenuTree, id: string): Moves {
  const index = getIndex(tree, id);
  const end = findEnd(tree, index);
  const level = getLevel(tree, index);
  const previous = findPrevious(tree, index);
  const hasNext = getLevel(tree, end) === level;
  const parent = tree.findLastIndex((place, at) => at < index && place.level < level);
  return {
    up: previous === -1 ? undefined : place(tree, id, previous, level),
    down: hasNext ? place(tree, id, findEnd(tree, end), level) : undefined,
    out: level === 0 ? undefined : place(tree, id, findEnd(tree, parent), level - 1),
    in: previous === -1 ? undefined : place(tree, id, index, level + 1),
  };
}

/**
 * Moves a link with those below it to where it is dropped.
 *
 * @returns `undefined` where it cannot be dropped: on itself, on a link below it, or where the last level would be exceeded
 */
export function drop(
  tree: MenuTree,
  id: string,
  target: string,
  position: DropPosition,
): MenuTree | undefined {
  const at = getIndex(tree, target);
  const level = getLevel(tree, at);
  if (position === 'before') return place(tree, id, at, level);
  if (position === 'inside') return place(tree, id, at + 1, level + 1);
  return place(tree, id, findEnd(tree, at), level);
}

/** The tree with a link, and those below it, before the one at index `to`. */
function place(tree: MenuTree, id: string, to: number, level: number): MenuTree | undefined {
  const from = getIndex(tree, id);
  const end = findEnd(tree, from);
  if (to > from && to < end) return undefined;
  const by = level - getLevel(tree, from);
  const moved = tree.slice(from, end).map((member) => ({ ...member, level: member.level + by }));
  if (moved.some((member) => member.level >= LEVELS_MAXIMUM)) return undefined;
  const target = to >= end ? to - moved.length : to;
  return tree.toSpliced(from, moved.length).toSpliced(target, 0, ...moved);
}

/** The tree with a new link as the last one below another one, at `''` at the end of the first level. */
export function append(tree: MenuTree, id: string, parent: string): MenuTree {
  const at = tree.findIndex((member) => member.id === parent);
  if (at === -1) return [...tree, { id, level: 0 }];
  const level = Math.min(getLevel(tree, at) + 1, LEVELS_MAXIMUM - 1);
  return tree.toSpliced(findEnd(tree, at), 0, { id, level });
}

/** Whether a link can have links below it. */
export function canHaveLinks({ level }: Place): boolean {
  return level < LEVELS_MAXIMUM - 1;
}

/** The tree without a link; those below it take its place. */
export function remove(tree: MenuTree, id: string): MenuTree {
  const index = getIndex(tree, id);
  const end = findEnd(tree, index);
  return tree.flatMap((member, at) => {
    if (at === index) return [];
    return [at > index && at < end ? { ...member, level: member.level - 1 } : member];
  });
}

function getIndex(tree: MenuTree, id: string): number {
  const index = tree.findIndex((member) => member.id === id);
  if (index === -1) throw new Error(`The menu has no link ${id}.`);
  return index;
}
