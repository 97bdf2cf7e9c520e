import type { Json } from '@content-service/kernel';
import { findDifferences } from './compare-values.js';

describe('findDifferences', () => {
  it.each<[string, Json, Json]>([
    ['equal texts', 'x', 'x'],
    ['nothing in another form', { a: [], b: '' }, null],
    ['a moment in another time zone', '2024-01-31T12:00:00+11:00', '2024-01-31T01:00:00+00:00'],
    ['seconds as a moment', 1_700_000_000, '2023-11-14T22:13:20+00:00'],
    ['other digits of a number', '2.5', '2.50'],
    ['1 and true', 1, true],
    ['1 as text and true', '1', true],
    ['a text and true', 'true', true],
    ['a value and a list of it', 'x', ['x']],
    ['an object with the only member value', { value: 'x' }, 'x'],
    ['more members than at the source', { uri: 'a:b' }, { uri: 'a:b', title: null, options: [] }],
    ['members in another order', { a: 1, b: [{ c: 2 }] }, { b: [{ c: 2 }], a: 1 }],
    ['an ignored member', { value: 'x', processed: '<p>x</p>' }, { value: 'x' }],
    ['gaps of a list', ['a', null, 'b', ''], ['a', 'b']],
  ])('finds none between %s', (_, source, stored) => {
    expect([...findDifferences(source, stored, new Set(['processed']))]).toEqual([]);
  });

  it.each<[Json, Json, string]>([
    ['x', 'y', 'another value'],
    ['x', null, 'a value, which was left out'],
    [1984, '1984', 'a number, which became text'],
    ['9007199254740993', '9007199254740992', 'another value'],
    [true, false, 'another value'],
    [['a', 'b'], ['a'], 'values of a list, which were left out'],
    [{ value: 'x', timezone: 'UTC' }, { value: 'x' }, "the member 'timezone', which was left out"],
    [{ a: 1, constructor: 'x' }, { a: 1 }, "the member 'constructor', which was left out"],
    [{ uri: 'a:b', title: 'x' }, { uri: 'a:b', title: 'y' }, 'another value'],
    [[{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 3 }], 'another value'],
  ])('finds between %j and %j: %s', (source, stored, difference) => {
    expect([...findDifferences(source, stored)]).toEqual([difference]);
  });
});
