import {
  append,
  drop,
  type DropPosition,
  findMoves,
  findParents,
  LEVELS_MAXIMUM,
  type MenuTree,
  remove,
  type StoredPlace,
  toTree,
} from './menu-tree.js';

/** A tree from lines such as `a`, `-b` and `--c`, with one sign for each level. */
const parse = (...lines: readonly string[]): MenuTree =>
  lines.map((line) => ({ id: line.replace(/^-+/, ''), level: line.lastIndexOf('-') + 1 }));

const format = (tree: MenuTree | undefined): readonly string[] | undefined =>
  tree?.map(({ id, level }) => '-'.repeat(level) + id);

const link = (id: string, parent: string | undefined, weight: number, title = id): StoredPlace => ({
  id,
  title,
  parent,
  weight,
});

const TREE = parse('a', '-b', '--c', '-d', 'e');

describe('toTree', () => {
  it('sorts links by weight, then title, below the link above them', () => {
    const links = [link('d', 'a', 0), link('b', 'a', -1), link('z', undefined, 1), link('a', undefined, 1)];

    expect(format(toTree(links))).toEqual(['a', '-b', '-d', 'z']);
  });

  it('puts links below an unknown link at the first level', () => {
    expect(format(toTree([link('a', 'gone', 2), link('b', undefined, 1)]))).toEqual(['b', 'a']);
  });

  it('cuts a circle above its lightest link, and has each link once', () => {
    const circle = [link('a', 'c', 3), link('b', 'a', 1), link('c', 'b', 2)];

    expect(format(toTree([...circle, link('self', 'self', 9), link('below', 'c', -9)]))).toEqual([
      ...['b', '-c', '--below', '--a', 'self'],
    ]);
  });

  it('puts links deeper than the last level at the last level', () => {
    const chain = Array.from({ length: 12 }, (_, n) => link(`${n}`, n === 0 ? undefined : `${n - 1}`, 0));

    expect(toTree(chain).map(({ level }) => level)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8]);
  });

  it('is empty without links', () => {
    expect(toTree([])).toEqual([]);
  });
});

describe('findParents', () => {
  it('names the link above each link', () => {
    expect(Object.fromEntries(findParents(TREE))).toEqual({ a: '', b: 'a', c: 'b', d: 'a', e: '' });
  });
});

describe('findMoves', () => {
  it.each([
    ['a', { up: undefined, down: ['e', 'a', '-b', '--c', '-d'], out: undefined, in: undefined }],
    [
      'b',
      { up: undefined, down: ['a', '-d', '-b', '--c', 'e'], out: ['a', '-d', 'b', '-c', 'e'], in: undefined },
    ],
    ['c', { up: undefined, down: undefined, out: ['a', '-b', '-c', '-d', 'e'], in: undefined }],
    [
      'd',
      {
        up: ['a', '-d', '-b', '--c', 'e'],
        down: undefined,
        out: ['a', '-b', '--c', 'd', 'e'],
        in: ['a', '-b', '--c', '--d', 'e'],
      },
    ],
    [
      'e',
      {
        up: ['e', 'a', '-b', '--c', '-d'],
        down: undefined,
        out: undefined,
        in: ['a', '-b', '--c', '-d', '-e'],
      },
    ],
  ])('moves %s with the links below it', (id, expected) => {
    const { up, down, out, in: into } = findMoves(TREE, id);

    expect({ up: format(up), down: format(down), out: format(out), in: format(into) }).toEqual(expected);
  });

  it('does not move a link below the last level', () => {
    const chain = Array.from({ length: LEVELS_MAXIMUM }, (_, level) => ({ id: `${level}`, level }));
    const tree = [...chain, { id: 'last', level: LEVELS_MAXIMUM - 1 }, ...parse('x', 'y', '-z')];

    expect(findMoves(tree, 'last').in).toBeUndefined();
    expect(findMoves(tree, 'y').in).not.toBeUndefined();
  });
});

describe('drop', () => {
  it.each<[string, string, DropPosition, readonly string[] | undefined]>([
    ['e', 'b', 'before', ['a', '-e', '-b', '--c', '-d']],
    ['e', 'a', 'inside', ['a', '-e', '-b', '--c', '-d']],
    ['e', 'c', 'after', ['a', '-b', '--c', '--e', '-d']],
    ['b', 'e', 'after', ['a', '-d', 'e', 'b', '-c']],
    ['a', 'e', 'inside', ['e', '-a', '--b', '---c', '--d']],
    ['d', 'd', 'before', ['a', '-b', '--c', '-d', 'e']],
    ['a', 'c', 'inside', undefined],
    ['a', 'a', 'inside', undefined],
  ])('puts %s where it is dropped on %s: %s', (id, target, position, expected) => {
    expect(format(drop(TREE, id, target, position))).toEqual(expected);
  });

  it('refuses what would be deeper than the last level', () => {
    const chain = Array.from({ length: LEVELS_MAXIMUM }, (_, level) => ({ id: `${level}`, level }));
    const tree = [...chain, ...parse('x', '-y')];

    expect(drop(tree, 'x', '8', 'after')).toBeUndefined();
    expect(drop(tree, 'x', '7', 'after')).not.toBeUndefined();
  });
});

describe('append and remove', () => {
  it('adds a link behind those below another one, or at the end', () => {
    expect(format(append(TREE, 'n', 'a'))).toEqual(['a', '-b', '--c', '-d', '-n', 'e']);
    expect(format(append(TREE, 'n', ''))).toEqual(['a', '-b', '--c', '-d', 'e', 'n']);
  });

  it('lifts the links below a removed one by a level', () => {
    expect(format(remove(TREE, 'a'))).toEqual(['b', '-c', 'd', 'e']);
  });
});
