import { ContentModel, type ValueKind } from '@content-service/bundles';
import type {
  Condition,
  EntryQuery,
  EntrySelection,
  FieldPath,
  Filter,
  IndexValue,
  KeysetQuery,
  Operator,
  Sort,
} from '@content-service/entries';
import { getDialect } from '../dialects/index.js';
import { IndexSchema, type IndexedValue } from '../index-tables/index-schema.js';
import { Catalog } from './catalog.js';
import { type GroupAccess, type PageAccess, type PagePlan, toKeysetPage, toOffsetPage } from './plan.js';
import {
  type PageStatistics,
  planGroup,
  planGroupCount,
  planGroupScans,
  type RowGroup,
} from './plan-group.js';
import { planCount, planPage } from './plan-page.js';

const TYPE = 'node--page';
const MILLION = 1_000_000;
const LARGE_TYPE = 10_000;
const SQLITE = getDialect('sqlite:./x.sqlite');
const MYSQL = getDialect('mysql://localhost/x');
const POSTGRES = getDialect('postgres://localhost/x');

const KINDS: Readonly<Record<string, ValueKind>> = {
  title: 'string',
  created: 'timestamp',
  rating: 'integer',
  status: 'boolean',
  body: 'text',
  tags: 'string',
};
const PLACEMENTS: Readonly<Record<string, IndexedValue['placement']>> = { body: 'text', tags: 'multi' };

const toProperty = (field: string): IndexedValue['property'] => {
  return { name: '', kind: KINDS[field]!, caseSensitive: false, scale: 0 };
};

const SCHEMA = new IndexSchema(new ContentModel(1, []), [
  {
    ...{ id: 1, name: TYPE, table: 'ix_1', present: true, since: 1, layout: 1, search: [] },
    values: Object.keys(KINDS).map((field, n) => ({
      ...{ id: n + 1, field, property: toProperty(field), ready: true },
      ...{ placement: PLACEMENTS[field] ?? 'column', multiple: PLACEMENTS[field] === 'multi' },
    })),
    references: [{ id: 20, field: 'next', ready: true, placement: 'linkage' }],
  },
]);

function toPath(field: string): FieldPath {
  const multiple = PLACEMENTS[field] === 'multi';
  return {
    text: field,
    steps: [],
    end: { kind: 'property', field, property: toProperty(field), types: [TYPE], multiple },
  };
}

function where(field: string, operator: Operator = '=', ...values: readonly IndexValue[]): Condition {
  return { kind: 'condition', operator, values: values.length > 0 ? values : ['x'], path: toPath(field) };
}

/** The condition that the linkage of `next` has an id. */
function refersTo(operator: Operator = '='): Condition {
  const step = { field: 'next', sourceTypes: [TYPE], targetTypes: [TYPE], multiple: true };
  const path = { text: 'next.id', steps: [{ ...step, publishedTargetsOnly: false }], end: { kind: 'id' } };
  return { kind: 'condition', operator, values: ['x'], path: path as FieldPath };
}

function sortBy(...names: readonly string[]): Sort[] {
  return names.map((name) => ({
    path: toPath(name.replace('-', '')),
    direction: name.startsWith('-') ? 'descending' : 'ascending',
    publishedOnly: false,
  }));
}

const QUERY: EntryQuery = { type: TYPE, publishedOnly: false, sort: [], offset: 0, limit: 50 };

function createStatistics(total: number): PageStatistics {
  return { catalog: new Catalog(SCHEMA), total, largeType: LARGE_TYPE };
}

/** Plans a page whose group has so many members. */
function planWithGroup(query: EntryQuery, size: number, total = MILLION, dialect = SQLITE): PagePlan {
  const statistics = createStatistics(total);
  const group = findGroup(query, total, dialect);
  return planPage(toOffsetPage(query), { ...statistics, group: { group: group!, size } }, dialect);
}

function findGroup(query: EntryQuery, total: number, dialect = SQLITE): RowGroup | undefined {
  const statistics = createStatistics(total);
  return planGroup(
    toOffsetPage(query),
    statistics.catalog.findType(TYPE)!,
    statistics,
    dialect.choosesIndexByLimit,
  );
}

