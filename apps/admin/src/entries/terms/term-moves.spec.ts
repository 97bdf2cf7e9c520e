import type { Identifier } from '../../jsonapi/document.js';
import {
  findUnread,
  LAST,
  type Level,
  type LevelsByParent,
  makeMoves,
  planMoves,
  type TermMove,
  type TermsById,
} from './term-moves.js';
import { type Row, toRows } from './term-rows.js';
import type { Term } from './term.js';

const term = (id: string, weight: number, ...parents: readonly string[]): Term => ({
  id,
  title: id,
  weight,
  parents,
  isPublished: true,
});

const level = (ids: readonly string[], next: number | null = null): Level => ({
  ids,
  count: next === null ? ids.length : 100,
  next,
});

/** `a` with `b` and `c` below it, `d` with `c` below it, and `e`, of which `c` is below two. */
const TERMS: TermsById = new Map(
  [term('a', 0), term('b', 0, 'a'), term('c', 0, 'a', 'd'), term('d', 0), term('e', 0)].map((one) => [
    one.id,
    one,
  ]),
);
const LEVELS: LevelsByParent = new Map([
  ['', level(['a', 'd', 'e'])],
  ['a', level(['b', 'c'])],
  ['d', level(['c'])],
  ['e', level([])],
]);

const move = (id: string, from: string, to: string, after?: string): TermMove => ({ id, from, to, after });

const list = (levels: LevelsByParent): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries([...levels].map(([id, { ids }]) => [id, ids]));

/** Such as `c below a weighs 1`. */
const format = (...moves: readonly TermMove[]): readonly string[] =>
  planMoves('t', TERMS, LEVELS, moves).operations.map((operation) => {
    if (operation.op === 'remove') throw new Error('No term is removed.');
    const { id, attributes, relationships } = operation.data;
    const linkage = relationships?.['parent']?.data as readonly Identifier[] | undefined;
    const parents = linkage === undefined ? [] : [`below ${linkage.map((one) => one.id).join('+')}`];
    const weights = Object.values(attributes).map((weight) => `weighs ${JSON.stringify(weight)}`);
    return [id, ...parents, ...weights].join(' ');
  });

describe('makeMoves', () => {
  it('takes a term from below one term and puts it below another one', () => {
    const moves = [move('b', 'a', 'e'), move('d', '', 'e', 'b'), move('e', '', '')];

    expect(list(makeMoves(LEVELS, moves).levels)).toEqual({
      '': ['e', 'a'],
      a: ['c'],
      d: ['c'],
      e: ['b', 'd'],
    });
  });

  it('leaves out moves of terms that are not there any more, or are there already, and of levels that are not read', () => {
    const moves = [move('x', '', 'a'), move('b', 'd', 'a'), move('b', 'a', 'unread')];

    expect(makeMoves(LEVELS, moves)).toMatchObject({
      levels: LEVELS,
      made: [moves[1]],
      unmade: [moves[0], moves[2]],
    });
  });

  it('puts a term at the last place, or at the first one before terms that are not read', () => {
    const cut: LevelsByParent = new Map([...LEVELS, ['a', level(['b', 'c'], 2)]]);

    expect(makeMoves(LEVELS, [move('e', '', 'a', LAST)]).levels.get('a')?.ids).toEqual(['b', 'c', 'e']);
    expect(makeMoves(cut, [move('e', '', 'a', LAST)]).levels.get('a')?.ids).toEqual(['e', 'b', 'c']);
  });
});

describe('findUnread', () => {
  const cut: LevelsByParent = new Map([...LEVELS, ['a', level(['b', 'c'], 2)]]);
  const find = (one: TermMove, levels = cut, failed: readonly string[] = []) =>
    findUnread(levels, [one], new Set(failed));

  it.each<[string, TermMove, unknown]>([
    ['nothing where all is read', move('b', 'a', 'd', 'c'), undefined],
    ['the level that a term is put into', move('b', 'a', 'unread'), { parent: 'unread', offset: 0 }],
    ['further terms, until the moved one is found', move('x', 'a', 'd'), { parent: 'a', offset: 2 }],
    ['further terms, until the one before it is found', move('e', '', 'a', 'x'), { parent: 'a', offset: 2 }],
    ['further terms, until the last one is found', move('e', '', 'a', LAST), { parent: 'a', offset: 2 }],
  ])('asks for %s', (_, one, expected) => {
    expect(find(one)).toEqual(expected);
  });

  it('ends at levels that cannot be read, and at 1,000 terms', () => {
    const ids = Array.from({ length: 1000 }, (_, index) => `${index}`);
    const long: LevelsByParent = new Map([...cut, ['a', level(ids, 1000)]]);

    expect(find(move('x', 'a', 'd'), cut, ['a'])).toBeUndefined();
    expect(find(move('x', 'a', 'd'), long)).toBeUndefined();
  });
});

