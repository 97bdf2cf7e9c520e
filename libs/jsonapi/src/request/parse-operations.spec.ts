import type { DomainError, Json, JsonObject, AggregateDomainError } from '@content-service/kernel';
import { toUuid } from '../articles.fixture.js';
import { parseOperations } from './parse-operations.js';

const type = 'node--article';
const tags = 'taxonomy_term--tags';
const id = toUuid('a', 1);
const made = toUuid('b', 1);

const apiRoot = { baseUrl: 'https://cms.example/site', prefix: '/api' };

const parse = (operations: Json): ReturnType<typeof parseOperations> =>
  parseOperations({ 'atomic:operations': operations }, { maximum: 3, newId: () => made, apiRoot });

describe('parseOperations', () => {
  it.each<[string, Json, object]>([
    [
      'a new entry',
      { op: 'add', data: { type, attributes: { title: 'x' } } },
      { kind: 'create', type, id: made, draft: { attributes: { title: 'x' } } },
    ],
    [
      'a new entry with an id',
      { op: 'add', data: { type, id, lid: 'x' } },
      { kind: 'create', type, id, draft: {} },
    ],
    ['a change', { op: 'update', data: { type, id } }, { kind: 'update', type, id, draft: {} }],
    [
      'a change that names its entry twice',
      { op: 'update', ref: { type, id: id.toUpperCase() }, data: { type, id } },
      {
        kind: 'update',
        type,
        id,
        draft: {},
        source: { pointer: '/atomic:operations/0', targetPointer: '/ref' },
      },
    ],
    ['a deletion', { op: 'remove', ref: { type, id } }, { kind: 'delete', type, id }],
    [
      'an addition to a relationship',
      { op: 'add', ref: { type, id, relationship: 'field_tags' }, data: [{ type: tags, id }] },
      { kind: 'linkage', linkageOperation: 'add', type, id, field: 'field_tags', data: [{ type: tags, id }] },
    ],
    [
      'a relationship that is replaced',
      { op: 'update', ref: { type, id, relationship: 'field_main_tag' }, data: null },
      { kind: 'linkage', linkageOperation: 'replace', type, id, field: 'field_main_tag', data: null },
    ],
    [
      'a removal from a relationship, with members that say nothing',
      { op: 'remove', ref: { type, id, relationship: 'field_tags' }, data: [], meta: {} },
      { kind: 'linkage', linkageOperation: 'remove', type, id, field: 'field_tags', data: [] },
    ],
  ])('%s', (_, operation, expected) => {
    expect(parse([operation])).toEqual([
      {
        source: { pointer: '/atomic:operations/0', targetPointer: expect.any(String) as string },
        ...expected,
      },
    ]);
  });

  it.each([
    (path: string) => path,
    (path: string) => `/site/api/${path}`,
    (path: string) => `https://cms.example/site/api/${path}`,
    (path: string) =>
      `https://CMS.example:443/site/api/${path.replace('article', 'art%69cle').toUpperCase()}`.replace(
        /NODE.*/,
        path,
      ),
  ])('takes href for the ref that names the same target: %#', (toHref) => {
    const relationship = { type, id, relationship: 'field_tags' };
    const tag = { type: tags, id };
    const pairs: readonly (readonly [JsonObject, JsonObject, string])[] = [
      [{ op: 'remove' }, { type, id }, `node/article/${id}`],
      [{ op: 'update', data: { type, id } }, { type, id }, `node/article/${id}`],
      [{ op: 'add', data: [tag] }, relationship, `node/article/${id}/relationships/field_tags`],
      [{ op: 'update', data: [] }, relationship, `node/article/${id}/relationships/field_tags`],
      [{ op: 'remove', data: [tag] }, relationship, `node/article/${id}/relationships/field_tags`],
    ];

    for (const [operation, ref, path] of pairs) {
      const [byRef] = parse([{ ...operation, ref }]);
      const [byHref] = parse([{ ...operation, href: toHref(path) }]);
      expect(byHref).toEqual({
        ...byRef,
        source: { pointer: '/atomic:operations/0', targetPointer: '/href' },
      });
    }
    expect(parse([{ op: 'add', href: toHref('node/article'), data: { type } }])).toMatchObject([
      { kind: 'create', type, id: made },
    ]);
  });

  it('replaces a lid of an earlier operation, or of the same one, by its id', () => {
    const named = { type, lid: 'x' };
    const linked = { field_related: { data: [named, { ...named, id }] }, field_main: { data: named } };

    const [, update, remove] = parse([
      { op: 'add', data: { ...named, relationships: { field_related: { data: [named] } } } },
      { op: 'update', ref: named, data: { ...named, relationships: linked } },
      { op: 'remove', ref: named },
    ]);

    const resolved = { type, id: made };
    expect(update).toMatchObject({
      id: made,
      draft: {
        relationships: {
          field_related: { data: [resolved, { ...named, id }] },
          field_main: { data: resolved },
        },
      },
    });
    expect(remove).toMatchObject({ kind: 'delete', id: made });
  });

  it('distinguishes equal lids of different types', () => {
    const add = (of: string): Json => ({ op: 'add', data: { type: of, lid: 'x' } });

    expect(parse([add(type), add(tags)])).toHaveLength(2);
    expect(() => parse([add(type), add(type)])).toThrow(
      `The lid 'x' is used by another ${type} of this request; choose another.`,
    );
  });

  it('keeps malformed relationships, which the domain reports', () => {
    const relationships = { a: null, b: { data: 'x' }, c: { data: [1, null, { lid: 'x', id: 1 }] }, d: {} };

    expect(parse([{ op: 'add', data: { type, relationships } }])).toMatchObject([
      { draft: { relationships } },
    ]);
  });

  it.each<[Json, string]>([
    [null, `The body must be an object with 'atomic:operations'.`],
    [{ data: [] }, `The body must be an object with 'atomic:operations'.`],
    [{ 'atomic:operations': {} }, `'atomic:operations' must be a list of operations, at least one.`],
    [{ 'atomic:operations': [] }, `'atomic:operations' must be a list of operations, at least one.`],
    [{ 'atomic:operations': [1, 1, 1, 1] }, 'A request may have at most 3 operations, got 4.'],
  ])('refuses %j', (body, message) => {
    expect(() => parseOperations(body, { maximum: 3, newId: () => made, apiRoot })).toThrow(
      expect.objectContaining({ code: 'invalid_body', message }),
    );
  });

  it.each<[Json, string, string]>([
    [1, '', 'invalid_body'],
    [{ data: { type } }, '', 'invalid_body'],
    [{ op: 'toString', data: { type } }, '/op', 'invalid_body'],
    ...[
      ...[
        '/x',
        '',
        1,
        null,
        '/api/node/article',
        '/site/api',
        '/site/api/',
        '/site/api/node',
        '/site/api/node/',
      ],
      ...[
        '/site/api/node/article?x=1',
        '/site/api/node/article#x',
        '/site/api/node/article/',
        '/site/apis/node/article',
      ],
      ...[
        'https://other.example/site/api/node/article',
        'http://cms.example/site/api/node/article',
        '//cms.example',
      ],
      ...[
        'https://u:p@cms.example/site/api/node/article',
        '/site/api/../node/article',
        'javascript:alert(1)',
        'node',
      ],
    ].map((href): [Json, string, string] => [{ op: 'add', href, data: { type } }, '/href', 'invalid_body']),
    ...[`${id}/field_tags`, `${id}/relationships`, `${id}/relationships/`, `${id}/relationships/a/b`].map(
      (rest): [Json, string, string] => [
        { op: 'update', href: `node/article/${rest}`, data: [] },
        '/href',
        'invalid_body',
      ],
    ),
    [{ op: 'add', href: 'node/article', ref: { type }, data: { type } }, '/href', 'invalid_body'],
    [{ op: 'add', href: 'node/page', data: { type } }, '/data/type', 'body_conflict'],
    [{ op: 'add', href: `node/article/${id}`, data: { type } }, '/href', 'invalid_body'],
    [{ op: 'remove', href: 'node/article' }, '/href', 'invalid_body'],
    [{ op: 'update', href: 'node/article', data: { type, id } }, '/href', 'invalid_body'],
    [{ op: 'remove', href: 'node/article/x' }, '/href', 'entry_unknown'],
    [{ op: 'update', href: `node/article/${id}`, data: { type, id: made } }, '/data', 'body_conflict'],
    [{ op: 'update', href: `node/page/${id}`, data: { type, id } }, '/data', 'body_conflict'],
    [{ op: 'add', ref: 'x', data: { type } }, '/ref', 'invalid_body'],
    [{ op: 'add', ref: { type }, data: { type } }, '/ref', 'invalid_body'],
    [{ op: 'add' }, '/data', 'invalid_body'],
    [{ op: 'add', data: { id } }, '/data', 'invalid_body'],
    [{ op: 'add', data: { type: 1 } }, '/data/type', 'invalid_body'],
    [{ op: 'add', data: { type, id: 'x' } }, '/data/id', 'invalid_member'],
    [{ op: 'add', data: { type, lid: 1 } }, '/data/lid', 'invalid_body'],
    [{ op: 'add', data: { type, lid: '' } }, '/data/lid', 'invalid_body'],
    [{ op: 'add', data: { type, attributes: [] } }, '/data/attributes', 'invalid_member'],
    [{ op: 'update', ref: { type, id } }, '/data', 'invalid_body'],
    [{ op: 'update', data: { type } }, '/data', 'invalid_body'],
    [{ op: 'update', ref: { type, id: made }, data: { type, id } }, '/data', 'body_conflict'],
    [{ op: 'update', ref: { type: tags, id }, data: { type, id } }, '/data', 'body_conflict'],
    [{ op: 'update', data: { type, lid: 'x' } }, '/data/lid', 'invalid_body'],
    [{ op: 'remove' }, '', 'invalid_body'],
    [{ op: 'remove', data: { type, id } }, '', 'invalid_body'],
    [{ op: 'remove', ref: { id } }, '/ref', 'invalid_body'],
    [{ op: 'remove', ref: { type } }, '/ref', 'invalid_body'],
    [{ op: 'remove', ref: { type, id: 'x' } }, '/ref/id', 'entry_unknown'],
    [{ op: 'remove', ref: { type, lid: 'x' } }, '/ref/lid', 'invalid_body'],
    [{ op: 'add', ref: { type, id, relationship: 1 }, data: [] }, '/ref/relationship', 'invalid_body'],
    [{ op: 'add', ref: { type, id, relationship: 'field_tags' } }, '', 'invalid_body'],
    [
      { op: 'add', ref: { type, id, relationship: 'field_tags' }, data: [{ type: tags, lid: 'x' }] },
      '/data/0/lid',
      'invalid_body',
    ],
  ])('refuses %j with the pointer %s: %s', (operation, pointer, code) => {
    expect(() => parse([operation])).toThrow(
      expect.objectContaining({ code, source: { pointer: `/atomic:operations/0${pointer}` } }),
    );
  });

  it('reports the errors of all operations at once', () => {
    expect.assertions(1);
    try {
      parse([
        { op: 'add' },
        { op: 'remove', ref: { type, id } },
        { op: 'add', data: { type, attributes: 1, relationships: 1 } },
      ]);
    } catch (error) {
      expect(collectPointers(error as AggregateDomainError)).toEqual([
        '/atomic:operations/0/data',
        '/atomic:operations/2/data/attributes',
        '/atomic:operations/2/data/relationships',
      ]);
    }
  });
});

function collectPointers(error: DomainError): readonly (string | undefined)[] {
  return 'problems' in error
    ? (error as AggregateDomainError).problems.flatMap(collectPointers)
    : [error.source?.pointer];
}
