import { defineProperty, type Property } from '@content-service/bundles';
import type { Json } from '@content-service/kernel';
import { Entry } from '../entry.js';
import type { IndexValue } from './entry-query.js';
import { toIndexValues } from './index-value.js';

function getIndexValues(
  stored: Json,
  compared: Property,
  multiple = false,
): (readonly [number, IndexValue, string])[] {
  const times = { created: 0, changed: 0, position: 0 };
  const head = { id: 'id', type: 'node--article', published: true, version: 1, modelVersion: 1, ...times };
  const entry = Entry.of(head, { field: stored }, {});
  return toIndexValues(entry, { name: 'field', multiple }, compared).map((placed) => [
    placed.delta,
    placed.value,
    placed.text,
  ]);
}

describe('toIndexValues', () => {
  it.each<[Property['kind'], Json, IndexValue, string]>([
    ['string', 'Éclair', 'eclair', 'eclair'],
    ['text', 'LONG text', 'long text', 'long text'],
    ['uuid', 'ABCD', 'abcd', 'abcd'],
    ['integer', -42, -42, '-42'],
    ['float', 0.1, 0.1, '0.1'],
    ['boolean', true, 1, '1'],
    ['boolean', false, 0, '0'],
    ['timestamp', '1970-01-01T00:01:00+00:00', 60, '60'],
    ['datetime', '2023-11-21T12:00:00+02:00', 1700560800, '2023-11-21T10:00:00'],
    ['date', '1969-12-31', -86400, '1969-12-31'],
  ])('converts %s %j to the value %p and the text %j', (kind, stored, value, text) => {
    expect(getIndexValues(stored, defineProperty(kind))).toEqual([[0, value, text]]);
  });

  it.each<[string, number, bigint]>([
    ['12.50', 2, 1250n],
    ['-0.50', 2, -50n],
    ['7', 0, 7n],
    ['1.5', 4, 15000n],
    ['1.2345', 2, 123n],
    ['-9999999999999999.99', 2, -999999999999999999n],
  ])('converts the decimal %s of scale %i to %p', (stored, scale, value) => {
    expect(getIndexValues(stored, defineProperty('decimal', '', { scale }))).toEqual([[0, value, stored]]);
  });

  it('does not fold strings of a case-sensitive property', () => {
    const exact = defineProperty('string', '', { caseSensitive: true });

    expect(getIndexValues('Éclair', exact)).toEqual([[0, 'Éclair', 'Éclair']]);
  });

  it('omits absent values and keeps the deltas of the others', () => {
    expect(getIndexValues(null, defineProperty('string'))).toEqual([]);
    expect(getIndexValues([], defineProperty('string'), true)).toEqual([]);
    expect(getIndexValues(['a', null, 'b'], defineProperty('string'), true)).toEqual([
      [0, 'a', 'a'],
      [2, 'b', 'b'],
    ]);
  });

  it('converts the members of compound values', () => {
    const links = [
      { uri: 'https://A.example', title: null },
      { uri: 'x:y', title: 'Ä' },
    ];

    expect(
      getIndexValues(links, defineProperty('text', 'uri', { caseSensitive: true }), true).map(
        ([, value]) => value,
      ),
    ).toEqual(['https://A.example', 'x:y']);
    expect(getIndexValues(links, defineProperty('string', 'title'), true)).toEqual([[1, 'a', 'a']]);
  });

  it('accepts a scalar in a multi-valued field, and the first value of a list in a single-valued one', () => {
    expect(getIndexValues('one', defineProperty('string'), true)).toEqual([[0, 'one', 'one']]);
    expect(getIndexValues(['one', 'two'], defineProperty('string'))).toEqual([[0, 'one', 'one']]);
  });

  it.each<[Property['kind'], Json]>([
    ['integer', 'seven'],
    ['integer', 1.5],
    ['float', true],
    ['decimal', '12 EUR'],
    ['decimal', 12.5],
    ['boolean', 'true'],
    ['timestamp', 'yesterday'],
    ['datetime', '2023'],
    ['date', 7],
    ['string', { value: 'formatted' }],
  ])('omits values that %s cannot compare: %j', (kind, stored) => {
    expect(getIndexValues(stored, defineProperty(kind))).toEqual([]);
  });
});
