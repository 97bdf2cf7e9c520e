import { property } from '@content-service/bundles';
import type { IndexValue } from './filter.js';
import { InvalidFilterValue, readFilterValues, UNMATCHABLE } from './filter-values.js';
import type { Operator } from './operators.js';

const price = property('decimal', '', { scale: 2 });
const code = property('string', '', { caseSensitive: true });

const read = (operator: Operator, texts: string[], of = property('integer')): unknown[] =>
  readFilterValues(operator, texts, of, 'filter[x]');

describe('a filter value', () => {
  it.each<[Operator, string, ReturnType<typeof property>, IndexValue]>([
    ['=', ' Éclair ', property('string'), ' eclair '],
    ['=', 'Éclair', code, 'Éclair'],
    ['CONTAINS', 'ÉCL', property('text'), 'ecl'],
    ['CONTAINS', '12T', property('datetime'), '12T'],
    ['=', ' 3 ', property('integer'), 3],
    ['=', '3.0', property('integer'), 3],
    ['=', '-1.5e3', property('float'), -1500],
    ['=', '7.5', price, 750n],
    ['=', '-.5', price, -50n],
    ['=', '7.500', price, 750n],
    ['=', 'true', property('boolean'), 1],
    ['=', '0', property('boolean'), 0],
    ['=', '1700000000', property('timestamp'), 1_700_000_000],
    ['=', '2023-11-14T23:13:20+01:00', property('timestamp'), 1_700_000_000],
    ['=', '2023-11-14T22:13:20Z', property('datetime'), 1_700_000_000],
    ['=', '2023-11-14T22:13:20', property('datetime'), 1_700_000_000],
    ['=', '2023-11-14T22:13', property('datetime'), 1_699_999_980],
    ['=', '2023-11-14T22:13:20.9z', property('datetime'), 1_700_000_000],
    ['=', '2023-11-14', property('date'), 1_699_920_000],
    ['=', 'A0000000-0000-4000-8000-000000000003', property('uuid'), 'a0000000-0000-4000-8000-000000000003'],
  ])('%s "%s" on %j is read as %p', (operator, text, of, value) => {
    expect(read(operator, [text], of)).toEqual([value]);
  });

  it.each([
    ['3abc', property('integer')],
    ['', property('integer')],
    ['2,3', property('integer')],
    ['1e3', property('integer')],
    ['x', price],
    ['yes', property('boolean')],
    ['TRUE', property('boolean')],
    ['2', property('boolean')],
    ['constructor', property('boolean')],
    ['__proto__', property('boolean')],
    ['abc', property('timestamp')],
    ['2024-13-45', property('date')],
    ['2024-02-30', property('date')],
    ['2024-02-30T00:00:00Z', property('datetime')],
    ['2023-02-29T01:00', property('timestamp')],
  ])('"%s" cannot be read as %j', (text, of) => {
    expect(() => read('=', [text], of)).toThrow(InvalidFilterValue);
  });

  it.each([
    ['99999999999999999999', property('integer')],
    ['1e400', property('float')],
    [`-${'9'.repeat(400)}`, property('float')],
    ['7.491', price],
    ['99999999999999999999', price],
    ['abc', property('uuid')],
    ['99999999999999999999', property('timestamp')],
  ])('"%s" is a value that no %j has', (text, of) => {
    expect(read('=', [text], of)).toEqual([UNMATCHABLE]);
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
      expect(read(operator, texts, price)).toEqual(values);
    },
  );
});