function planFirst(query: Partial<EntryQuery>, dialect = SQLITE, total = MILLION): PageAccess {
  return planPage(toOffsetPage({ ...QUERY, ...query }), createStatistics(total), dialect).accesses[0]!;
}

/** The access of a plan that begins with a group. */
function toGroupAccess({ accesses: [first] }: PagePlan): GroupAccess {
  if (first?.kind !== 'group') throw new Error('The plan begins otherwise.');
  return first;
}

describe('planPage', () => {
  it.each<[string, Partial<EntryQuery>, PageAccess['kind']]>([
    ['no filter and no sort', {}, 'order'],
    ['a sort by an indexed value', { sort: sortBy('-created') }, 'order'],
    ['a sort by two values', { sort: sortBy('rating', 'title') }, 'prefix'],
    ['a sort by a value without an index', { sort: sortBy('status') }, 'scan'],
    ['a sort by a field with several values', { sort: sortBy('tags') }, 'scan'],
    ['a filter by an indexed value', { filter: where('title'), sort: sortBy('-created') }, 'lookup'],
    ['a filter by linkage', { filter: refersTo() }, 'lookup'],
    ['a filter that no index answers', { filter: where('title', 'CONTAINS') }, 'scan'],
  ])('of a query with %s is the access %s', (_, query, kind) => {
    expect(planFirst(query)).toMatchObject({ kind });
  });

  it('reads as many rows of the index of an order as a page needs, and one more', () => {
    expect(planFirst({ sort: sortBy('title'), offset: 100 }).estimate).toEqual({
      rows: 151,
      milliseconds: expect.closeTo(0.0302),
    });
  });

  it('has no access for an unknown type, and notes that the index schema may be stale', () => {
    const statistics = createStatistics(0);

    const plan = planPage(toOffsetPage({ ...QUERY, type: 'node--unknown' }), statistics, SQLITE);

    expect(plan.accesses).toEqual([]);
    expect(statistics.catalog.isStale).toBe(true);
  });

  it('is a plain value', () => {
    const plan = planWithGroup({ ...QUERY, filter: refersTo(), sort: sortBy('-created') }, 20_000);

    expect(structuredClone(plan)).toEqual(plan);
  });

  it('sorts the members of a tiny group among a million entries', () => {
    const plan = planWithGroup({ ...QUERY, filter: refersTo(), sort: sortBy('-created') }, 10);

    expect(plan.accesses).toMatchObject([
      { kind: 'lookup', filter: { kind: 'relationship', lookup: 'list' }, estimate: { rows: 10 } },
    ]);
  });

  it('reads the index of the order for a large group, and sorts the members if they lie beyond its reach', () => {
    const plan = planWithGroup({ ...QUERY, filter: refersTo(), sort: sortBy('-created') }, 20_000);

    expect(plan.accesses).toMatchObject([
      {
        kind: 'group',
        filter: { kind: 'always' },
        order: { keys: [{ source: { value: { field: 'created' } } }] },
      },
      { kind: 'lookup' },
    ]);
  });

  // √(51 rows · 1,000,000 entries / cost of a row): 7,141.4 for 1, 3,193.7 for 5, 18,894.4 for 1/7.
  it.each<[string, Filter, number, GroupAccess['comparison'] | undefined]>([
    ['7,141 entries of a value', where('rating'), 7141, undefined],
    ['7,142 entries of a value', where('rating'), 7142, 'compare'],
    ['3,193 linked entries', refersTo(), 3193, undefined],
    ['3,194 linked entries', refersTo(), 3194, 'list'],
    ['18,894 linked entries', refersTo(), 18_894, 'list'],
    ['18,895 linked entries', refersTo(), 18_895, 'probe'],
  ])('compares the rows of the order with %s: %4$s', (_, filter, size, comparison) => {
    const [first] = planWithGroup({ ...QUERY, filter, sort: sortBy('-created') }, size).accesses;

    expect(first?.kind === 'group' ? first.comparison : undefined).toBe(comparison);
  });

  it('looks for a page within four times as many rows as it is expected in', () => {
    const plan = planWithGroup({ ...QUERY, filter: refersTo() }, 20_000);

    expect(toGroupAccess(plan)).toMatchObject({
      reach: { row: (4 * 51 * MILLION) / 20_000 },
      estimate: { rows: 2550 },
    });
  });

  it.each([
    [600, undefined],
    [601, 9984],
  ])('reads the order of 10,000 entries for 150 of %i members up to row %j', (size, row) => {
    const plan = planWithGroup({ ...QUERY, filter: refersTo(), limit: 149 }, size, LARGE_TYPE);

    expect(toGroupAccess(plan).reach?.row).toBe(row);
  });

  it('reads the rest of the order within the entries of the first key', () => {
    const query = { ...QUERY, sort: sortBy('rating', '-title') };
    const statistics = createStatistics(MILLION);
    const group = { group: findGroup(query, MILLION)!, size: 50_000, firstKey: 3n };

    const plan = planPage(toOffsetPage(query), { ...statistics, group }, SQLITE);

    expect(plan.accesses).toMatchObject([
      {
        ...{ kind: 'group', comparison: 'compare', keys: [3n] },
        members: { kind: 'key', key: { source: { value: { field: 'rating' } } }, value: 3n },
        order: { keys: [{ source: { value: { field: 'title' } } }] },
      },
      { kind: 'prefix' },
    ]);
  });

  it.each([
    [1000, false],
    [1001, true],
  ])('reads an offset of %i rows as heavy: %s', (offset, isHeavy) => {
    expect(planFirst({ offset }).isHeavy).toBe(isHeavy);
  });

  it.each<[string, string[], typeof SQLITE, number | bigint | undefined]>([
    ['MySQL, a descending title', ['-title'], MYSQL, 51n],
    ['MySQL, a title', ['title'], MYSQL, undefined],
    ['MySQL, the newest', ['-created'], MYSQL, undefined],
    ['MySQL, the oldest', ['created'], MYSQL, 51n],
    ['MySQL, two keys', ['rating', 'title'], MYSQL, 51n],
    ['MySQL, a value without an index', ['status'], MYSQL, undefined],
    ['SQLite, a descending title', ['-title'], SQLITE, undefined],
    ['PostgreSQL, two keys', ['rating', 'title'], POSTGRES, undefined],
  ])('reads the sort key at the end of the page first on %s', (_, sort, dialect, row) => {
    expect(planFirst({ sort: sortBy(...sort) }, dialect)).toHaveProperty('sortBound', row);
  });

  it('reads unpublished entries apart where they sort as if they had no value', () => {
    const sort = sortBy('title').map((key) => ({ ...key, publishedOnly: true }));

    expect(planFirst({ sort })).toMatchObject({
      order: {
        parts: [
          { state: 'unpublished', range: 'all' },
          { state: 'published', range: 'all' },
        ],
      },
    });
    expect(planFirst({ sort, publishedOnly: true })).toMatchObject({
      order: { parts: [{ state: 'any', range: 'all' }] },
    });
  });

  it('reads entries without a value apart behind a bound of PostgreSQL', () => {
    const position = { keys: ['t'], position: 1, id: '00000000-0000-0000-0000-000000000000' };
    const bound = { direction: 'after', position } as const;
    const query: KeysetQuery = { type: TYPE, publishedOnly: false, sort: sortBy('-title'), limit: 50, bound };
    const toRanges = (dialect: typeof SQLITE): unknown =>
      planPage(toKeysetPage(query), createStatistics(0), dialect).accesses.map(
        (access) => 'order' in access && access.order.parts.map(({ range }) => range),
      );

    expect(toRanges(POSTGRES)).toEqual([['behind with a value', 'without a value']]);
    expect(toRanges(SQLITE)).toEqual([['behind']]);
  });
});

