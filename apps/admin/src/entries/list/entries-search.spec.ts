import type { Field } from '../../management-api/resources.js';
import type { ResourceType } from '../resource-type.js';
import { buildEntriesQuery, buildLabelQuery, parseEntriesSearch } from './entries-search.js';

const field = (name: string, type: string): Field => ({
  name,
  type,
  label: name,
  required: false,
  cardinality: 1,
  settings: {},
});
const TITLE = field('title', 'string');
const ARTICLE = {
  labelField: TITLE,
  allFields: [TITLE, field('changed', 'timestamp'), field('uid', 'entity_reference')],
} as unknown as ResourceType;

describe('buildEntriesQuery', () => {
  it('sorts by the last change without search parameters', () => {
    expect(buildEntriesQuery(ARTICLE, {})).toEqual({
      filters: [],
      sort: '-changed',
      include: [],
      limit: 25,
      offset: 0,
    });
  });

  it('has the search text, status, filters, sort and page', () => {
    const search = parseEntriesSearch({
      q: 'tram',
      status: 'unpublished',
      filters: [
        { path: 'uid', operator: 'IS NULL', value: '' },
        { path: 'changed', operator: '>', value: '2026-01-01' },
      ],
      sort: 'title',
      offset: 50,
      size: 100,
    });

    expect(buildEntriesQuery(ARTICLE, search)).toEqual({
      filters: [
        { path: 'uid', operator: 'IS NULL' },
        { path: 'changed', operator: '>', value: '2026-01-01' },
        { path: 'status', operator: '=', value: '0' },
      ],
      fulltext: 'tram*',
      sort: 'title',
      include: [],
      limit: 100,
      offset: 50,
    });
  });

  it('has alternatives as groups, with a group of their own for days', () => {
    const on = { path: 'changed', operator: 'on', value: '2026-01-01' };
    const search = parseEntriesSearch({
      filters: [
        { any: [{ path: 'title', operator: '=', value: 'a' }, on] },
        { any: [] },
        { any: [{ path: 'x' }] },
      ],
    });
    const [days] = [buildEntriesQuery(ARTICLE, { filters: [on] }).filters ?? []];

    expect(buildEntriesQuery(ARTICLE, search).filters).toEqual([
      {
        conjunction: 'OR',
        filters: [
          { path: 'title', operator: '=', value: 'a' },
          days.length === 1 ? days[0] : { conjunction: 'AND', filters: days },
        ],
      },
    ]);
  });

  it('leaves the order of a search to the service', () => {
    expect(buildEntriesQuery(ARTICLE, { q: 'night tra' })).toMatchObject({
      fulltext: 'night* tra*',
      sort: undefined,
    });
  });

  it('searches the label for a text without a word', () => {
    expect(buildEntriesQuery(ARTICLE, { q: '&' })).toEqual(buildLabelQuery(ARTICLE, { q: '&' }));
  });

  it('includes the targets of reference columns', () => {
    expect(buildEntriesQuery(ARTICLE, { columns: ['uid', 'changed'] }).include).toEqual(['uid']);
  });
});

describe('buildLabelQuery', () => {
  it('has the text as part of the label, the latest change first', () => {
    expect(buildLabelQuery(ARTICLE, { q: 'tram' })).toMatchObject({
      filters: [{ path: 'title', operator: 'CONTAINS', value: 'tram' }],
      sort: '-changed',
    });
  });
});

describe('parseEntriesSearch', () => {
  it('omits invalid search parameters', () => {
    const search = {
      q: '',
      status: 'x',
      filters: ['y', { path: 'a' }],
      sort: 1,
      columns: [2, 'a'],
      offset: -1,
      size: 1000,
      view: 'map',
    };

    expect(parseEntriesSearch(search)).toEqual({ filters: [], columns: ['a'] });
  });
});
