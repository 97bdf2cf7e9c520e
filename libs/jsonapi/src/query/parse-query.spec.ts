import { DomainError, AggregateDomainError } from '@content-service/kernel';
import { ANONYMOUS } from '@content-service/scopes';
import { articleType, model, tagType } from '../articles.fixture.js';
import { InvalidParameter } from '../jsonapi.errors.js';
import { assertEntryPointQuery, parseCollectionQuery, parseEntryQuery } from './parse-query.js';

const limits = { pageLimitMaximum: 50, includeDepthMaximum: 3, queryComplexityMaximum: 1200 };
const collection = (query: string): ReturnType<typeof parseCollectionQuery> =>
  parseCollectionQuery(query, { model, type: articleType, principal: ANONYMOUS, limits });
const single = (query: string): ReturnType<typeof parseEntryQuery> =>
  parseEntryQuery(query, { model, types: [articleType], limits });

describe('parseCollectionQuery', () => {
  it('selects the first page in order of creation without parameters', () => {
    expect(collection('')).toEqual({
      fields: new Map(),
      include: undefined,
      request: { type: articleType, sort: [], offset: 0, limit: 50 },
    });
  });

  it('parses all parameters together', () => {
    const query =
      'filter[title]=x&sort=-created&page[limit]=5&include=uid,field_tags.parent&fields[node--article]=title';

    expect(collection(query)).toMatchObject({
      fields: new Map([['node--article', new Set(['title'])]]),
      include: new Map([
        ['uid', new Map()],
        ['field_tags', new Map([['parent', new Map()]])],
      ]),
      request: { filter: { kind: 'condition' }, sort: [{ direction: 'descending' }], offset: 0, limit: 5 },
    });
  });

  it.each([
    ['page[limit]=1', { offset: 0, limit: 1 }],
    ['page[limit]=50&page[offset]=100', { offset: 100, limit: 50 }],
    ['page[limit]=1000', { offset: 0, limit: 50 }],
    ['page[limit]=007', { offset: 0, limit: 7 }],
    ['page[offset]=99999999999999999999', { offset: 2 ** 52, limit: 50 }],
    ['page[limit]=1&page[limit]=2', { offset: 0, limit: 2 }],
    ['page[number]=2&page[size]=5&page[after]=x', { offset: 0, limit: 50 }],
  ])('%s', (query, page) => {
    expect(collection(query).request).toMatchObject(page);
  });

  it.each([
    ['page=', 'page', `'page' needs a key: page[limit]=10&page[offset]=20.`],
    ['page[limit]=0', 'page[limit]', `'page[limit]' must be an integer of at least 1, in digits, got '0'.`],
    ['page[limit]=', 'page[limit]', `'page[limit]' must be an integer of at least 1, in digits, got ''.`],
    [
      'page[limit]=2.5',
      'page[limit]',
      `'page[limit]' must be an integer of at least 1, in digits, got '2.5'.`,
    ],
    ['page[limit]=+3', 'page[limit]', `'page[limit]' must be an integer of at least 1, in digits, got ' 3'.`],
    [
      'page[limit]=0x10',
      'page[limit]',
      `'page[limit]' must be an integer of at least 1, in digits, got '0x10'.`,
    ],
    [
      'page[limit][]=1',
      'page[limit]',
      `'page[limit]' must be an integer of at least 1, in digits, got a list.`,
    ],
    [
      'page[offset]=-1',
      'page[offset]',
      `'page[offset]' must be an integer of at least 0, in digits, got '-1'.`,
    ],
    ['fields=', 'fields', `'fields' needs a resource type: fields[node--article]=title.`],
    [
      'fields[node--article][]=title',
      'fields[node--article]',
      `'fields[node--article]' takes one comma-separated list of names.`,
    ],
    ['include[]=uid', 'include', `'include' takes one comma-separated list of paths.`],
    ['include=uid,', 'include', `'uid,' has an empty path between its commas.`],
    ['sort=', 'sort', 'A field name is missing at sort=^.'],
    ['sort=title,-', 'sort', 'A field name is missing at sort=title,^-.'],
    ['sort=,title', 'sort', 'A field name is missing at sort=^.'],
    ['sort=title, created', 'sort', 'A field name must not contain spaces: sort=title,^ created.'],
    ['sort[x]=title', 'sort[x]', `'sort[x]' needs a field: sort[label][path]=title.`],
    ['sort[x][direction]=DESC', 'sort[x]', `'sort[x]' needs a field: sort[label][path]=title.`],
    [
      'lang=en',
      'lang',
      `Unknown query parameter 'lang'. Known query parameters: fields, filter, include, page, sort.`,
    ],
    [
      'foo[x]=1',
      'foo',
      `Unknown query parameter 'foo'. Known query parameters: fields, filter, include, page, sort.`,
    ],
    [
      'resourceVersion=7',
      'resourceVersion',
      `'resourceVersion' must be rel:latest-version or rel:working-copy here: single entries alone are read in other versions.`,
    ],
    [
      'resourceVersion=rel:oldest',
      'resourceVersion',
      `'resourceVersion' must be rel:latest-version or rel:working-copy here: single entries alone are read in other versions.`,
    ],
  ])('refuses %s', (query, parameter, message) => {
    expect(() => collection(query)).toThrow(new InvalidParameter(parameter, message));
    expect(() => collection(query)).toThrow(expect.objectContaining({ source: { parameter } }));
  });

  it.each([
    ['sort=title', [['title', 'ascending']]],
    [
      'sort=-title,created',
      [
        ['title', 'descending'],
        ['created', 'ascending'],
      ],
    ],
    [
      'sort[a][path]=field_rating&sort[a][direction]=DESC&sort[b][path]=title',
      [
        ['field_rating', 'descending'],
        ['title', 'ascending'],
      ],
    ],
    ['sort[a][path]=title&sort[a][direction]=desc', [['title', 'descending']]],
    ['sort[a][path]=title&sort[a][direction]=SIDEWAYS&sort[a][langcode]=en', [['title', 'ascending']]],
    ['sort=uid.name', []],
  ])('%s', (query, expected) => {
    expect(collection(query).request.sort.map(({ path, direction }) => [path.text, direction])).toEqual(
      expected,
    );
  });

  it.each([
    [
      `sort=${Array(20).fill('field_tags.parent.name').join(',')}`,
      'sort',
      `The query is too complex: it costs 9780, at most 1200 are allowed. Most of it, 9780, is for field_tags.parent.name (20 times) in 'sort'; ask for less of it, or in several queries.`,
    ],
    [
      `sort=title&filter[title]=x&${Array.from({ length: 249 }, (_, n) => `filter[${n}][path]=body.value&filter[${n}][operator]=CONTAINS&filter[${n}][value]=x`).join('&')}`,
      'filter',
      `The query is too complex: it costs 18677, at most 1200 are allowed. Most of it, 18675, is for CONTAINS on body.value (249 times) in 'filter'; ask for less of it, or in several queries.`,
    ],
  ])(
    'refuses a query that is too complex with its cost and its most expensive part',
    (query, parameter, message) => {
      const refusal = expect.objectContaining({ code: 'invalid_parameter', message, source: { parameter } });

      expect(() => collection(query)).toThrow(refusal);
    },
  );

  it('accepts sixty conditions of any indexed kind, and nested groups', () => {
    const paths = [
      'title',
      'field_rating',
      'field_multi',
      'field_main_tag.name',
      'field_tags.id',
      'field_tags.name',
    ];
    const groups = Array.from(
      { length: 6 },
      (_, n) =>
        `filter[g${n}][group][conjunction]=${n % 2 ? 'OR' : 'AND'}` +
        (n === 0 ? '' : `&filter[g${n}][group][memberOf]=g${n - 1}`),
    );
    const conditions = Array.from(
      { length: 60 },
      (_, n) =>
        `filter[c${n}][condition][path]=${paths[n % 6]!}&filter[c${n}][condition][value]=${n}` +
        `&filter[c${n}][condition][memberOf]=g${Math.floor(n / 10)}`,
    );

    expect(collection([...groups, ...conditions].join('&')).request.filter?.kind).toBe('group');
  });

  it('names the source parameter of an unknown sort field', () => {
    expect(() => collection('sort=nope')).toThrow(expect.objectContaining({ source: { parameter: 'sort' } }));
    expect(() => collection('sort[a][path]=nope')).toThrow(
      expect.objectContaining({ source: { parameter: 'sort[a][path]' } }),
    );
  });

  it('accepts at most 20 sort fields', () => {
    const titles = Array.from({ length: 20 }, () => 'title').join(',');

    expect(collection(`sort=${titles}`).request.sort).toHaveLength(20);
    expect(() => collection(`sort=${titles},title`)).toThrow(`'sort' may have at most 20 fields, got 21.`);
  });

  it('reports all unknown parameters at once', () => {
    expect.assertions(2);
    try {
      collection('foo=1&bar=2');
    } catch (error) {
      expect(error).toBeInstanceOf(AggregateDomainError);
      expect((error as AggregateDomainError).problems.map(({ source: place }) => place?.parameter)).toEqual([
        'foo',
        'bar',
      ]);
    }
  });

  it.each(['fooBar=1', 'foo-bar=1', 'foo_bar=1', 'Foo=1', 'foo1=1', '=1', '#&a-b', 'fooBar[x]=1'])(
    'ignores %s, whose name does not consist of lower-case letters only',
    (query) => {
      expect(collection(query)).toEqual(collection(''));
    },
  );

  it.each(['rel:latest-version', 'rel:working-copy', 'rel%3Alatest-version'])(
    'accepts resourceVersion=%s as the current state',
    (version) => {
      expect(collection(`resourceVersion=${version}`)).toEqual(collection(''));
    },
  );

  it('refuses earlier versions', () => {
    expect(() => collection('resourceVersion=id:7')).toThrow(
      "'resourceVersion' must be rel:latest-version or rel:working-copy here: single entries alone are read in other versions.",
    );
  });
});

