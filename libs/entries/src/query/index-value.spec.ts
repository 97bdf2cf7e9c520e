import { property, type Property } from '@content-service/bundles';
import type { Json } from '@content-service/kernel';
import { Entry } from '../entry.js';
import type { IndexValue } from './filter.js';
import { indexValuesOf } from './index-value.js';

function valuesOf(
  stored: Json,
  compared: Property,
  multiple = false,
): (readonly [number, IndexValue, string])[] {
  const times = { created: 0, changed: 0, position: 0 };
  const head = { id: 'id', type: 'node--article', published: true, version: 1, modelVersion: 1, ...times };
  const entry = Entry.of(head, { field: stored }, {});
  return indexValuesOf(entry, { name: 'field', multiple }, compared).map((placed) => [
    placed.delta,
    placed.value,
    placed.text,
  ]);
}

describe('indexValuesOf', () => {
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
  ])('compares %s %j as %p and looks for text in %j', (kind, stored, value, text) => {
    expect(valuesOf(stored, property(kind))).toEqual([[0, value, text]]);
  });

  it.each<[string, number, bigint]>([
    ['12.50', 2, 1250n],
    ['-0.50', 2, -50n],
    ['7', 0, 7n],
    ['1.5', 4, 15000n],
    ['1.2345', 2, 123n],
    ['-9999999999999999.99', 2, -999999999999999999n],
  ])('compares the decimal %s of scale %i as %p', (stored, scale, value) => {
    expect(valuesOf(stored, property('decimal', '', { scale }))).toEqual([[0, value, stored]]);
  });

  it('compares strings as they are written where case matters', () => {
    const exact = property('string', '', { caseSensitive: true });

    expect(valuesOf('Éclair', exact)).toEqual([[0, 'Éclair', 'Éclair']]);
  });

  it('leaves out what is absent, and keeps the places of the others', () => {
    expect(valuesOf(null, property('string'))).toEqual([]);
    expect(valuesOf([], property('string'), true)).toEqual([]);
    expect(valuesOf(['a', null, 'b'], property('string'), true)).toEqual([
      [0, 'a', 'a'],
      [2, 'b', 'b'],
    ]);
  });

  it('finds the members of compound values', () => {
    const links = [
      { uri: 'https://A.example', title: null },
      { uri: 'x:y', title: 'Ä' },
    ];

    expect(
      valuesOf(links, property('text', 'uri', { caseSensitive: true }), true).map(([, value]) => value),
    ).toEqual(['https://A.example', 'x:y']);
    expect(valuesOf(links, property('string', 'title'), true)).toEqual([[1, 'a', 'a']]);
  });

  it('reads one value where many are allowed now, and the first of many where one is', () => {
    expect(valuesOf('one', property('string'), true)).toEqual([[0, 'one', 'one']]);
    expect(valuesOf(['one', 'two'], property('string'))).toEqual([[0, 'one', 'one']]);
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
  ])('takes for absent what %s cannot compare: %j', (kind, stored) => {
    expect(valuesOf(stored, property(kind))).toEqual([]);
  });
});
