import type { Json } from '../../jsonapi/document.js';
import { findWeights, type Sibling } from '../../trees/find-weights.js';
import type { TreeOperation } from '../../trees/save-tree.js';
import { FIRST_LEVEL, type Term } from './term.js';

/** What is known of the terms below one, or at the first level. */
export interface Level {
  /** The ids of the terms that were read, in their order. */
  readonly ids: readonly string[];
  /** How many there are. */
  readonly count: number;
  /** Where the part that is not read begins; `null` when all are read. */
  readonly next: number | null;
}

/** Levels by the id of the term above. */
export type LevelsByParent = ReadonlyMap<string, Level>;

export type TermsById = ReadonlyMap<string, Term>;

/** A term that is taken from below one term and put below another, or to another place there. */
export interface TermMove {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** The term before it, or `LAST`; `undefined` for the first place. */
  readonly after: string | undefined;
}

/** The last place of a level; the first one where further terms are not read: no place behind them is known. */
export const LAST = 'last';

/** What moves make of levels. */
export interface MadeMoves {
  readonly levels: LevelsByParent;
  /** The moves that could be made, or were made before. */
  readonly made: readonly TermMove[];
  /** The moves of terms that are not where they were taken from, and of levels that are not read. */
  readonly unmade: readonly TermMove[];
}

/** Makes moves, as far as that is possible. A move without the term before it puts its term at the first place. */
export function makeMoves(levels: LevelsByParent, moves: readonly TermMove[]): MadeMoves {
  const made: TermMove[] = [];
  const unmade: TermMove[] = [];
  let present = levels;
  for (const move of moves) {
    const next = applyMove(present, move);
    const isMade = next !== present || (present.get(move.to)?.ids.includes(move.id) ?? false);
    (isMade ? made : unmade).push(move);
    present = next;
  }
  return { levels: present, made, unmade };
}

function applyMove(levels: LevelsByParent, { id, from, to, after }: TermMove): LevelsByParent {
  const [source, target] = [levels.get(from), levels.get(to)];
  if (source === undefined || target === undefined || !source.ids.includes(id)) return levels;
  const others = target.ids.filter((one) => one !== id);
  const last = target.next === null ? others.at(-1) : undefined;
  const before = after === LAST ? last : after;
  const index = before === undefined ? 0 : others.indexOf(before) + 1;
  const rest = source.ids.filter((one) => one !== id);
  return new Map([
    ...levels,
    [from, withIds(source, rest)],
    [to, withIds(target, others.toSpliced(index, 0, id))],
  ]);
}

/** Terms of a level that are read to make moves. */
const READ_MAXIMUM = 1000;

/**
 * The first part of a level that has to be read before moves can be made as they were meant; `undefined` when it is all read, or
 * too much.
 *
 * @param failed the levels that cannot be read
 */
export function findUnread(
  levels: LevelsByParent,
  moves: readonly TermMove[],
  failed: ReadonlySet<string>,
): { readonly parent: string; readonly offset: number } | undefined {
  let present = levels;
  for (const move of moves) {
    const { id, from, to, after } = move;
    for (const [parent, wanted] of [[from, id] as const, [to, after] as const]) {
      const level = present.get(parent);
      if (failed.has(parent)) continue;
      if (level === undefined) return { parent, offset: 0 };
      const { ids, next } = level;
      const isMissing = wanted !== undefined && next !== null && !ids.includes(wanted);
      if (isMissing && ids.length < READ_MAXIMUM) return { parent, offset: next };
    }
    present = applyMove(present, move);
  }
  return undefined;
}

function withIds(level: Level, ids: readonly string[]): Level {
  return { ...level, ids, count: level.count + ids.length - level.ids.length };
}