describe('parseEntryQuery', () => {
  it.each([
    ['fields[node--article]=title, uid ,title', [['node--article', ['title', 'uid']]]],
    ['fields[node--article]=', [['node--article', ['']]]],
    [
      'fields[nope--nope]=title&fields[node--article]=nope',
      [
        ['nope--nope', ['title']],
        ['node--article', ['nope']],
      ],
    ],
  ])('%s', (query, expected) => {
    expect([...single(query).fields].map(([type, names]) => [type, [...names]])).toEqual(expected);
  });

  it.each([
    ['', undefined],
    ['include=', new Map()],
    [
      'include=field_tags, field_main_tag',
      new Map([
        ['field_tags', new Map()],
        ['field_main_tag', new Map()],
      ]),
    ],
    ['include=uid,uid', new Map([['uid', new Map()]])],
  ])('%s', (query, include) => {
    expect(single(query).include).toEqual(include);
  });

  it.each([
    'include=nope',
    'include=title',
    'include=field_tags..parent',
    'include=*',
    'include=field_tags.parent.parent.parent',
  ])('refuses %s with the source parameter', (query) => {
    expect(() => single(query)).toThrow(expect.objectContaining({ source: { parameter: 'include' } }));
  });

  it('resolves include paths from the given types', () => {
    const related = parseEntryQuery('include=parent', { model, types: [tagType], limits });

    expect(related.include).toEqual(new Map([['parent', new Map()]]));
  });

  it.each(['filter=x', 'filter[nope]=1', 'sort=nope', 'page[limit]=x', 'page='])('ignores %s', (query) => {
    expect(single(query)).toEqual(single(''));
  });

  it('refuses unknown parameters', () => {
    expect(() => single('foo=1')).toThrow(InvalidParameter);
  });
});

describe('assertEntryPointQuery', () => {
  it('accepts known parameters and extension names and refuses unknown parameters', () => {
    expect(() => {
      assertEntryPointQuery('page[limit]=1&utm_source=x');
    }).not.toThrow();
    expect(() => {
      assertEntryPointQuery('foo=1');
    }).toThrow(DomainError);
  });
});
