import { foldLetters } from '../forms/machine-name.js';

/**
 * A tree as the list of its items from top to bottom: those below one follow it at deeper levels, such as
 * `[{ id: 'a', level: 0 }, { id: 'b', level: 1 }]` for `b` below `a`.
 */
export type Tree = readonly Place[];

export interface Place {
  /** The id of an item. */
  readonly id: string;
  /** 0 for an item of the first level. */
  readonly level: number;
}

/** Where a dragged item is dropped, seen from another one; `inside`: as the first one below it. */
export type DropPosition = 'before' | 'inside' | 'after';

/** `Map.groupBy`, which Node.js has since version 21. */
export function groupBy<T>(
  items: readonly T[],
  getKey: (item: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = getKey(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Compares titles as the service does: without case and accents, by their characters. */
export function compareTitles(one: string, other: string): number {
  const [left, right] = [foldLetters(one), foldLetters(other)];
  return left === right ? 0 : left < right ? -1 : 1;
}

/** The id of the item above each item; `''` at the first level. */
export function findParents(tree: Tree): ReadonlyMap<string, string> {
  const path: string[] = [];
  return new Map(
    tree.map(({ id, level }) => {
      path.splice(level, path.length, id);
      return [id, path[level - 1] ?? ''];
    }),
  );
}

/** The items below each item in their order, by its id; those of the first level at `''`. */
export function groupByParent(tree: Tree): ReadonlyMap<string, readonly string[]> {
  const parents = findParents(tree);
  return groupBy(
    tree.map(({ id }) => id),
    (id) => parents.get(id) ?? '',
  );
}

/** The index behind the item at `index` and those below it. */
function findEnd(tree: Tree, index: number): number {
  const level = getLevel(tree, index);
  const next = tree.findIndex((place, at) => at > index && place.level <= level);
  return next === -1 ? tree.length : next;
}

function getLevel(tree: Tree, index: number): number {
  return tree[index]?.level ?? -1;
}

/** The index of the nearest item before `index` at the same level, below the same item; -1 for the first one. */
function findPrevious(tree: Tree, index: number): number {
  const level = getLevel(tree, index);
  const before = tree.findLastIndex((place, at) => at < index && place.level <= level);
  return getLevel(tree, before) === level ? before : -1;
}

/** The moves of an item by one step; `undefined` for a move that its place does not allow. */
export interface Moves {
  /** Before the item above it at its level. */
  readonly up: Tree | undefined;
  /** Behind the next item at its level. */
  readonly down: Tree | undefined;
  /** One level up, behind the item that it was below. */
  readonly out: Tree | undefined;
  /** One level down, as the last one below the one before it. */
  readonly in: Tree | undefined;
}

/**
 * Moves an item with those below it.
 *
 * @param levels how many the tree can have
 * @throws Error for an item that is not in the tree
 */
export function findMoves(tree: Tree, id: string, levels = Infinity): Moves {
  const index = getIndex(tree, id);
  const end = findEnd(tree, index);
  const level = getLevel(tree, index);
  const previous = findPrevious(tree, index);
  const hasNext = getLevel(tree, end) === level;
  const parent = tree.findLastIndex((place, at) => at < index && place.level < level);
  return {
    up: previous === -1 ? undefined : place(tree, id, previous, level, levels),
    down: hasNext ? place(tree, id, findEnd(tree, end), level, levels) : undefined,
    out: level === 0 ? undefined : place(tree, id, findEnd(tree, parent), level - 1, levels),
    in: previous === -1 ? undefined : place(tree, id, index, level + 1, levels),
  };
}

/**
 * Moves an item with those below it to where it is dropped.
 *
 * @param levels how many the tree can have
 * @returns `undefined` where it cannot be dropped: on itself, on an item below it, or where the last level would be exceeded
 */
export function drop(
  tree: Tree,
  id: string,
  target: string,
  position: DropPosition,
  levels = Infinity,
): Tree | undefined {
  const at = getIndex(tree, target);
  const level = getLevel(tree, at);
  if (position === 'before') return place(tree, id, at, level, levels);
  if (position === 'inside') return place(tree, id, at + 1, level + 1, levels);
  return place(tree, id, findEnd(tree, at), level, levels);
}

/** The tree with an item, and those below it, before the one at index `to`. */
function place(tree: Tree, id: string, to: number, level: number, levels: number): Tree | undefined {
  const from = getIndex(tree, id);
  const end = findEnd(tree, from);
  if (to > from && to < end) return undefined;
  const by = level - getLevel(tree, from);
  const moved = tree.slice(from, end).map((member) => ({ ...member, level: member.level + by }));
  if (moved.some((member) => member.level >= levels)) return undefined;
  const target = to >= end ? to - moved.length : to;
  return tree.toSpliced(from, moved.length).toSpliced(target, 0, ...moved);
}

/** The tree with a new item as the last one below another one, at `''` at the end of the first level. @param levels as for `drop` */
export function append(tree: Tree, id: string, parent: string, levels = Infinity): Tree {
  const at = tree.findIndex((member) => member.id === parent);
  if (at === -1) return [...tree, { id, level: 0 }];
  const level = Math.min(getLevel(tree, at) + 1, levels - 1);
  return tree.toSpliced(findEnd(tree, at), 0, { id, level });
}

/** The tree without an item; those below it take its place. */
export function remove(tree: Tree, id: string): Tree {
  const index = getIndex(tree, id);
  const end = findEnd(tree, index);
  return tree.flatMap((member, at) => {
    if (at === index) return [];
    return [at > index && at < end ? { ...member, level: member.level - 1 } : member];
  });
}

function getIndex(tree: Tree, id: string): number {
  const index = tree.findIndex((member) => member.id === id);
  if (index === -1) throw new Error(`The tree has no item ${id}.`);
  return index;
}
