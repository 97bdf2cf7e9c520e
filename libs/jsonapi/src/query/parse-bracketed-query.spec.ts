import fc from 'fast-check';
import { InvalidParameter } from '../jsonapi.errors.js';
import { type Parameter, parseBracketedQuery } from './parse-bracketed-query.js';

/** Parameters as plain nested lists of pairs, which compare without prototypes in the way. */
type Plain = string | readonly (readonly [string, Plain])[];

const plain = (parameter: Parameter): Plain =>
  parameter.kind === 'value' ? parameter.value : plainMembers(parameter.members);

const plainMembers = (members: ReadonlyMap<string, Parameter>): Plain =>
  [...members].map(([key, member]) => [key, plain(member)] as const);

describe('parseBracketedQuery', () => {
  it.each<[query: string, expected: Plain]>([
    ['', []],
    ['&&', []],
    ['a', [['a', '']]],
    ['a=', [['a', '']]],
    ['a=1=2', [['a', '1=2']]],
    ['=1', [['', '1']]],
    ['sort=a&sort=b', [['sort', 'b']]],
    [
      'filter[a]=1&filter[b]=2',
      [
        [
          'filter',
          [
            ['a', '1'],
            ['b', '2'],
          ],
        ],
      ],
    ],
    ['filter%5Ba%5D%5Bb%5D=1', [['filter', [['a', [['b', '1']]]]]]],
    ['filter=1&filter[a]=2', [['filter', [['a', '2']]]]],
    ['filter[a]=2&filter=1', [['filter', '1']]],
    [
      'v[]=a&v[]=b',
      [
        [
          'v',
          [
            ['0', 'a'],
            ['1', 'b'],
          ],
        ],
      ],
    ],
    [
      'v[1]=a&v[]=b',
      [
        [
          'v',
          [
            ['1', 'a'],
            ['2', 'b'],
          ],
        ],
      ],
    ],
    [
      'v[x]=a&v[y]=b&v[x]=c',
      [
        [
          'v',
          [
            ['x', 'c'],
            ['y', 'b'],
          ],
        ],
      ],
    ],
    [
      'v[][a]=1&v[][a]=2',
      [
        [
          'v',
          [
            ['0', [['a', '1']]],
            ['1', [['a', '2']]],
          ],
        ],
      ],
    ],
    ['t=a+b%2B%20c', [['t', 'a b+ c']]],
    ['t=%C4%8Ce%C5%A1', [['t', 'Češ']]],
    [
      '#&a=1',
      [
        ['#', ''],
        ['a', '1'],
      ],
    ],
    [
      '__proto__[x]=1&constructor=2',
      [
        ['__proto__', [['x', '1']]],
        ['constructor', '2'],
      ],
    ],
    ['filter[__proto__]=1', [['filter', [['__proto__', '1']]]]],
  ])('%s', (query, expected) => {
    expect(plainMembers(parseBracketedQuery(query))).toEqual(expected);
  });

  it('keeps the names of parameters as written in the URL', () => {
    const filter = parseBracketedQuery('filter%5Ba%5D[value][]=1').get('filter');

    expect(filter).toMatchObject({ kind: 'members', name: 'filter' });
    const list = JSON.stringify(filter, (_, value: unknown) =>
      value instanceof Map ? [...value.values()] : value,
    );
    expect(list).toBe(
      '{"kind":"members","name":"filter","members":[{"kind":"members","name":"filter[a]","members":' +
        '[{"kind":"members","name":"filter[a][value]","members":' +
        '[{"kind":"value","name":"filter[a][value][]","value":"1"}]}]}]}',
    );
  });

  it.each([
    ['a=%', 'a', `'%' is not valid percent-encoded UTF-8; a percent sign itself is written %25.`],
    [
      'filter[title]=5%25+%zz',
      'filter[title]',
      `'5%25+%zz' is not valid percent-encoded UTF-8; a percent sign itself is written %25.`,
    ],
    [
      '%E0%A4=1',
      '%E0%A4',
      `'%E0%A4' is not valid percent-encoded UTF-8; a percent sign itself is written %25.`,
    ],
    ['filter[a=1', 'filter[a', `The brackets of 'filter[a' do not match; write name[key][key].`],
    ['filter[a]b=1', 'filter[a]b', `The brackets of 'filter[a]b' do not match; write name[key][key].`],
    ['filter[a[b]]=1', 'filter[a[b]]', `The brackets of 'filter[a[b]]' do not match; write name[key][key].`],
    [
      'a[1][2][3][4][5][6][7][8]=1',
      'a[1][2][3][4][5][6][7][8]',
      `'a[1][2][3][4][5][6][7][8]' nests deeper than the 8 levels allowed.`,
    ],
  ])('refuses %s with the source parameter', (query, parameter, message) => {
    const parse = (): unknown => parseBracketedQuery(query);

    expect(parse).toThrow(new InvalidParameter(parameter, message));
    expect(parse).toThrow(expect.objectContaining({ source: { parameter } }));
  });

  it('accepts 1000 parameters and refuses 1001', () => {
    const thousand = Array.from({ length: 1000 }, (_, n) => `v[]=${n}`).join('&');

    expect(parseBracketedQuery(thousand).get('v')).toHaveProperty('members.size', 1000);
    expect(() => parseBracketedQuery(`${thousand}&last=1`)).toThrow(
      new InvalidParameter('last', 'A query may have at most 1000 parameters.'),
    );
  });

  const piece = fc.constantFrom(
    'a',
    'filter',
    '[',
    ']',
    '[]',
    '%5B',
    '%5D',
    '%',
    '%zz',
    '=',
    '&',
    '+',
    '__proto__',
    '0',
  );
  const query = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
  );

  it('throws InvalidParameter only for any text, and nests at most to the maximum depth', () => {
    fc.assert(
      fc.property(query, (text) => {
        try {
          expect(measureDepth(plainMembers(parseBracketedQuery(text)))).toBeLessThanOrEqual(8);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidParameter);
        }
      }),
    );
  });

  it('decodes any percent-encoded name and value', () => {
    const text = fc
      .string({ unit: 'grapheme' })
      .filter((value) => !/[[\]]/.test(value) && value.isWellFormed());
    fc.assert(
      fc.property(text, text, text, (family, key, value) => {
        const pair = `${encodeURIComponent(family)}[${encodeURIComponent(`k${key}`)}]=${encodeURIComponent(value)}`;

        expect(plainMembers(parseBracketedQuery(pair))).toEqual([[family, [[`k${key}`, value]]]]);
      }),
    );
  });
});

const measureDepth = (value: Plain): number =>
  typeof value === 'string' ? 0 : 1 + Math.max(0, ...value.map(([, member]) => measureDepth(member)));