/** The parents of terms that moves have given other ones. */
function findNewParents(
  terms: TermsById,
  levels: LevelsByParent,
  moves: readonly TermMove[],
): ReadonlyMap<string, readonly string[]> {
  const parents = new Map<string, readonly string[]>();
  let present = levels;
  for (const move of moves) {
    const { id, from, to } = move;
    const next = applyMove(present, move);
    if (next !== present && from !== to) {
      const old = parents.get(id) ?? terms.get(id)?.parents ?? [];
      const others = old.filter((one) => one !== from && one !== to);
      parents.set(id, to === FIRST_LEVEL ? others : others.toSpliced(old.indexOf(from), 0, to));
    }
    present = next;
  }
  return parents;
}

/** What moves make of levels, and what a save of them sends. */
export interface MovePlan extends MadeMoves {
  /** The new parents of terms that get other ones. */
  readonly parents: ReadonlyMap<string, readonly string[]>;
  /** They make the stored terms those after the moves: new parents, and the weights that have to change. */
  readonly operations: readonly TreeOperation[];
  /** The ids of terms that would need different weights below different terms: those have one weight each. */
  readonly conflicting: ReadonlySet<string>;
}

export function planMoves(
  type: string,
  terms: TermsById,
  levels: LevelsByParent,
  moves: readonly TermMove[],
): MovePlan {
  const parents = new Map(
    [...findNewParents(terms, levels, moves)].filter(
      ([id, ids]) => ids.join(' ') !== terms.get(id)?.parents.join(' '),
    ),
  );
  const moved = makeMoves(levels, moves);
  const { weights, conflicting } = findTermWeights(terms, levels, moved.levels, parents);
  const ids = new Set([...parents.keys(), ...weights.keys()]);
  const operations = [...ids].map((id): TreeOperation => {
    const weight = weights.get(id);
    const above = parents.get(id);
    const attributes: Readonly<Record<string, Json>> = weight === undefined ? {} : { weight };
    if (above === undefined) return { op: 'update', data: { type, id, attributes } };
    const relationships = { parent: { data: above.map((one) => ({ type, id: one })) } };
    return { op: 'update', data: { type, id, attributes, relationships } };
  });
  return { ...moved, parents, operations, conflicting };
}

/**
 * The weights that change. A term below several ones keeps its weight if others can change instead; otherwise the orders of the other
 * levels that it is in are kept with its new weight.
 */
function findTermWeights(
  terms: TermsById,
  before: LevelsByParent,
  after: LevelsByParent,
  parents: ReadonlyMap<string, readonly string[]>,
): { readonly weights: ReadonlyMap<string, number>; readonly conflicting: ReadonlySet<string> } {
  const isShared = (id: string): boolean => (parents.get(id) ?? terms.get(id)?.parents ?? []).length > 1;
  const shared = new Map<string, number>();
  const own = new Map<string, ReadonlyMap<string, number>>();
  const conflicting = new Set<string>();
  const waiting = new Set(
    [...after.keys()].filter((parent) => before.get(parent)?.ids !== after.get(parent)?.ids),
  );
  const toSibling = (id: string): Sibling => ({
    id,
    title: terms.get(id)?.title ?? '',
    weight: shared.get(id) ?? terms.get(id)?.weight,
    isWritten: parents.has(id) || shared.has(id),
    isKept: isShared(id) ? (shared.has(id) ? 'always' : 'preferably') : undefined,
  });
  for (const parent of waiting) {
    waiting.delete(parent);
    const old = before.get(parent);
    const last = old?.next == null ? undefined : old.ids.at(-1);
    const bound = last === undefined ? undefined : { ...toSibling(last), weight: terms.get(last)?.weight };
    const changed = findWeights(after.get(parent)?.ids.map(toSibling) ?? [], bound);
    own.set(parent, new Map([...changed].filter(([id]) => !isShared(id))));
    for (const [id, weight] of changed) {
      if (shared.has(id)) conflicting.add(id);
      if (!isShared(id) || shared.has(id)) continue;
      shared.set(id, weight);
      for (const [other, { ids }] of after) if (other !== parent && ids.includes(id)) waiting.add(other);
    }
  }
  return { weights: new Map([...own.values(), shared].flatMap((weights) => [...weights])), conflicting };
}
