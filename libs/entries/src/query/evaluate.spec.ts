import { property } from '@content-service/bundles';
import { type Attributes, Entry } from '../entry.js';
import type { EntryQuery, Place, Sort } from './entry-query.js';
import { evaluate, evaluateSeek, select } from './evaluate.js';
import type { FieldPath, PathStep } from './field-path.js';
import type { Condition, Filter, IndexValue } from './filter.js';
import type { Operator } from './operators.js';

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

/** A shelf of books that have genres and series, and authors that live in towns. */
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
  it('gives the entries of one type, oldest first, hidden ones too unless told otherwise', () => {
    expect(ids({})).toEqual(['blank', 'faust', 'emma', 'draft']);
    expect(ids({ publishedOnly: true })).toEqual(['blank', 'faust', 'emma']);
    expect(ids({ type: 'town' })).toEqual(['bath']);
    expect(ids({ type: 'nothing' })).toEqual([]);
  });

  it('breaks ties of position by the id', () => {
    const twins = ['b', 'c', 'a'].map((id) => entry(id, 'twin', 7, {}));
    const query = { type: 'twin', publishedOnly: false, sort: [], offset: 0, limit: 9 };

    expect(evaluate(query, twins, new Map()).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it.each<[string, 'after' | 'before', Place, string[], boolean]>([
    ['pages', 'after', { keys: [null], position: 1, id: 'blank' }, ['faust', 'draft'], true],
    ['pages', 'after', { keys: [300], position: 2, id: 'faust' }, ['draft', 'emma'], false],
    ['pages', 'before', { keys: [300], position: 4, id: 'draft' }, ['blank', 'faust'], false],
    ['pages', 'before', { keys: [401], position: 0, id: 'gone' }, ['draft', 'emma'], true],
    ['-pages', 'after', { keys: [300], position: 4, id: 'draft' }, ['blank'], false],
    ['-pages', 'before', { keys: [null], position: 1, id: 'blank' }, ['faust', 'draft'], true],
    ['-pages', 'before', { keys: [500], position: 0, id: 'gone' }, [], false],
  ])('sorted by %s, two entries %s %j are %j', (path, direction, place, expected, more) => {
    const selection = { type: 'book', publishedOnly: false, sort: [sort(path)] };

    const found = evaluateSeek({ ...selection, limit: 2, from: { direction, place } }, entries, all);

    expect([found.places.map(({ id }) => id), found.more]).toEqual([expected, more]);
  });

  it('begins at the first place when it is sent from nowhere', () => {
    const found = evaluateSeek({ type: 'book', publishedOnly: false, sort: [], limit: 1 }, entries, all);

    expect(found).toEqual({ places: [{ keys: [], position: 1, id: 'blank' }], more: true });
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
    ])('%s %s %j is met by %j', (path, operator, values, expected) => {
      expect(ids({ filter: where(path, operator, ...values) }).sort()).toEqual([...expected].sort());
    });

    it('finds nothing in targets of types that the path does not lead to, but their ids in the linkage', () => {
      expect(ids({ filter: where('author.name', '=', 'boo') })).toEqual([]);
      expect(ids({ filter: where('author.id', '=', 'ghost') })).toEqual(['blank']);
      expect(ids({ filter: where('author.town.name', '=', 'bath') })).toEqual(['emma']);
    });

    it('takes a hidden target for absent when the reader may not see it', () => {
      expect(ids({ filter: where('genres.name', '=', 'love') })).toEqual(['blank', 'emma', 'draft']);
      expect(ids({ filter: where('genres.name!', '=', 'love') })).toEqual(['emma', 'draft']);
      expect(ids({ filter: where('genres.name!', 'IS NULL') })).toEqual(['blank']);
      expect(ids({ filter: where('sequel.author.id!', 'IS NULL') })).toEqual(['blank', 'faust', 'emma']);
      expect(ids({ filter: where('sequel.sequel.title', '=', 'emma') })).toEqual(['blank']);
      expect(ids({ filter: where('sequel.sequel.title!', '=', 'emma') })).toEqual([]);
    });

    it('shows the linkage itself, of hidden targets too', () => {
      expect(ids({ filter: where('genres.id!', '=', 'secret') })).toEqual(['blank', 'draft']);
      expect(ids({ filter: where('sequel.sequel.id!', '=', 'emma') })).toEqual([]);
    });
  });

  describe('an AND group', () => {
    it('speaks of one value of a list', () => {
      expect(
        ids({ filter: and(where('codes', 'STARTS_WITH', 'a'), where('codes', 'ENDS_WITH', '2')) }),
      ).toEqual(['faust']);
      expect(
        ids({ filter: and(where('codes', 'STARTS_WITH', 'a'), and(where('codes', 'ENDS_WITH', '2'))) }),
      ).toEqual(['faust', 'emma']);
    });

    it('speaks of one target of a relationship, at every step', () => {
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

    it('may mean another target in a nested group', () => {
      expect(
        ids({ filter: and(where('genres.id', '=', 'irony'), and(where('genres.parent.id', 'IS NOT NULL'))) }),
      ).toEqual(['emma']);
    });

    it('speaks of one item of a list of compound values', () => {
      expect(ids({ filter: and(where('links.uri', '=', 'a'), where('links.title', '=', 'one')) })).toEqual([
        'emma',
      ]);
      expect(ids({ filter: and(where('links.uri', '=', 'a'), where('links.title', '=', 'two')) })).toEqual([
        'faust',
      ]);
    });

    it('takes places of a list for values and targets of their own', () => {
      expect(ids({ filter: and(where('codes.0', '=', 'a1'), where('codes.1', '=', 'b2')) })).toEqual([
        'emma',
      ]);
      expect(ids({ filter: and(where('codes.0', '=', 'a1'), where('codes', '=', 'b2')) })).toEqual(['emma']);
      expect(
        ids({ filter: and(where('genres.0.id', '=', 'love'), where('genres.id', '=', 'irony')) }),
      ).toEqual(['emma']);
    });

    it('asks IS NULL of the whole path, not of the value that the others speak of', () => {
      expect(
        ids({ filter: and(where('genres.id', '=', 'love'), where('genres.weight', 'IS NULL')) }),
      ).toEqual([]);
      expect(
        ids({ filter: and(where('genres.id', '=', 'drama'), where('genres.weight', 'IS NULL')) }),
      ).toEqual(['faust']);
    });

    it('needs a visible target as soon as one of its conditions does', () => {
      const secret = where('genres.id!', '=', 'secret');

      expect(ids({ filter: and(secret, where('genres.name', '=', 'love')) })).toEqual(['blank', 'draft']);
      expect(ids({ filter: and(secret, where('genres.name!', '=', 'love')) })).toEqual([]);
      expect(ids({ filter: and(where('genres.name!', '=', 'love'), secret) })).toEqual([]);
    });

    it('is met by all when it is empty', () => {
      expect(ids({ filter: and() })).toHaveLength(4);
    });
  });

  describe('an OR group', () => {
    it('is met when one member is, each with a value of its own', () => {
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

    it('is met by none when it is empty', () => {
      expect(ids({ filter: or() })).toEqual([]);
    });
  });

  it('finds nothing where a filter matches nothing', () => {
    const nothing = { kind: 'nothing' } as const;

    expect(ids({ filter: nothing })).toEqual([]);
    expect(ids({ filter: and(where('title', '=', 'emma'), nothing) })).toEqual([]);
    expect(ids({ filter: or(where('title', '=', 'emma'), nothing) })).toEqual(['emma']);
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
    ])('by %j gives %j', (paths, expected) => {
      expect(ids({ sort: paths.map(sort) })).toEqual(expected);
    });

    it('leaves ties in order of creation, descending sorts too', () => {
      expect(ids({ sort: [sort('-author.town.name')] })).toEqual(['emma', 'blank', 'faust', 'draft']);
    });
  });
});

describe('select', () => {
  it('finds the members of a selection, whatever a window shows of them', () => {
    const selection = { type: 'book', publishedOnly: true, filter: where('pages', 'IS NOT NULL') };

    expect(select(selection, entries, all).map(({ id }) => id)).toEqual(['emma', 'faust']);
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

function and(...members: readonly Filter[]): Filter {
  return { kind: 'group', conjunction: 'AND', members };
}

function or(...members: readonly Filter[]): Filter {
  return { kind: 'group', conjunction: 'OR', members };
}

function sort(path: string): Sort {
  if (path.startsWith('-')) return { path: parsePath(path.slice(1)), direction: 'descending' };
  return { path: parsePath(path), direction: 'ascending' };
}

/** Where each relationship of the shelf leads. */
const TARGETS: Readonly<Record<string, string>> = {
  genres: 'genre',
  parent: 'genre',
  author: 'person',
  town: 'town',
  sequel: 'book',
};

/** `genres.0.name` for the reader who sees all, `genres.name!` for the one who sees what is published. */
function parsePath(text: string): FieldPath {
  const publishedOnly = text.endsWith('!');
  const segments = text.replace('!', '').split('.');
  const steps: PathStep[] = [];
  let type = 'book';
  while (TARGETS[segments[0] ?? ''] !== undefined) {
    const name = segments.shift() ?? '';
    const delta = takeDelta(segments);
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
  const compared = property(name === 'pages' || name === 'weight' ? 'integer' : 'string', member);
  const multiple = name === 'codes' || name === 'links';
  const end = { kind: 'property', field: name, property: compared, types: [type], multiple } as const;
  return { text, steps, end: { ...end, ...takeDelta(segments) } };
}

function takeDelta(segments: string[]): { delta?: number } {
  return /^\d+$/.test(segments[0] ?? '') ? { delta: Number(segments.shift()) } : {};
}
