import { type Bundle, ContentModel, defineField, type Field } from '@content-service/bundles';
import { ANONYMOUS, type Principal, ScopeSet } from '@content-service/scopes';
import { InvalidPath } from './query.errors.js';
import { resolveCondition, resolveSort } from './resolve-query.js';

const reference = (name: string, targets: string[], cardinality = 1): Field =>
  defineField(name, 'entity_reference', { cardinality, settings: { targetTypes: targets } });

const bundle = (entityType: string, name: string, fields: Field[] = []): Bundle => ({
  entityType,
  bundle: name,
  label: name,
  fields,
  since: 1,
});

const model = new ContentModel(1, [
  bundle('node', 'article', [
    defineField('body', 'text_with_summary'),
    defineField('field_rating', 'integer'),
    defineField('field_data', 'json'),
    defineField('field_multi', 'string', { cardinality: 3 }),
    reference('field_tags', ['taxonomy_term--tags'], -1),
    reference('field_any', ['node--article', 'node--page']),
    reference('field_related', ['node--article'], -1),
  ]),
  bundle('node', 'page', [defineField('field_rating', 'decimal')]),
  bundle('taxonomy_term', 'tags'),
]);

const editor: Principal = { kind: 'client', clientId: 'c', scopes: ScopeSet.of('content:administer') };

function context(principal: Principal = ANONYMOUS): Parameters<typeof resolveSort>[3] {
  const type = model.find('node--article');
  if (type === undefined) throw new Error('The model has articles.');
  return { model, type, principal };
}

const condition = (path: string, operator = '=' as const, values = ['x'], principal: Principal = ANONYMOUS) =>
  resolveCondition(
    { path, operator, values, pathParameter: 'filter[x][path]', valueParameter: 'filter[x][value]' },
    context(principal),
  );

describe('resolvePath', () => {
  it('resolves a field of the type itself', () => {
    expect(condition('title')).toMatchObject({
      path: {
        steps: [],
        end: { kind: 'property', field: 'title', types: ['node--article'], multiple: false },
      },
    });
  });

  it('resolves relationships, with published targets only for a principal without the scope', () => {
    expect(condition('field_tags.parent.name')).toMatchObject({
      path: {
        steps: [
          {
            field: 'field_tags',
            multiple: true,
            targetTypes: ['taxonomy_term--tags'],
            publishedTargetsOnly: true,
          },
          { field: 'parent', sourceTypes: ['taxonomy_term--tags'], publishedTargetsOnly: true },
        ],
        end: { field: 'name' },
      },
    });
    expect(condition('field_tags.name', '=', ['x'], editor)).toMatchObject({
      path: { steps: [{ publishedTargetsOnly: false }] },
    });
  });

  it('resolves .id to the linkage, including unpublished targets', () => {
    expect(condition('field_tags.0.id', '=', ['a0000000-0000-4000-8000-000000000003'])).toMatchObject({
      path: { steps: [{ delta: 0, publishedTargetsOnly: false }], end: { kind: 'id' } },
    });
  });

  it('follows only the target types that have the next segment', () => {
    expect(condition('field_any.field_tags.name')).toMatchObject({
      path: { steps: [{ targetTypes: ['node--article'] }, { field: 'field_tags' }] },
    });
  });

  it('resolves a delta', () => {
    expect(condition('field_multi.1')).toMatchObject({ path: { end: { field: 'field_multi', delta: 1 } } });
  });

  it('resolves a path to a hidden field to MatchNone without the scope', () => {
    expect(condition('uid.name')).toEqual({ kind: 'nothing' });
    expect(resolveSort('uid.name', 'ascending', 'sort', context())).toBeUndefined();
    expect(condition('uid.name', '=', ['x'], editor)).toMatchObject({ kind: 'condition' });
  });

  it('rejects more than eight relationships', () => {
    const through = (steps: number): string => `${'field_related.'.repeat(steps)}title`;

    expect(condition(through(8))).toMatchObject({ path: { end: { field: 'title' } } });
    expect(() => condition(through(9))).toThrow(
      'goes through more than 8 relationships; at most 8 are allowed.',
    );
    expect(() => condition(through(10_000))).toThrow(InvalidPath);
  });

  it.each([
    ['', 'A field name is missing'],
    ['nope', "Unknown field 'nope'"],
    ['Title', "Unknown field 'Title'"],
    ['field_tags', 'end it with .id'],
    ['field_tags..name', "Unknown field ''"],
    ['field_tags.x.id', "Unknown field 'x'"],
    ['field_tags.id.id', "Nothing can follow 'id'"],
    ['body', 'must end in a property of body: value, format, summary'],
    ['body.processed', "'processed' in 'body.processed' is not a property"],
    ['title.value', "Nothing can follow 'title'"],
    ['field_data', 'cannot be compared'],
    ['field_any.field_rating', 'differs between node--article, node--page'],
    ['__proto__', "Unknown field '__proto__'"],
  ])('rejects "%s": %s', (path, message) => {
    expect(() => condition(path)).toThrow(InvalidPath);
    expect(() => condition(path)).toThrow(message);
    expect(() => condition(path)).toThrow(
      expect.objectContaining({ source: { parameter: 'filter[x][path]' } }),
    );
  });
});

describe('resolveCondition', () => {
  const resolve = (operator: '=' | '<>' | 'IN' | 'NOT IN' | 'IS NULL' | '>', values: string[]) =>
    resolveCondition(
      { path: 'id', operator, values, pathParameter: 'filter', valueParameter: 'filter' },
      context(),
    );
  const id = 'a0000000-0000-4000-8000-000000000003';

  it('replaces values that no entry can have', () => {
    expect(resolve('=', ['abc'])).toEqual({ kind: 'nothing' });
    expect(resolve('>', ['abc'])).toEqual({ kind: 'nothing' });
    expect(resolve('<>', ['abc'])).toMatchObject({ operator: 'IS NOT NULL', values: [] });
    expect(resolve('IN', ['abc', id])).toMatchObject({ operator: 'IN', values: [id] });
    expect(resolve('IN', ['abc'])).toEqual({ kind: 'nothing' });
    expect(resolve('NOT IN', ['abc'])).toMatchObject({ operator: 'IS NOT NULL', values: [] });
  });

  it('accepts IS NULL on a relationship', () => {
    const bare = { path: 'field_tags', operator: 'IS NULL', values: [] } as const;

    expect(
      resolveCondition({ ...bare, pathParameter: 'filter', valueParameter: 'filter' }, context()),
    ).toMatchObject({ path: { steps: [{ field: 'field_tags' }], end: { kind: 'id' } } });
  });
});
