import { defineProperty } from '@content-service/bundles';
import { type Attributes, Entry } from '../entry.js';
import type {
  Condition,
  EntryQuery,
  Filter,
  IndexValue,
  KeysetBound,
  Operator,
  Sort,
} from './entry-query.js';
import { evaluate, evaluateKeyset, findSelected } from './evaluate.js';
import type { FieldPath, PathStep } from './field-path.js';

const LINKS = {
  crossed: [
    { uri: 'a', title: 'one' },
    { uri: 'b', title: 'two' },
  ],
  straight: [
    { uri: 'a', title: 'two' },
    { uri: 'b', title: 'one' },
  ],
};

/** Books with genres and series, and authors with towns. */
const entries = [
  entry(
    'emma',
    'book',
    3,
    { title: 'emma', pages: 400, codes: ['a1', 'b2'], links: LINKS.crossed },
    { genres: ['love', 'irony'], author: ['jane'] },
  ),
  entry(
    'faust',
    'book',
    2,
    { title: 'faust', pages: 300, codes: ['a2', 'b1'], links: LINKS.straight },
    { genres: ['drama'], author: ['johann'] },
  ),
  entry(
    'draft',
    'book',
    4,
    { title: 'draft', pages: 300, codes: [] },
    { genres: ['secret', 'love'], sequel: ['emma'] },
    false,
  ),
  entry(
    'blank',
    'book',
    1,
    { title: null, pages: null, codes: ['b2'] },
    { genres: ['secret'], author: ['ghost'], sequel: ['draft'] },
  ),
  entry('love', 'genre', 1, { name: 'love', weight: 1 }, { parent: ['feeling'] }),
  entry('irony', 'genre', 2, { name: 'irony', weight: 2 }),
  entry('drama', 'genre', 3, { name: 'drama', weight: null }, { parent: ['feeling', 'love'] }),
  entry('feeling', 'genre', 4, { name: 'feeling', weight: 9 }),
  entry('secret', 'genre', 5, { name: 'love', weight: 7 }, {}, false),
  entry('jane', 'person', 1, { name: 'jane' }, { town: ['bath'] }),
  entry('johann', 'person', 2, { name: 'johann' }),
  entry('ghost', 'ghost', 3, { name: 'boo' }, { town: ['bath'] }),
  entry('bath', 'town', 1, { name: 'bath' }),
];
const all = new Map(entries.map((found) => [found.id, found]));

