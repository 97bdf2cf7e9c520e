import type { Json } from '@content-service/kernel';
import { deriveType } from './derive-field.js';
import { ObservedSite } from './observe-fields.js';
import type { FieldHint } from './schema-hints.js';

describe('deriveType', () => {
  const derive = (values: readonly Json[], hint?: Partial<FieldHint>) => {
    const site = new ObservedSite();
    for (const value of values)
      site.add({ type: 'node--a', id: '1', attributes: { field: value }, relationships: {} });
    const whole = hint && { settings: {}, isList: false, required: false, ...hint };
    return deriveType(site.types.get('node--a')?.attributes.get('field'), whole);
  };
  const text = { value: '<p>x</p>', format: 'basic_html', processed: '<p>x</p>' };

  it.each<[string, readonly Json[], object]>([
    ['booleans', [true, null], { type: 'boolean', cardinality: 1 }],
    ['whole numbers', [1, 2], { type: 'integer' }],
    ['whole numbers and others', [1, 2.5], { type: 'float' }],
    [
      'numbers with a fixed point',
      ['1.50', '12.25'],
      { type: 'decimal', settings: { precision: 18, scale: 2 } },
    ],
    ['versions with different points', ['1.5', '1.25'], { type: 'string' }],
    ['numbers with leading zeros', ['01.50'], { type: 'string' }],
    ['days', ['2024-02-29'], { type: 'datetime', settings: { datetimeType: 'date' } }],
    ['days that do not exist', ['2023-02-29'], { type: 'string' }],
    ['times', ['2024-01-31T12:00:00+11:00'], { type: 'datetime', settings: { datetimeType: 'datetime' } }],
    ['days and times', ['2024-01-31', '2024-01-31T12:00:00Z'], { type: 'string' }],
    ['addresses', ['mira@example.com'], { type: 'email' }],
    ['short texts', ['x', 'mira@example.com'], { type: 'string' }],
    ['a long text', ['x', 'x'.repeat(256)], { type: 'string_long' }],
    ['a text of two lines', ['x\ny'], { type: 'string_long' }],
    ['formatted texts', [text, { ...text, summary: '' }], { type: 'text_with_summary' }],
    ['links', [[{ uri: 'https://example.com', title: '', options: [] }]], { type: 'link', cardinality: -1 }],
    [
      'ranges of days',
      [{ value: '2024-01-01', end_value: null }],
      { type: 'daterange', settings: { datetimeType: 'date' } },
    ],
    ['lists', [['a'], ['b', 'c']], { type: 'string', cardinality: -1 }],
    ['lists of objects', [[{ lat: 1 }]], { type: 'json', cardinality: 1 }],
    ['lists of lists', [[[1]]], { type: 'json', cardinality: 1 }],
    ['numbers and texts', [1, 'x'], { type: 'json', clash: ['integer', 'string'] }],
  ])('reads %s', (_, values, expected) => {
    expect(derive(values)).toMatchObject(expected);
  });

  it('gives no type to an attribute without values', () => {
    expect(derive([null, []])).toBeUndefined();
  });

  it.each<[string, readonly Json[], Partial<FieldHint>, object]>([
    ['the type of a field without values', [null], { type: 'integer' }, { type: 'integer' }],
    ['the number of values', [['a']], { type: 'string', isList: true, maximum: 3 }, { cardinality: 3 }],
    ['no number below that of documents', [['a', 'b']], { isList: true, maximum: 1 }, { cardinality: -1 }],
    [
      'a list of values',
      ['red'],
      { type: 'list_string', settings: { allowedValues: [{ value: 'red', label: 'R' }] } },
      { type: 'list_string' },
    ],
    [
      'no list that lacks a value',
      ['blue'],
      { type: 'list_string', settings: { allowedValues: [{ value: 'red', label: 'R' }] } },
      { type: 'string' },
    ],
    [
      'strings that look like numbers',
      ['1.50'],
      { type: 'string', settings: { maxLength: 50 } },
      { type: 'string' },
    ],
    ['long texts that are short', ['x'], { type: 'string_long' }, { type: 'string_long' }],
    ['no type that the values contradict', [{ a: 1 }], { type: 'string' }, { type: 'json' }],
  ])('takes from a schema %s', (_, values, hint, expected) => {
    expect(derive(values, hint)).toMatchObject(expected);
  });
});

describe('ObservedSite', () => {
  it('ends when a source names its fields at random', () => {
    const site = new ObservedSite();
    const attributes = Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`field_${n}`, n]));

    expect(() => {
      site.add({ type: 'node--a', id: '1', attributes, relationships: {} });
    }).toThrow('The documents have more than 1000 attributes.');
  });
});
