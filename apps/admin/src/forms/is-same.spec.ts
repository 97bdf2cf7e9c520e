import { isSame } from './is-same.js';

describe('isSame', () => {
  it.each([
    [null, null],
    ['a', 'a'],
    [
      [1, [2]],
      [1, [2]],
    ],
    [
      { a: 1, b: [{}] },
      { b: [{}], a: 1 },
    ],
  ])('%j and %j are the same', (left, right) => {
    expect(isSame(left, right)).toBe(true);
  });

  it.each([
    [null, {}],
    [null, undefined],
    [1, '1'],
    [[], {}],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: undefined }, { b: 1 }],
  ])('%j and %j differ', (left, right) => {
    expect(isSame(left, right)).toBe(false);
  });
});
