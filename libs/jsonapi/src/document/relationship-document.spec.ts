import type { LinkageResult, RelatedResult } from '@content-service/entries';
import { context, entry, toUuid } from '../articles.fixture.js';
import { serializeRelatedDocument, serializeRelationshipDocument } from './entry-documents.js';

const host = entry('node--article', toUuid('a', 1));
const self = `https://cms.example/api/node/article/${toUuid('a', 1)}`;
const tag = (n: number): { type: string; id: string } => ({
  type: 'taxonomy_term--tags',
  id: toUuid('c', n),
});
const nothingElse = { included: undefined, omitted: [] };
const fields = new Map([['taxonomy_term--tags', new Set(['name'])]]);

const resource = (n: number): object => ({
  ...tag(n),
  attributes: { name: `tag ${n}` },
  relationships: {},
  links: { self: { href: `https://cms.example/api/taxonomy_term/tags/${toUuid('c', n)}` } },
});

describe('serializeRelatedDocument', () => {
  const related = (multiple: boolean, count: number): RelatedResult => ({
    ...{ host, multiple, ...nothingElse },
    entries: [1, 2, 3]
      .slice(0, count)
      .map((n) => entry('taxonomy_term--tags', toUuid('c', n), { name: `tag ${n}`, weight: 0 })),
  });

  it.each([
    ['field_tags', related(true, 2), [resource(1), resource(2)]],
    ['field_tags', related(true, 0), []],
    ['field_main_tag', related(false, 1), resource(1)],
    ['field_main_tag', related(false, 0), null],
  ])('%s', (field, reading, data) => {
    expect(
      JSON.parse(serializeRelatedDocument(reading, field, { ...context, fields, query: 'sort=x' })),
    ).toEqual({
      jsonapi: { version: '1.1' },
      data,
      links: { self: { href: `${self}/${field}?sort=x` } },
    });
  });

  it('contains meta.omitted when the only target is hidden', () => {
    const reading = { ...related(false, 0), omitted: [tag(1)] };

    const document = JSON.parse(serializeRelatedDocument(reading, 'field_main_tag', context));

    expect(document.data).toBeNull();
    expect(Object.keys(document.meta.omitted.links)).toHaveLength(1);
  });
});

describe('serializeRelationshipDocument', () => {
  const linkage = (multiple: boolean, targets: LinkageResult['linkage']): LinkageResult => ({
    ...{ host, multiple, linkage: targets, ...nothingElse },
  });

  it.each([
    ['field_tags', linkage(true, [tag(1), tag(2)]), [tag(1), tag(2)]],
    ['field_tags', linkage(true, []), []],
    [
      'field_tags',
      linkage(true, [tag(1), tag(1)]),
      [
        { ...tag(1), meta: { arity: 0 } },
        { ...tag(1), meta: { arity: 1 } },
      ],
    ],
    ['field_main_tag', linkage(false, [tag(1)]), tag(1)],
    ['field_main_tag', linkage(false, []), null],
  ])('%s', (field, reading, data) => {
    expect(
      JSON.parse(serializeRelationshipDocument(reading, field, { ...context, query: 'page[limit]=1' })),
    ).toEqual({
      jsonapi: { version: '1.1' },
      data,
      links: {
        self: { href: `${self}/relationships/${field}?page%5Blimit%5D=1` },
        related: { href: `${self}/${field}` },
      },
    });
  });

  it('contains the included targets', () => {
    const included = [entry('taxonomy_term--tags', toUuid('c', 1), { name: 'tag 1' })];

    const document = JSON.parse(
      serializeRelationshipDocument({ ...linkage(true, [tag(1)]), included }, 'field_tags', {
        ...context,
        fields,
      }),
    );

    expect(document).toMatchObject({ data: [tag(1)], included: [resource(1)] });
  });
});
