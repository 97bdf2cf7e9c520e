import type { Place } from '../../trees/tree.js';
import type { LevelsByParent } from './term-moves.js';
import { FIRST_LEVEL } from './term.js';

/** A row of the tree of terms. */
export type Row = TermRow | RestRow;

export interface TermRow extends Place {
  readonly kind: 'term';
  /** The id of the row: those of the terms above it and its own, such as `1/7/9`. A term can have several rows. */
  readonly id: string;
  readonly term: string;
  /** The id of the term above. */
  readonly parent: string;
  readonly isOpen: boolean;
  /** Whether it can be opened. */
  readonly canOpen: boolean;
  /** Whether the same term is above it, so that it is not shown again with those below it. */
  readonly isCircle: boolean;
}

/** In place of the terms of a level that are not read. */
export interface RestRow {
  /** `pending` and `failed`: the first ones, `more`: further ones. */
  readonly kind: 'more' | 'pending' | 'failed';
  readonly id: string;
  readonly level: number;
  readonly parent: string;
}

/** What the rows depend on besides the levels. */
export interface RowState {
  /** The ids of the rows that are open. */
  readonly open: ReadonlySet<string>;
  /** The ids of terms that have none below them. */
  readonly leaves: ReadonlySet<string>;
  /** The terms whose levels could not be read. */
  readonly failed: ReadonlySet<string>;
}

/** The rows from top to bottom. A term below itself is shown, but not opened, so that a circle of parents has an end. */
export function toRows(levels: LevelsByParent, { open, leaves, failed }: RowState): readonly Row[] {
  const rows: Row[] = [];
  const visit = (parent: string, path: readonly string[]): void => {
    const key = path.join('/');
    const rest = { id: `${key}/…`, level: path.length, parent };
    const level = levels.get(parent);
    if (level === undefined) {
      rows.push({ kind: failed.has(parent) ? 'failed' : 'pending', ...rest });
      return;
    }
    for (const term of level.ids) {
      const id = [...path, term].join('/');
      const isCircle = path.includes(term);
      const below = levels.get(term);
      const isLeaf = below === undefined ? leaves.has(term) : below.count === 0;
      const canOpen = !isCircle && !isLeaf;
      const isOpen = canOpen && open.has(id);
      rows.push({ kind: 'term', id, term, parent, level: path.length, isOpen, canOpen, isCircle });
      if (isOpen) visit(term, [...path, term]);
    }
    if (failed.has(parent)) rows.push({ kind: 'failed', ...rest });
    else if (level.next !== null) rows.push({ kind: 'more', ...rest });
  };
  visit(FIRST_LEVEL, []);
  return rows;
}

/** The rows that stay open when a row gets another place. */
export function moveOpen(open: ReadonlySet<string>, from: string, to: string): ReadonlySet<string> {
  return new Set(
    [...open].map((id) => (id === from || id.startsWith(`${from}/`) ? to + id.slice(from.length) : id)),
  );
}
