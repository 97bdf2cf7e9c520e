import { ContentModel, defineField, type Field, UNLIMITED } from '@content-service/bundles';
import { ANONYMOUS } from '@content-service/scopes';
import { resolveCondition, resolveInclude, resolveSort } from './resolve-query.js';
import type { Filter, Operator, Sort } from './entry-query.js';
import { COMPLEXITY, estimateComplexity, QueryTooComplex, requireComplexity } from './query-complexity.js';

const reference = (name: string, targets: readonly string[], cardinality = 1): Field =>
  defineField(name, 'entity_reference', { cardinality, settings: { targetTypes: [...targets] } });

const model = new ContentModel(1, [
  {
    entityType: 'node',
    bundle: 'article',
    label: 'Article',
    since: 1,
    fields: [
      defineField('body', 'text_with_summary'),
      defineField('words', 'string', { cardinality: UNLIMITED }),
      defineField('rating', 'integer'),
      reference('next', ['node--article']),
      reference('related', ['node--article'], UNLIMITED),
      reference('either', ['node--article', 'node--page'], UNLIMITED),
    ],
  },
  { entityType: 'node', bundle: 'page', label: 'Page', since: 1, fields: [] },
]);
const type = model.find('node--article')!;
const context = { model, type, principal: ANONYMOUS };

/** The default of `queryComplexityMaximum`. */
const MAXIMUM = 1200;

describe('estimateComplexity of one condition', () => {
  it.each<[string, Operator, string, number]>([
    ['title', '=', 'x', 2],
    ['title', '<>', 'x', 1],
    ['title', 'CONTAINS', 'x', 4],
    ['title', 'STARTS_WITH', 'x', 4],
    ['title', 'IS NULL', '', 1],
    ['id', 'CONTAINS', 'x', 60],
    ['body.value', '=', 'x', 35],
    ['body.value', 'IS NULL', '', 35],
    ['body.value', 'ENDS_WITH', 'x', 35],
    ['body.value', 'CONTAINS', 'x', 75],
    ['words', '<>', 'x', 17],
    ['words', 'CONTAINS', 'x', 17],
    ['next.id', '<>', 'x', 1],
    ['next', 'IS NULL', '', 14],
    ['next.title', '<>', 'x', 13 + 1],
    ['next.title', '=', 'x', 40 + 2],
    ['related.title', '=', 'x', 110 + 2],
    ['related.title', '<>', 'x', 3 * 13 + 3],
    ['related.0.title', '<>', 'x', 13 + 1],
    ['related.related.title', '<>', 'x', (3 + 9) * 13 + 9],
    ['related.body.value', 'CONTAINS', 'x', 3 * 13 + 3 * 75],
    ['related.title', 'IS NULL', '', 3 * 95 + 3],
    ['either.title', '<>', 'x', 3 * 2 * 13 + 3],
  ])('%s %s %s costs %i', (path, operator, value, expected) => {
    const filter = condition(path, operator, value === '' ? [] : [value]);

    expect(estimateComplexity({ filter }).total).toBeLessThanOrEqual(expected);
    expect(estimateComplexity({ filter }).total).toBeGreaterThanOrEqual(expected - 1);
  });

  it('adds a small cost for each further value of a list', () => {
    const values = Array.from({ length: 101 }, (_, n) => `x${n}`);

    expect(estimateComplexity({ filter: condition('title', 'NOT IN', values) }).total).toBe(1 + 30);
  });
});

describe('estimateComplexity of several conditions', () => {
  it('adds up the members of nested groups', () => {
    const one = condition('title', 'CONTAINS', ['x']);
    const inner: Filter = { kind: 'group', conjunction: 'OR', members: [one, one] };

    expect(
      estimateComplexity({ filter: { kind: 'group', conjunction: 'AND', members: [one, inner] } }).total,
    ).toBe(12);
  });

  it('counts the walk of a lookup once for different values, and each time for the same value', () => {
    const different = Array.from({ length: 60 }, (_, n) => condition('related.title', '=', [`x${n}`]));
    const same = Array.from({ length: 60 }, () => condition('related.title', '=', ['x']));

    expect(estimateComplexity({ filter: createOrGroup(different) }).total).toBeLessThan(MAXIMUM / 2);
    expect(estimateComplexity({ filter: createOrGroup(same) }).total).toBeGreaterThan(5 * MAXIMUM);
  });

  it('returns the part with the greatest cost and its count', () => {
    const expensive = Array.from({ length: 3 }, () => condition('body.value', 'CONTAINS', ['x']));

    expect(
      estimateComplexity({ filter: createOrGroup([condition('title', '=', ['x']), ...expensive]) }).greatest,
    ).toEqual({
      parameter: 'filter',
      name: 'CONTAINS on body.value',
      count: 3,
      cost: 3 * COMPLEXITY.longTextContains,
    });
  });
});

describe('estimateComplexity of a sort', () => {
  it.each([
    ['title', 1],
    ['words', 60],
    ['body.value', 90],
    ['next.title', 40 + 1],
    ['related.title', 3 * 40 + 3],
    ['related.related.title', 12 * 40 + 9],
  ])('by %s costs %i', (path, expected) => {
    expect(estimateComplexity({ sort: [sortBy(path)] }).total).toBe(expected);
  });
});

describe('estimateComplexity of an include', () => {
  it('counts every relationship of the tree once', () => {
    const include = resolveInclude(['related.next', 'related.related', 'next'], [type], model, 9);

    expect(estimateComplexity({ include })).toEqual({
      total: 4 * COMPLEXITY.include,
      greatest: { parameter: 'include', name: 'related', count: 2, cost: 2 * COMPLEXITY.include },
    });
  });
});

describe('requireComplexity', () => {
  it('accepts an empty query and one that costs exactly the maximum', () => {
    requireComplexity({}, 1);
    requireComplexity({ filter: condition('title', 'CONTAINS', ['x']) }, 4);
  });

  it('throws QueryTooComplex with the cost, the maximum and the part with the greatest cost', () => {
    const filter = createOrGroup(
      Array.from({ length: 249 }, () => condition('body.value', 'CONTAINS', ['x'])),
    );

    expect(() => {
      requireComplexity({ filter }, MAXIMUM);
    }).toThrow(
      expect.objectContaining({
        constructor: QueryTooComplex,
        code: 'invalid_parameter',
        source: { parameter: 'filter' },
        meta: { complexity: 18675, maximum: MAXIMUM },
        message:
          'The query is too complex: it costs 18675, at most 1200 are allowed. Most of it, 18675, is for ' +
          `CONTAINS on body.value (249 times) in 'filter'; ask for less of it, or in several queries.`,
      }),
    );
  });

  it('names the parameter sort when it has the greatest cost', () => {
    const sort = Array.from({ length: 20 }, () => sortBy('related.related.related.related.related.title'));

    expect(() => {
      requireComplexity({ filter: condition('title', '=', ['x']), sort }, MAXIMUM);
    }).toThrow(expect.objectContaining({ source: { parameter: 'sort' } }));
  });
});

function condition(path: string, operator: Operator, values: readonly string[]): Filter {
  const written = { path, operator, values, pathParameter: 'filter', valueParameter: 'filter' };
  return resolveCondition(written, context);
}

const createOrGroup = (members: readonly Filter[]): Filter => ({ kind: 'group', conjunction: 'OR', members });

function sortBy(path: string): Sort {
  const sort = resolveSort(path, 'ascending', 'sort', context);
  if (sort === undefined) throw new Error(`${path} is hidden.`);
  return sort;
}