describe('evaluate', () => {
  it('returns the entries of one type in order of creation, unpublished ones unless publishedOnly is set', () => {
    expect(ids({})).toEqual(['blank', 'faust', 'emma', 'draft']);
    expect(ids({ publishedOnly: true })).toEqual(['blank', 'faust', 'emma']);
    expect(ids({ type: 'town' })).toEqual(['bath']);
    expect(ids({ type: 'nothing' })).toEqual([]);
  });

  it('orders equal positions by id', () => {
    const twins = ['b', 'c', 'a'].map((id) => entry(id, 'twin', 7, {}));
    const query = { type: 'twin', publishedOnly: false, sort: [], offset: 0, limit: 9 };

    expect(evaluate(query, twins, new Map()).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it.each<[string, KeysetBound['direction'], KeysetBound['position'], string[], boolean]>([
    ['pages', 'after', { keys: [null], position: 1, id: 'blank' }, ['faust', 'draft'], true],
    ['pages', 'after', { keys: [300], position: 2, id: 'faust' }, ['draft', 'emma'], false],
    ['pages', 'before', { keys: [300], position: 4, id: 'draft' }, ['blank', 'faust'], false],
    ['pages', 'before', { keys: [401], position: 0, id: 'gone' }, ['draft', 'emma'], true],
    ['-pages', 'after', { keys: [300], position: 4, id: 'draft' }, ['blank'], false],
    ['-pages', 'before', { keys: [null], position: 1, id: 'blank' }, ['faust', 'draft'], true],
    ['-pages', 'before', { keys: [500], position: 0, id: 'gone' }, [], false],
  ])('sorted by %s, the two entries %s %j are %j', (path, direction, position, expected, more) => {
    const selection = { type: 'book', publishedOnly: false, sort: [sort(path)] };

    const found = evaluateKeyset({ ...selection, limit: 2, bound: { direction, position } }, entries, all);

    expect([found.positions.map(({ id }) => id), found.more]).toEqual([expected, more]);
  });

  it('evaluateKeyset without a bound returns the first entries', () => {
    const found = evaluateKeyset({ type: 'book', publishedOnly: false, sort: [], limit: 1 }, entries, all);

    expect(found).toEqual({ positions: [{ keys: [], position: 1, id: 'blank' }], more: true });
  });

  describe('a condition', () => {
    it.each<[string, Operator, IndexValue[], string[]]>([
      ['title', '=', ['emma'], ['emma']],
      ['title', '<>', ['emma'], ['faust', 'draft']],
      ['title', 'NOT IN', ['emma', 'draft'], ['faust']],
      ['title', 'IS NULL', [], ['blank']],
      ['title', 'IS NOT NULL', [], ['faust', 'emma', 'draft']],
      ['pages', 'NOT BETWEEN', [350, 450], ['faust', 'draft']],
      ['id', '=', ['emma'], ['emma']],
      ['id', 'IS NULL', [], []],
      ['codes', '=', ['b2'], ['blank', 'emma']],
      ['codes', '<>', ['b2'], ['faust', 'emma']],
      ['codes', 'IS NULL', [], ['draft']],
      ['codes.0', '=', ['b2'], ['blank']],
      ['codes.1', 'IS NULL', [], ['blank', 'draft']],
      ['codes.9', 'IS NOT NULL', [], []],
      ['author.name', '=', ['jane'], ['emma']],
      ['author.name', '<>', ['jane'], ['faust']],
      ['author.name', 'IS NULL', [], ['blank', 'draft']],
      ['author.id', 'IS NULL', [], ['draft']],
      ['author.town.name', '=', ['bath'], ['emma']],
      ['author.town.name', 'IS NULL', [], ['blank', 'faust', 'draft']],
      ['author.town.id', 'IS NOT NULL', [], ['emma']],
      ['genres.id', '=', ['love'], ['emma', 'draft']],
      ['genres.0.id', '=', ['love'], ['emma']],
      ['genres.1.name', '=', ['love'], ['draft']],
      ['genres.name', '<>', ['love'], ['faust', 'emma']],
      ['genres.weight', 'IS NULL', [], ['faust']],
      ['genres.parent.name', '=', ['feeling'], ['faust', 'emma', 'draft']],
      ['genres.parent.name', 'IS NULL', [], ['blank', 'emma', 'draft']],
      ['genres.parent.1.name', '=', ['love'], ['faust']],
    ])('%s %s %j matches %j', (path, operator, values, expected) => {
      expect(ids({ filter: where(path, operator, ...values) }).sort()).toEqual([...expected].sort());
    });

    it('ignores targets of other types than those of the path, except for their ids', () => {
      expect(ids({ filter: where('author.name', '=', 'boo') })).toEqual([]);
      expect(ids({ filter: where('author.id', '=', 'ghost') })).toEqual(['blank']);
      expect(ids({ filter: where('author.town.name', '=', 'bath') })).toEqual(['emma']);
    });

    it('ignores an unpublished target when the step is publishedTargetsOnly', () => {
      expect(ids({ filter: where('genres.name', '=', 'love') })).toEqual(['blank', 'emma', 'draft']);
      expect(ids({ filter: where('genres.name!', '=', 'love') })).toEqual(['emma', 'draft']);
      expect(ids({ filter: where('genres.name!', 'IS NULL') })).toEqual(['blank']);
      expect(ids({ filter: where('sequel.author.id!', 'IS NULL') })).toEqual(['blank', 'faust', 'emma']);
      expect(ids({ filter: where('sequel.sequel.title', '=', 'emma') })).toEqual(['blank']);
      expect(ids({ filter: where('sequel.sequel.title!', '=', 'emma') })).toEqual([]);
    });

    it('compares the ids of unpublished targets, too', () => {
      expect(ids({ filter: where('genres.id!', '=', 'secret') })).toEqual(['blank', 'draft']);
      expect(ids({ filter: where('sequel.sequel.id!', '=', 'emma') })).toEqual([]);
    });
  });

  describe('an AND group', () => {
    it('must match one value of a list', () => {
      expect(
        ids({ filter: and(where('codes', 'STARTS_WITH', 'a'), where('codes', 'ENDS_WITH', '2')) }),
      ).toEqual(['faust']);
      expect(
        ids({ filter: and(where('codes', 'STARTS_WITH', 'a'), and(where('codes', 'ENDS_WITH', '2'))) }),
      ).toEqual(['faust', 'emma']);
    });

    it('must match one target of a relationship, at every step', () => {
      expect(ids({ filter: and(where('genres.name', '=', 'love'), where('genres.weight', '=', 2)) })).toEqual(
        [],
      );
      expect(ids({ filter: and(where('genres.name', '=', 'love'), where('genres.weight', '=', 7)) })).toEqual(
        ['blank', 'draft'],
      );
      expect(
        ids({ filter: and(where('genres.id', '=', 'love'), where('genres.parent.name', '=', 'feeling')) }),
      ).toEqual(['emma', 'draft']);
      expect(
        ids({
          filter: and(where('genres.parent.name', '=', 'feeling'), where('genres.parent.weight', '=', 1)),
        }),
      ).toEqual([]);
      expect(
        ids({ filter: and(where('genres.id', '=', 'irony'), where('genres.parent.id', 'IS NOT NULL')) }),
      ).toEqual([]);
    });

    it('may match another target in a nested group', () => {
      expect(
        ids({ filter: and(where('genres.id', '=', 'irony'), and(where('genres.parent.id', 'IS NOT NULL'))) }),
      ).toEqual(['emma']);
    });

    it('must match one item of a list of compound values', () => {
      expect(ids({ filter: and(where('links.uri', '=', 'a'), where('links.title', '=', 'one')) })).toEqual([
        'emma',
      ]);
      expect(ids({ filter: and(where('links.uri', '=', 'a'), where('links.title', '=', 'two')) })).toEqual([
        'faust',
      ]);
    });

    it('treats each delta of a list as a separate value or target', () => {
      expect(ids({ filter: and(where('codes.0', '=', 'a1'), where('codes.1', '=', 'b2')) })).toEqual([
        'emma',
      ]);
      expect(ids({ filter: and(where('codes.0', '=', 'a1'), where('codes', '=', 'b2')) })).toEqual(['emma']);
      expect(
        ids({ filter: and(where('genres.0.id', '=', 'love'), where('genres.id', '=', 'irony')) }),
      ).toEqual(['emma']);
    });

    it('evaluates IS NULL on the whole path, independently of the other conditions', () => {
      expect(
        ids({ filter: and(where('genres.id', '=', 'love'), where('genres.weight', 'IS NULL')) }),
      ).toEqual([]);
      expect(
        ids({ filter: and(where('genres.id', '=', 'drama'), where('genres.weight', 'IS NULL')) }),
      ).toEqual(['faust']);
    });

    it('needs a published target when one of its conditions does', () => {
      const secret = where('genres.id!', '=', 'secret');

      expect(ids({ filter: and(secret, where('genres.name', '=', 'love')) })).toEqual(['blank', 'draft']);
      expect(ids({ filter: and(secret, where('genres.name!', '=', 'love')) })).toEqual([]);
      expect(ids({ filter: and(where('genres.name!', '=', 'love'), secret) })).toEqual([]);
    });

    it('matches every entry when it is empty', () => {
      expect(ids({ filter: and() })).toHaveLength(4);
    });
  });

  describe('an OR group', () => {
    it('matches when one member does, each with its own value', () => {
      expect(ids({ filter: or(where('codes', '=', 'a1'), where('genres.name', '=', 'drama')) })).toEqual([
        'faust',
        'emma',
      ]);
      expect(
        ids({
          filter: or(and(where('codes', '=', 'a1'), where('codes', '=', 'b2')), where('title', 'IS NULL')),
        }),
      ).toEqual(['blank']);
    });

    it('matches no entry when it is empty', () => {
      expect(ids({ filter: or() })).toEqual([]);
    });
  });

  it('returns no entry for the filter MatchNone', () => {
    const nothing = { kind: 'nothing' } as const;

    expect(ids({ filter: nothing })).toEqual([]);
    expect(ids({ filter: and(where('title', '=', 'emma'), nothing) })).toEqual([]);
    expect(ids({ filter: or(where('title', '=', 'emma'), nothing) })).toEqual(['emma']);
  });

  describe('a sort with publishedOnly', () => {
    const hidden = (path: string): Sort => ({ ...sort(path), publishedOnly: true });

    it.each<[string[], string[]]>([
      [['title'], ['blank', 'draft', 'emma', 'faust']],
      [['-title'], ['faust', 'emma', 'blank', 'draft']],
      [['pages'], ['blank', 'draft', 'faust', 'emma']],
      [
        ['-pages', 'title'],
        ['emma', 'faust', 'blank', 'draft'],
      ],
      [['genres.weight'], ['faust', 'draft', 'emma', 'blank']],
    ])('by %j sorts unpublished entries like entries without a value', (paths, expected) => {
      expect(ids({ sort: paths.map(hidden) })).toEqual(expected);
    });

    it('leaves the keys of unpublished entries empty', () => {
      const query = { type: 'book', publishedOnly: false, sort: [hidden('-title')], limit: 4 };
      const { positions } = evaluateKeyset(query, entries, all);

      expect(positions.map(({ keys }) => keys)).toEqual([['faust'], ['emma'], [null], [null]]);
    });
  });

  describe('a sort', () => {
    it.each<[string[], string[]]>([
      [['title'], ['blank', 'draft', 'emma', 'faust']],
      [['-title'], ['faust', 'emma', 'draft', 'blank']],
      [['pages'], ['blank', 'faust', 'draft', 'emma']],
      [['-pages'], ['emma', 'faust', 'draft', 'blank']],
      [
        ['pages', '-title'],
        ['blank', 'faust', 'draft', 'emma'],
      ],
      [['codes'], ['draft', 'emma', 'faust', 'blank']],
      [['-codes'], ['blank', 'emma', 'faust', 'draft']],
      [['genres.weight'], ['faust', 'emma', 'draft', 'blank']],
      [['-genres.weight'], ['blank', 'draft', 'emma', 'faust']],
      [['genres.weight!'], ['blank', 'faust', 'emma', 'draft']],
      [
        ['author.name', 'id'],
        ['blank', 'draft', 'emma', 'faust'],
      ],
      [['-genres.id'], ['blank', 'draft', 'emma', 'faust']],
    ])('by %j returns %j', (paths, expected) => {
      expect(ids({ sort: paths.map(sort) })).toEqual(expected);
    });

    it('keeps ties in order of creation, also for descending sorts', () => {
      expect(ids({ sort: [sort('-author.town.name')] })).toEqual(['emma', 'blank', 'faust', 'draft']);
    });
  });
});

describe('findSelected', () => {
  it('returns all entries of a selection, regardless of a page', () => {
    const selection = { type: 'book', publishedOnly: true, filter: where('pages', 'IS NOT NULL') };

    expect(findSelected(selection, entries, all).map(({ id }) => id)).toEqual(['emma', 'faust']);
  });
});

function ids(query: Partial<EntryQuery>): string[] {
  const whole = { type: 'book', publishedOnly: false, sort: [], offset: 0, limit: 9, ...query };
  return evaluate(whole, entries, all).map(({ id }) => id);
}

function entry(
  id: string,
  type: string,
  position: number,
  attributes: Attributes,
  targets: Readonly<Record<string, readonly string[]>> = {},
  published = true,
): Entry {
  const head = { id, type, published, position, created: 0, changed: 0, version: 1, modelVersion: 1 };
  const linkage = Object.entries(targets).map(
    ([field, keys]) => [field, keys.map((key) => ({ type: '', id: key }))] as const,
  );
  return Entry.of(head, attributes, Object.fromEntries(linkage));
}

function where(path: string, operator: Operator, ...values: readonly IndexValue[]): Condition {
  return { kind: 'condition', path: parsePath(path), operator, values };
}

const and = (...members: readonly Filter[]): Filter => ({ kind: 'group', conjunction: 'AND', members });
const or = (...members: readonly Filter[]): Filter => ({ kind: 'group', conjunction: 'OR', members });

function sort(path: string): Sort {
  const direction = path.startsWith('-') ? 'descending' : 'ascending';
  return { path: parsePath(path.replace(/^-/, '')), direction, publishedOnly: false };
}

/** The target type of each relationship of the example. */
const TARGETS: Readonly<Record<string, string>> = {
  genres: 'genre',
  parent: 'genre',
  author: 'person',
  town: 'town',
  sequel: 'book',
};

/** Parses `genres.0.name`; `genres.name!` makes the steps publishedTargetsOnly. */
function parsePath(text: string): FieldPath {
  const publishedOnly = text.endsWith('!');
  const segments = text.replace('!', '').split('.');
  const steps: PathStep[] = [];
  let type = 'book';
  while (TARGETS[segments[0] ?? ''] !== undefined) {
    const name = segments.shift() ?? '';
    const delta = popDelta(segments);
    const target = TARGETS[name] ?? '';
    const toLinkage = segments.length === 1 && segments[0] === 'id';
    steps.push({
      field: name,
      sourceTypes: [type],
      targetTypes: [target],
      multiple: name === 'genres' || name === 'parent',
      publishedTargetsOnly: publishedOnly && !toLinkage,
      ...delta,
    });
    type = target;
  }
  const name = segments.shift() ?? '';
  if (name === 'id') return { text, steps, end: { kind: 'id' } };
  const member = name === 'links' ? (segments.shift() ?? '') : '';
  const property = defineProperty(name === 'pages' || name === 'weight' ? 'integer' : 'string', member);
  const multiple = name === 'codes' || name === 'links';
  const end = { kind: 'property', field: name, property, types: [type], multiple } as const;
  return { text, steps, end: { ...end, ...popDelta(segments) } };
}

function popDelta(segments: string[]): { delta?: number } {
  return /^\d+$/.test(segments[0] ?? '') ? { delta: Number(segments.shift()) } : {};
}
