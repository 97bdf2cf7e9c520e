import { DomainError, Problems } from '@content-service/kernel';
import { ANONYMOUS } from '@content-service/scopes';
import { articleType, model, tagType } from '../articles.fixture.js';
import { InvalidParameter, ResourceVersionUnknown } from '../jsonapi.errors.js';
import { checkEntryPointQuery, parseCollectionQuery, parseEntryQuery } from './parse-query.js';

const limits = { pageLimitMaximum: 50, includeDepthMaximum: 3 };
const collection = (query: string): ReturnType<typeof parseCollectionQuery> =>
  parseCollectionQuery(query, { model, type: articleType, principal: ANONYMOUS, limits });
const single = (query: string): ReturnType<typeof parseEntryQuery> =>
  parseEntryQuery(query, { model, types: [articleType], limits });

describe('parseCollectionQuery', () => {
  it('gives the first page in order of creation when nothing is asked', () => {
    expect(collection('')).toEqual({
      fields: new Map(),
      include: undefined,
      request: { type: articleType, sort: [], offset: 0, limit: 50 },
    });
  });

  it('reads everything at once', () => {
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
    ['page[limit]=0', 'page[limit]', `'page[limit]' must be digits for a number of at least 1, got '0'.`],
    ['page[limit]=', 'page[limit]', `'page[limit]' must be digits for a number of at least 1, got ''.`],
    ['page[limit]=2.5', 'page[limit]', `'page[limit]' must be digits for a number of at least 1, got '2.5'.`],
    ['page[limit]=+3', 'page[limit]', `'page[limit]' must be digits for a number of at least 1, got ' 3'.`],
    [
      'page[limit]=0x10',
      'page[limit]',
      `'page[limit]' must be digits for a number of at least 1, got '0x10'.`,
    ],
    [
      'page[limit][]=1',
      'page[limit]',
      `'page[limit]' must be digits for a number of at least 1, got a list.`,
    ],
    [
      'page[offset]=-1',
      'page[offset]',
      `'page[offset]' must be digits for a number of at least 0, got '-1'.`,
    ],
    ['fields=', 'fields', `'fields' needs a resource type: fields[node--article]=title.`],
    [
      'fields[node--article][]=title',
      'fields[node--article]',
      `'fields[node--article]' takes one list of names parted by commas.`,
    ],
    ['include[]=uid', 'include', `'include' takes one list of paths parted by commas.`],
    ['include=uid,', 'include', `'uid,' has an empty path between its commas.`],
    ['sort=', 'sort', 'A field name is missing at sort=^.'],
    ['sort=title,-', 'sort', 'A field name is missing at sort=title,^-.'],
    ['sort=,title', 'sort', 'A field name is missing at sort=^.'],
    ['sort=title, created', 'sort', 'A field name has no spaces, but sort=title,^ created has.'],
    ['sort[x]=title', 'sort[x]', `'sort[x]' needs a field: sort[label][path]=title.`],
    ['sort[x][direction]=DESC', 'sort[x]', `'sort[x]' needs a field: sort[label][path]=title.`],
    [
      `sort=${Array(20).fill('field_tags.parent.parent.parent.parent.parent.name').join(',')}`,
      'sort',
      'The paths of filter and sort are too many and too long: the squares of the numbers of their relationships add up to 720; at most 600 are allowed.',
    ],
    [
      `sort=field_tags.name&${Array.from({ length: 150 }, (_, n) => `filter[${n}][path]=field_tags.parent.name&filter[${n}][value]=x`).join('&')}`,
      'filter',
      'The paths of filter and sort are too many and too long: the squares of the numbers of their relationships add up to 601; at most 600 are allowed.',
    ],
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
      `'resourceVersion' must be rel:latest-version, rel:working-copy or id:<number>, got '7'.`,
    ],
    [
      'resourceVersion=rel:oldest',
      'resourceVersion',
      `'resourceVersion' must be rel:latest-version, rel:working-copy or id:<number>, got 'rel:oldest'.`,
    ],
  ])('%s is refused', (query, parameter, message) => {
    expect(() => collection(query)).toThrow(new InvalidParameter(parameter, message));
    expect(() => collection(query)).toThrow(expect.objectContaining({ place: { parameter } }));
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

  it('blames the path of a sort for an unknown field', () => {
    expect(() => collection('sort=nope')).toThrow(expect.objectContaining({ place: { parameter: 'sort' } }));
    expect(() => collection('sort[a][path]=nope')).toThrow(
      expect.objectContaining({ place: { parameter: 'sort[a][path]' } }),
    );
  });

  it('sorts by at most 20 fields', () => {
    const titles = Array.from({ length: 20 }, () => 'title').join(',');

    expect(collection(`sort=${titles}`).request.sort).toHaveLength(20);
    expect(() => collection(`sort=${titles},title`)).toThrow(`'sort' may have at most 20 fields, got 21.`);
  });

  it('names all unknown parameters at once', () => {
    expect.assertions(2);
    try {
      collection('foo=1&bar=2');
    } catch (error) {
      expect(error).toBeInstanceOf(Problems);
      expect((error as Problems).problems.map(({ place }) => place?.parameter)).toEqual(['foo', 'bar']);
    }
  });

  it.each(['fooBar=1', 'foo-bar=1', 'foo_bar=1', 'Foo=1', 'foo1=1', '=1', '#&a-b', 'fooBar[x]=1'])(
    '%s is ignored, because its name is not of lower-case letters only',
    (query) => {
      expect(collection(query)).toEqual(collection(''));
    },
  );

  it.each(['rel:latest-version', 'rel:working-copy', 'rel%3Alatest-version'])(
    'resourceVersion=%s is the current state',
    (version) => {
      expect(collection(`resourceVersion=${version}`)).toEqual(collection(''));
    },
  );

  it('knows no older revisions', () => {
    expect(() => collection('resourceVersion=id:7')).toThrow(new ResourceVersionUnknown('id:7'));
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
  ])('%s is refused, naming the parameter', (query) => {
    expect(() => single(query)).toThrow(expect.objectContaining({ place: { parameter: 'include' } }));
  });

  it('starts include paths at the types it is given', () => {
    const related = parseEntryQuery('include=parent', { model, types: [tagType], limits });

    expect(related.include).toEqual(new Map([['parent', new Map()]]));
  });

  it.each(['filter=x', 'filter[nope]=1', 'sort=nope', 'page[limit]=x', 'page='])('%s is ignored', (query) => {
    expect(single(query)).toEqual(single(''));
  });

  it('refuses unknown parameters', () => {
    expect(() => single('foo=1')).toThrow(InvalidParameter);
  });
});

describe('checkEntryPointQuery', () => {
  it('lets known families and foreign names pass and refuses unknown ones', () => {
    expect(() => {
      checkEntryPointQuery('page[limit]=1&utm_source=x');
    }).not.toThrow();
    expect(() => {
      checkEntryPointQuery('foo=1');
    }).toThrow(DomainError);
  });
});
