import { defineProperty } from '@content-service/bundles';
import type { IndexValue, Operator } from './entry-query.js';
import { parseFilterValues, UNMATCHABLE } from './index-value.js';
import { InvalidFilterValue } from './query.errors.js';

const price = defineProperty('decimal', '', { scale: 2 });
const code = defineProperty('string', '', { caseSensitive: true });

const parse = (operator: Operator, texts: string[], of = defineProperty('integer')): unknown[] =>
  parseFilterValues(operator, texts, of, 'filter[x]');

describe('parseFilterValues', () => {
  it.each<[Operator, string, ReturnType<typeof defineProperty>, IndexValue]>([
    ['=', ' Éclair ', defineProperty('string'), ' eclair '],
    ['=', 'Éclair', code, 'Éclair'],
    ['CONTAINS', 'ÉCL', defineProperty('text'), 'ecl'],
    ['CONTAINS', '12T', defineProperty('datetime'), '12T'],
    ['=', ' 3 ', defineProperty('integer'), 3],
    ['=', '3.0', defineProperty('integer'), 3],
    ['=', '-1.5e3', defineProperty('float'), -1500],
    ['=', '7.5', price, 750n],
    ['=', '-.5', price, -50n],
    ['=', '7.500', price, 750n],
    ['=', 'true', defineProperty('boolean'), 1],
    ['=', '0', defineProperty('boolean'), 0],
    ['=', '1700000000', defineProperty('timestamp'), 1_700_000_000],
    ['=', '2023-11-14T23:13:20+01:00', defineProperty('timestamp'), 1_700_000_000],
    ['=', '2023-11-14T23:13:20+0100', defineProperty('timestamp'), 1_700_000_000],
    ['=', '2023-11-14T23:13+01', defineProperty('datetime'), 1_699_999_980],
    ['=', '2023-11-14T22:13:20Z', defineProperty('datetime'), 1_700_000_000],
    ['=', '2023-11-14T22:13:20', defineProperty('datetime'), 1_700_000_000],
    ['=', '2023-11-14T22:13', defineProperty('datetime'), 1_699_999_980],
    ['=', '2023-11-14T22:13:20.9z', defineProperty('datetime'), 1_700_000_000],
    ['=', '2023-11-14', defineProperty('date'), 1_699_920_000],
    [
      '=',
      'A0000000-0000-4000-8000-000000000003',
      defineProperty('uuid'),
      'a0000000-0000-4000-8000-000000000003',
    ],
  ])('parses %s "%s" on %j to %p', (operator, text, of, value) => {
    expect(parse(operator, [text], of)).toEqual([value]);
  });

  it.each([
    ['3abc', defineProperty('integer')],
    ['', defineProperty('integer')],
    ['2,3', defineProperty('integer')],
    ['1e3', defineProperty('integer')],
    ['x', price],
    ['yes', defineProperty('boolean')],
    ['TRUE', defineProperty('boolean')],
    ['2', defineProperty('boolean')],
    ['constructor', defineProperty('boolean')],
    ['__proto__', defineProperty('boolean')],
    ['abc', defineProperty('timestamp')],
    ['2024-13-45', defineProperty('date')],
    ['2024-02-30', defineProperty('date')],
    ['2024-02-30T00:00:00Z', defineProperty('datetime')],
    ['2023-02-29T01:00', defineProperty('timestamp')],
  ])('rejects "%s" for %j', (text, of) => {
    expect(() => parse('=', [text], of)).toThrow(InvalidFilterValue);
    expect(() => parse('=', [text], of)).not.toThrow('%2B');
  });

  it.each(['2023-11-14T23:13:20 01:00', '2023-11-14T23:13:20 0100', '2023-11-14T23:13 01:00'])(
    'says how to write the offset of "%s", whose + was not encoded',
    (text) => {
      expect(() => parse('=', [text], defineProperty('datetime'))).toThrow(
        'cannot be read as UNIX seconds or a date. A + means a space in a URL: write it as %2B.',
      );
    },
  );

  it.each([
    ['99999999999999999999', defineProperty('integer')],
    ['1e400', defineProperty('float')],
    [`-${'9'.repeat(400)}`, defineProperty('float')],
    ['7.491', price],
    ['99999999999999999999', price],
    ['abc', defineProperty('uuid')],
    ['99999999999999999999', defineProperty('timestamp')],
    ['\u00ad', defineProperty('string')],
    ['\u0301\ufeff', defineProperty('text')],
  ])('returns UNMATCHABLE for "%s" on %j', (text, of) => {
    expect(parse('=', [text], of)).toEqual([UNMATCHABLE]);
  });

  it.each<[Operator, string[], bigint[]]>([
    ['>', ['7.491'], [749n]],
    ['>=', ['7.491'], [750n]],
    ['<', ['7.491'], [750n]],
    ['<=', ['7.491'], [749n]],
    ['>', ['-7.491'], [-750n]],
    ['>=', ['-7.491'], [-749n]],
    ['BETWEEN', ['7.491', '8.499'], [750n, 849n]],
  ])(
    'a bound with more digits than the field has is moved to the next value: %s %j',
    (operator, texts, values) => {
      expect(parse(operator, texts, price)).toEqual(values);
    },
  );
});
