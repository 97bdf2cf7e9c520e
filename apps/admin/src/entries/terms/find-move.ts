import {
  drop,
  type DropPosition,
  findMoves,
  findParents,
  groupByParent,
  type Tree,
} from '../../trees/tree.js';
import type { Direction } from '../../trees/tree-row.js';
import { LAST, type TermMove } from './term-moves.js';
import type { TermRow } from './term-rows.js';
import { FIRST_LEVEL } from './term.js';

/** A move, with the row that the term has after it. */
export interface RowMove {
  readonly move: TermMove;
  readonly from: string;
  readonly to: string;
  /** The row of the term that it is below now; `''` at the first level. */
  readonly above: string;
}

/** A move by one step; `undefined` where it does not lead. */
export function findStep(rows: readonly TermRow[], row: TermRow, direction: Direction): RowMove | undefined {
  const found = toRowMove(rows, row, findMoves(rows, row.id)[direction]);
  return found !== undefined && direction === 'in'
    ? { ...found, move: { ...found.move, after: LAST } }
    : found;
}

/** The move of a term that is dropped on a row; `undefined` for its own place, or below itself. */
export function findDrop(
  rows: readonly TermRow[],
  row: TermRow,
  target: string,
  position: DropPosition,
): RowMove | undefined {
  return toRowMove(rows, row, drop(rows, row.id, target, position));
}

function toRowMove(rows: readonly TermRow[], row: TermRow, tree: Tree | undefined): RowMove | undefined {
  if (tree === undefined) return undefined;
  const terms = new Map(rows.map(({ id, term }) => [id, term]));
  const above = findParents(tree).get(row.id) ?? '';
  const findBefore = (one: Tree): string | undefined => {
    const siblings = groupByParent(one).get(above) ?? [];
    return terms.get(siblings[siblings.indexOf(row.id) - 1] ?? '');
  };
  const to = above === '' ? FIRST_LEVEL : (terms.get(above) ?? FIRST_LEVEL);
  const move = { id: row.term, from: row.parent, to, after: findBefore(tree) };
  const isSamePlace = to === row.parent && findParents(rows).get(row.id) === above;
  if (isSamePlace && findBefore(rows) === move.after) return undefined;
  return { move, from: row.id, to: above === '' ? row.term : `${above}/${row.term}`, above };
}