describe('planMoves', () => {
  it.each<[string, readonly TermMove[], readonly string[]]>([
    ['nothing for a move and its return', [move('e', '', ''), move('e', '', '', 'd')], []],
    ['the parent alone where the place follows from the title', [move('e', '', 'a', 'c')], ['e below a']],
    ['parent and weight', [move('e', '', 'a')], ['e below a weighs -1']],
    ['no parent at the first level', [move('b', 'a', '', 'a')], ['b below ']],
    ['one of several parents', [move('c', 'd', 'e')], ['c below a+e']],
    ['one parent less where the term is already', [move('c', 'd', 'a', 'b')], ['c below a']],
    ['the weight of another one than that of a term below several', [move('c', 'a', 'a')], ['b weighs 1']],
    ['a weight alone', [move('e', '', '')], ['e weighs -1']],
  ])('writes %s', (_, moves, expected) => {
    expect(format(...moves)).toEqual(expected);
  });

  /** `x` and `y` below `a` and `d`, with `z` below `a` alone, of which the terms behind `z` are not read. */
  const SHARED: TermsById = new Map(
    [term('x', 0, 'a', 'd'), term('y', 0, 'a', 'd'), term('z', 0, 'a')].map((one) => [one.id, one]),
  );
  const plan = (inA: Level, ...moves: readonly TermMove[]) => {
    const levels = new Map([...[['a', inA] as const], ['d', level(['x', 'y'])]]);
    const { operations, conflicting } = planMoves('t', SHARED, levels, moves);
    const weights = operations.map((operation) => ('data' in operation ? operation.data.attributes : {}));
    return { weights, conflicting: [...conflicting] };
  };

  it('keeps the order below other terms when the weight of a term has to change', () => {
    expect(plan(level(['x', 'y', 'z'], 3), move('z', 'a', 'a', 'x'))).toEqual({
      ...{ weights: [{ weight: -1 }, { weight: -2 }], conflicting: [] },
    });
    expect(plan(level(['x', 'y', 'z'], 3), move('z', 'a', 'a'))).toEqual({
      ...{ weights: [{ weight: -1 }], conflicting: [] },
    });
  });

  it('names terms that would need different weights below different ones', () => {
    const { conflicting } = plan(level(['x', 'y', 'z']), move('y', 'a', 'a'));

    expect(conflicting).toHaveLength(1);
    expect(plan(level(['x', 'y', 'z']), move('y', 'a', 'a'), move('y', 'd', 'd')).conflicting).toEqual([]);
  });
});

describe('toRows', () => {
  const show = (rows: readonly Row[]): readonly string[] =>
    rows.map((row) => `${'-'.repeat(row.level)}${row.kind === 'term' ? row.term : row.kind}`);
  const state = { open: new Set(['a', 'd']), leaves: new Set(['e']), failed: new Set<string>() };

  it('shows a term below each of its parents, and what is not read', () => {
    const levels: LevelsByParent = new Map([
      ['', level(['a', 'd', 'e'], 3)],
      ['a', level(['b', 'c'])],
    ]);

    expect(show(toRows(levels, state))).toEqual(['a', '-b', '-c', 'd', '-pending', 'e', 'more']);
    expect(show(toRows(levels, { ...state, failed: new Set(['d']) }))).toContain('-failed');
  });

  it('ends where a term is below itself', () => {
    const circle: LevelsByParent = new Map([
      ['', level(['a'])],
      ['a', level(['b'])],
      ['b', level(['a'])],
    ]);
    const open = new Set(['a', 'a/b', 'a/b/a', 'a/b/a/b']);

    const rows = toRows(circle, { ...state, open });

    expect(show(rows)).toEqual(['a', '-b', '--a']);
    expect(rows.at(-1)).toMatchObject({ isCircle: true, canOpen: false });
  });
});
