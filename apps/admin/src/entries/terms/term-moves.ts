import type { Json } from '../../jsonapi/document.js';
import { findWeights } from '../../trees/find-weights.js';
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
export type Levels = ReadonlyMap<string, Level>;

export type Terms = ReadonlyMap<string, Term>;

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

/**
 * The levels after moves. A move of a term that is not where it was taken from any more is left out; without the term before it,
 * it is the first one.
 */
export function applyMoves(levels: Levels, moves: readonly TermMove[]): Levels {
  return moves.reduce(applyMove, levels);
}

function applyMove(levels: Levels, { id, from, to, after }: TermMove): Levels {
  const [source, target] = [levels.get(from), levels.get(to)];
  if (source === undefined || target === undefined || !source.ids.includes(id)) return levels;
  const others = target.ids.filter((one) => one !== id);
  const last = target.next === null ? others.at(-1) : undefined;
  const before = after === LAST ? last : after;
  const index = before === undefined ? 0 : others.indexOf(before) + 1;
  return new Map([
    ...levels,
    [
      from,
      withIds(
        source,
        source.ids.filter((one) => one !== id),
      ),
    ],
    [to, withIds(target, others.toSpliced(index, 0, id))],
  ]);
}

function withIds(level: Level, ids: readonly string[]): Level {
  return { ...level, ids, count: level.count + ids.length - level.ids.length };
}

/** The parents of terms that moves have given other ones. */
export function findNewParents(
  terms: Terms,
  levels: Levels,
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

/** The operations that make the stored terms those after moves: new parents, and the weights that have to change. */
export function toOperations(
  type: string,
  terms: Terms,
  levels: Levels,
  moves: readonly TermMove[],
): readonly TreeOperation[] {
  const moved = applyMoves(levels, moves);
  const parents = new Map(
    [...findNewParents(terms, levels, moves)].filter(
      ([id, ids]) => ids.join(' ') !== terms.get(id)?.parents.join(' '),
    ),
  );
  const weights = new Map(
    [...moved].flatMap(([parent, level]) => {
      const before = levels.get(parent);
      return before === undefined || before.ids === level.ids
        ? []
        : [...findLevelWeights(terms, before, level, parents)];
    }),
  );
  const ids = new Set([...parents.keys(), ...weights.keys()]);
  return [...ids].map((id): TreeOperation => {
    const weight = weights.get(id);
    const above = parents.get(id);
    const attributes: Readonly<Record<string, Json>> = weight === undefined ? {} : { weight };
    if (above === undefined) return { op: 'update', data: { type, id, attributes } };
    const relationships = { parent: { data: above.map((one) => ({ type, id: one })) } };
    return { op: 'update', data: { type, id, attributes, relationships } };
  });
}

/** The weights that change in a level. */
function findLevelWeights(
  terms: Terms,
  before: Level,
  after: Level,
  parents: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, number> {
  const toSibling = (id: string) => ({
    id,
    title: terms.get(id)?.title ?? '',
    weight: terms.get(id)?.weight,
    isWritten: parents.has(id),
  });
  const last = before.next === null ? undefined : before.ids.at(-1);
  return findWeights(after.ids.map(toSibling), last === undefined ? undefined : toSibling(last));
}
