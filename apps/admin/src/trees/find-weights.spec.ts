import { findWeights, type Sibling } from './find-weights.js';

/** Siblings from words such as `b5`: the title and the stored weight, `new` for none; with `!` if they are written anyway. */
const parse = (words: string): readonly Sibling[] =>
  words
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const [, title = '', weight = '', mark] = /^([a-z]+?)(-?\d+|)(!?)$/.exec(word) ?? [];
      return {
        id: title,
        title,
        weight: weight === '' ? undefined : Number(weight),
        isWritten: mark === '!' || weight === '',
      };
    });

const find = (words: string, bound?: string): Readonly<Record<string, number>> =>
  Object.fromEntries(findWeights(parse(words), bound === undefined ? undefined : parse(bound)[0]));

/** The fewest items whose weights change: by trying which ones keep theirs. */
function countLeast(siblings: readonly Sibling[]): number {
  const choices = Array.from({ length: 2 ** siblings.length }, (_, bits) =>
    siblings.map((__, index) => (bits >> index) % 2 === 1),
  );
  const counts = choices
    .filter((choice) => {
      let least: readonly [number, string] = [-Infinity, ''];
      return siblings.every(({ weight = 0, title }, index) => {
        const next = least[1] < title ? least[0] : least[0] + 1;
        const place = choice[index] === true ? weight : next;
        least = [place, title];
        return place >= next;
      });
    })
    .map((choice) => choice.filter((isKept) => !isKept).length);
  return Math.min(...counts);
}

describe('findWeights', () => {
  it.each<[string, string, Readonly<Record<string, number>>]>([
    ['nothing', '', {}],
    ['items that are in order', 'a0 b0 c3', {}],
    ['an item before all others', 'd0 a0 b0 c0', { d: -1 }],
    ['an item behind all others', 'b0 c0 a0', { a: 1 }],
    ['an item between weights that leave room', 'a0 z9 b5 c6', { z: 1 }],
    ['an item between equal weights that its title suits', 'a0 b9 c0 d0', { b: 0 }],
    ['an item that is written anyway rather than two others', 'a0 z7! b0 c0', { z: -1, a: -2 }],
    ['new items behind others', 'a5 x y', { x: 6, y: 7 }],
    ['new items alone', 'x y', { x: 0, y: 1 }],
    ['an order that is turned round', 'c0 b0 a0', { b: 1, a: 2 }],
  ])('changes as few as possible: %s', (_, words, expected) => {
    expect(find(words)).toEqual(expected);
  });

  it('keeps items before those that are not known', () => {
    expect(find('a0 c0 b0', 'c0')).toEqual({ a: -2, c: -1 });
    expect(find('a0 x3! c0', 'c0')).toEqual({ x: -1, a: -2 });
    expect(find('a0 c0', 'c0')).toEqual({});
  });

  it('changes others rather than an item that is kept, if that is possible', () => {
    const keep = (words: string, id: string, isKept: Sibling['isKept']): readonly Sibling[] =>
      parse(words).map((sibling) => (sibling.id === id ? { ...sibling, isKept } : sibling));
    const bound = parse('d0')[0];

    expect(Object.fromEntries(findWeights(keep('d0! a0 b0', 'd', 'preferably')))).toEqual({ a: 1, b: 2 });
    expect(Object.fromEntries(findWeights(keep('d0! a0 b0', 'd', 'preferably'), bound))).toEqual({ d: -1 });
    expect(Object.fromEntries(findWeights(keep('b0 a0', 'a', 'always')))).toEqual({ b: -1 });
  });

  it('reads each title once or twice, and in vain where the order holds, among 1,000 items', () => {
    let reads = 0;
    const siblings = Array.from({ length: 1000 }, (_, index): Sibling => {
      const id = `${index + 1000}`;
      return {
        ...{ id, weight: 0, isWritten: false },
        get title() {
          reads++;
          return id;
        },
      };
    });
    const [first, ...others] = siblings;
    const moved = first === undefined ? [] : others.toSpliced(500, 0, first);

    expect(findWeights(siblings).size).toBe(0);
    expect(reads).toBe(1000);
    // As many are before it as behind it: none of them can change alone.
    expect(findWeights(moved).size).toBe(500);
    expect(reads).toBe(2000);
  });

  it('changes as few of random orders as trying all choices does', () => {
    let seed = 11;
    const random = (below: number): number => (seed = (seed * 16_807) % 2_147_483_647) % below;
    for (let round = 0; round < 100; round++) {
      const siblings = Array.from({ length: 1 + random(6) }, (_, index): Sibling => {
        const id = String.fromCodePoint(97 + random(26)) + index;
        return { id, title: id, weight: random(3), isWritten: false };
      });

      expect(findWeights(siblings).size).toBe(countLeast(siblings));
    }
  });

  it('puts random orders in order, and keeps what it does not name', () => {
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 16_807) % 2_147_483_647) % below;
    for (let round = 0; round < 300; round++) {
      const siblings = Array.from({ length: 1 + random(7) }, (_, index): Sibling => {
        const title = String.fromCodePoint(97 + random(26)) + index;
        return { id: title, title, weight: random(4), isWritten: random(3) === 0 };
      });
      const weights = findWeights(siblings);
      const sorted = siblings
        .map(({ title, weight = 0 }) => ({ title, weight: weights.get(title) ?? weight }))
        .toSorted((one, other) => one.weight - other.weight || (one.title < other.title ? -1 : 1));

      expect(sorted.map(({ title }) => title)).toEqual(siblings.map(({ title }) => title));
    }
  });
});
