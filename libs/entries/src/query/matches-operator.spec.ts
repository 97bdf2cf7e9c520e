import fc from 'fast-check';
import { type IndexValue, isOperator, type Operator, OPERATORS } from './entry-query.js';
import { matchesOperator } from './evaluate.js';
import { compareIndexValues } from './index-value.js';

const text = (value: string): { value: IndexValue; text: string } => ({ value, text: value });
const number = (value: number): { value: IndexValue; text: string } => ({ value, text: String(value) });

describe('matchesOperator', () => {
  const matching: [Operator, { value: IndexValue; text: string }, IndexValue[]][] = [
    ['=', text('b'), ['b']],
    ['=', { value: 1250n, text: '12.50' }, [1250n]],
    ['<>', text('b'), ['a']],
    ['>', number(10), [9]],
    ['>', text('b'), ['a']],
    ['>=', number(10), [10]],
    ['<', number(-1), [0]],
    ['<=', number(3), [3.5]],
    ['STARTS_WITH', text('100% sure'), ['100%']],
    ['STARTS_WITH', number(1234), ['12']],
    ['CONTAINS', text('a_b'), ['_']],
    ['CONTAINS', text('anything'), ['']],
    ['CONTAINS', { value: 1250n, text: '12.50' }, ['.5']],
    ['ENDS_WITH', text('trailing '), ['g ']],
    ['IN', number(2), [1, 2, 3]],
    ['NOT IN', number(4), [1, 2, 3]],
    ['BETWEEN', number(1), [1, 5]],
    ['BETWEEN', number(5), [1, 5]],
    ['NOT BETWEEN', number(0), [1, 5]],
    ['NOT BETWEEN', number(3), [5, 1]],
    ['IS NOT NULL', text(''), []],
  ];
  const notMatching: typeof matching = [
    ['=', text('b'), ['B']],
    ['=', text('a '), ['a']],
    ['<>', number(1), [1]],
    ['>', number(9), [10]],
    ['>', text('9'), ['a']],
    ['>=', number(9), [10]],
    ['<', number(0), [0]],
    ['<=', number(4), [3.5]],
    ['STARTS_WITH', text('axb'), ['a_']],
    ['CONTAINS', text('1000'), ['%']],
    ['ENDS_WITH', text('trailing '), ['g']],
    ['IN', number(4), [1, 2, 3]],
    ['NOT IN', number(2), [1, 2, 3]],
    ['BETWEEN', number(3), [5, 1]],
    ['NOT BETWEEN', number(5), [1, 5]],
    ['IS NULL', text(''), []],
  ];

  it.each(matching)('%s: %j matches %j', (operator, value, wanted) => {
    expect(matchesOperator(operator, wanted, value)).toBe(true);
  });

  it.each(notMatching)('%s: %j does not match %j', (operator, value, wanted) => {
    expect(matchesOperator(operator, wanted, value)).toBe(false);
  });

  it('has cases for every operator', () => {
    const tried = new Set([...matching, ...notMatching].map(([operator]) => operator));

    expect(Object.keys(OPERATORS).filter((name) => isOperator(name) && !tried.has(name))).toEqual([]);
  });
});

describe('compareIndexValues', () => {
  it.each<[IndexValue[]]>([
    [[-1, 0, 0.5, 1, 9007199254740991]],
    [[-150n, 0n, 749n, 999999999999999999n]],
    [['', ' a', '100%', 'a', 'a ', 'b', 'z', 'ß', '漢字', '\ue000', '😀']],
  ])('orders %p', (ordered) => {
    expect([...ordered].reverse().sort(compareIndexValues)).toEqual(ordered);
  });

  it('orders texts as their bytes in UTF-8', () => {
    const unit = fc.constantFrom(
      '',
      'a',
      'z',
      'ß',
      '漢',
      '\ud7ff',
      '\ud83d',
      '\ude00',
      '😀',
      '\ue000',
      '\uffff',
    );
    const text = fc.array(unit, { maxLength: 4 }).map((units) => units.join(''));

    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(compareIndexValues(a, b)).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
      { numRuns: 2000 },
    );
  });
});
