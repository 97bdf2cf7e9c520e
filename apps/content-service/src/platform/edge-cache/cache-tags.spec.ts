import type { Filter } from '@content-service/entries';
import { createTags, getDependencies, getQueriedTypes } from './cache-tags.js';

const ARTICLE = { type: 'node--article', id: '11111111-1111-4111-8111-111111111111' };
const TAG = { type: 'taxonomy_term--tags', id: '22222222-2222-4222-8222-222222222222' };
const SITE = ['model', 'settings'];

describe('createTags', () => {
  it('tags model, settings, each type, each list and each entry once', () => {
    const tags = createTags({ entries: [ARTICLE, TAG, ARTICLE], types: ['node--article'] }, 8000);

    expect(tags).toEqual([
      ...SITE,
      ...['node--article', 'taxonomy_term--tags', 'node_list:article'],
      ...[`node:${ARTICLE.id}`, `taxonomy_term:${TAG.id}`],
    ]);
  });

  it('replaces the tags of entries by those of lists above the limit, which counts separators', () => {
    const dependencies = { entries: [ARTICLE, TAG], types: [] };
    const all = createTags(dependencies, 8000)?.join(' ') ?? '';

    expect(createTags(dependencies, all.length)).toHaveLength(6);
    expect(createTags(dependencies, all.length - 1)).toEqual([
      ...SITE,
      ...['node--article', 'taxonomy_term--tags', 'node_list:article', 'taxonomy_term_list:tags'],
    ]);
  });

  it('gives no tags when those of lists exceed the limit as well', () => {
    const types = Array.from({ length: 300 }, (_, n) => `node--type_with_a_long_name_${n}`);

    expect(createTags({ entries: [], types }, 8000)).toBeUndefined();
  });
});

describe('getDependencies', () => {
  it('has shown, included and omitted entries', () => {
    const omitted = { type: 'node--page', id: '33333333-3333-4333-8333-333333333333' };
    const result = { entries: [ARTICLE], included: [TAG], omitted: [omitted] };

    expect(getDependencies(result).entries).toEqual([ARTICLE, TAG, omitted]);
    expect(getDependencies({ host: ARTICLE, included: undefined, omitted: [] }).entries).toEqual([ARTICLE]);
    expect(getDependencies({ entry: ARTICLE, included: [], omitted: [] }).entries).toEqual([ARTICLE]);
  });
});

describe('getQueriedTypes', () => {
  const type = { name: 'node--article' } as Parameters<typeof getQueriedTypes>[0]['type'];
  const through = (...targetTypes: readonly string[]): Filter => {
    const step = {
      field: 'field',
      sourceTypes: [],
      targetTypes,
      multiple: false,
      publishedTargetsOnly: true,
    };
    const path = { text: 'field.id', steps: [step], end: { kind: 'id' } } as const;
    return { kind: 'condition', path, operator: '=', values: [] };
  };

  it('is the type of the collection alone without filter and sort', () => {
    expect(getQueriedTypes({ type, sort: [] })).toEqual(['node--article']);
    expect(getQueriedTypes({ type, sort: [], filter: { kind: 'nothing' } })).toEqual(['node--article']);
  });

  it('has the types that conditions of all groups and sorts cross', () => {
    const inner: Filter = { kind: 'group', conjunction: 'OR', members: [through('node--page')] };
    const filter: Filter = {
      kind: 'group',
      conjunction: 'AND',
      members: [through('taxonomy_term--tags'), inner],
    };
    const condition = through('user--user');
    const sort =
      condition.kind === 'condition'
        ? [{ path: condition.path, direction: 'ascending', publishedOnly: true } as const]
        : [];

    expect(getQueriedTypes({ type, filter, sort })).toEqual([
      ...['node--article', 'taxonomy_term--tags', 'node--page', 'user--user'],
    ]);
  });
});
