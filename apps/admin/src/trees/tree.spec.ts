import { append, drop, type DropPosition, findMoves, findParents, remove, type Tree } from './tree.js';

const LEVELS = 9;

/** A tree from lines such as `a`, `-b` and `--c`, with one sign for each level. */
const parse = (...lines: readonly string[]): Tree =>
  lines.map((line) => ({ id: line.replace(/^-+/, ''), level: line.lastIndexOf('-') + 1 }));

const format = (tree: Tree | undefined): readonly string[] | undefined =>
  tree?.map(({ id, level }) => '-'.repeat(level) + id);

const TREE = parse('a', '-b', '--c', '-d', 'e');

describe('findParents', () => {
  it('names the item above each item', () => {
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
  ])('moves %s with the items below it', (id, expected) => {
    const { up, down, out, in: into } = findMoves(TREE, id, LEVELS);

    expect({ up: format(up), down: format(down), out: format(out), in: format(into) }).toEqual(expected);
  });

  it('does not move an item below the last level', () => {
    const chain = Array.from({ length: LEVELS }, (_, level) => ({ id: `${level}`, level }));
    const tree = [...chain, { id: 'last', level: LEVELS - 1 }, ...parse('x', 'y', '-z')];

    expect(findMoves(tree, 'last', LEVELS).in).toBeUndefined();
    expect(findMoves(tree, 'y', LEVELS).in).not.toBeUndefined();
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
    const chain = Array.from({ length: LEVELS }, (_, level) => ({ id: `${level}`, level }));
    const tree = [...chain, ...parse('x', '-y')];

    expect(drop(tree, 'x', '8', 'after', LEVELS)).toBeUndefined();
    expect(drop(tree, 'x', '7', 'after', LEVELS)).not.toBeUndefined();
  });
});

describe('append and remove', () => {
  it('adds an item behind those below another one, or at the end', () => {
    expect(format(append(TREE, 'n', 'a'))).toEqual(['a', '-b', '--c', '-d', '-n', 'e']);
    expect(format(append(TREE, 'n', ''))).toEqual(['a', '-b', '--c', '-d', 'e', 'n']);
  });

  it('lifts the items below a removed one by a level', () => {
    expect(format(remove(TREE, 'a'))).toEqual(['b', '-c', 'd', 'e']);
  });
});
