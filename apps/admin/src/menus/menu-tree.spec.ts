import { type StoredPlace, toTree } from './menu-tree.js';
import type { Tree } from '../trees/tree.js';

const format = (tree: Tree): readonly string[] => tree.map(({ id, level }) => '-'.repeat(level) + id);

const link = (id: string, parent: string | undefined, weight: number, title = id): StoredPlace => ({
  id,
  title,
  parent,
  weight,
});

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