describe('planGroup', () => {
  it('finds groups in types of 10,000 entries and more', () => {
    const query = { ...QUERY, filter: refersTo() };

    expect(findGroup(query, LARGE_TYPE - 1)).toBeUndefined();
    expect(findGroup(query, LARGE_TYPE)).toMatchObject({ kind: 'filter' });
  });

  it('finds none for a page behind the last entry', () => {
    const query = { ...QUERY, filter: refersTo() };

    expect(findGroup({ ...query, offset: LARGE_TYPE - 50 }, LARGE_TYPE)).toBeUndefined();
    expect(findGroup({ ...query, offset: LARGE_TYPE - 51 }, LARGE_TYPE)).toMatchObject({ kind: 'filter' });
  });

  it('leaves the choice between the indexes of own values to engines that consider the limit', () => {
    const query = { ...QUERY, filter: where('rating'), sort: sortBy('-created') };

    expect(findGroup(query, MILLION, POSTGRES)).toBeUndefined();
    expect(findGroup(query, MILLION, SQLITE)).toMatchObject({ kind: 'filter' });
    expect(findGroup({ ...query, filter: refersTo() }, MILLION, POSTGRES)).toMatchObject({ kind: 'filter' });
  });

  it.each<[string, Partial<EntryQuery>]>([
    ['without an index for the order', { filter: refersTo(), sort: sortBy('status') }],
    ['with a filter and an order by two keys', { filter: refersTo(), sort: sortBy('rating', 'title') }],
    ['of one sort key', { sort: sortBy('rating') }],
    ['whose filter no index answers', { filter: where('title', 'CONTAINS') }],
  ])('finds none for a page %s', (_, query) => {
    expect(findGroup({ ...QUERY, ...query }, MILLION)).toBeUndefined();
  });
});

describe('planGroupCount', () => {
  // 1,428 rows: √(1,428 · 1,000,000 · 7) = 99,980.
  it.each([
    [1428, { maximum: 99_980, isHeavy: true }],
    [1429, undefined],
  ])('counts linked entries for a page of %i rows: %j', (rows, count) => {
    expect(planCountOf({ ...QUERY, filter: refersTo(), limit: rows - 1 })).toEqual(count);
  });

  it.each([
    [100, false],
    [101, true],
  ])('counts the entries of a value for a page of %i rows as heavy: %s', (rows, isHeavy) => {
    expect(planCountOf({ ...QUERY, filter: where('rating'), limit: rows - 1 })).toMatchObject({ isHeavy });
  });

  function planCountOf(query: EntryQuery): unknown {
    const group = findGroup(query, MILLION)!;
    return planGroupCount(group, planGroupScans(group, query.limit + 1, MILLION), false);
  }
});

describe('planCount', () => {
  it.each<[string, Partial<EntrySelection>, string]>([
    ['without a filter', {}, 'counter'],
    ['of linked entries', { filter: refersTo() }, 'list'],
    ['of values of a field with several', { filter: where('tags') }, 'list'],
    ['of linked entries that are published', { filter: refersTo(), publishedOnly: true }, 'rows'],
    ['of linked entries that are compared one by one', { filter: refersTo('<>') }, 'rows'],
    ['of a value', { filter: where('title') }, 'rows'],
  ])('a total %s is found by %3$s', (_, selection, kind) => {
    const plan = planCount({ type: TYPE, publishedOnly: false, ...selection }, createStatistics(0));

    expect(plan?.kind).toBe(kind);
  });

  it.each([
    [50_000, false],
    [50_001, true],
  ])('is heavy in a type of %i entries: %s', (total, isHeavy) => {
    const selection = { type: TYPE, publishedOnly: false, filter: where('title') };

    expect(planCount(selection, createStatistics(total))).toMatchObject({ isHeavy });
  });
});

describe('planFilter', () => {
  it.each<[Operator, string]>([
    ['=', 'list'],
    ['IN', 'list'],
    ['STARTS_WITH', 'list'],
    ['CONTAINS', 'probe'],
    ['>', 'probe'],
    ['<>', 'probe'],
  ])('finds values by the operator %s in a %s', (operator, lookup) => {
    expect(planFirst({ filter: where('tags', operator) })).toMatchObject({
      filter: { kind: 'values', lookup },
    });
  });

  it('compares long texts row by row, which have no index', () => {
    expect(planFirst({ filter: where('body') })).toMatchObject({
      filter: { kind: 'values', lookup: 'probe' },
    });
  });
});
