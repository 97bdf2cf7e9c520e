import { ContentModel, ModelOutdated } from '@content-service/bundles';
import type { EntryResult, Omission } from '@content-service/entries';
import { context, entry, toUuid, model } from '../articles.fixture.js';
import { serializeEntryDocument } from './entry-documents.js';

const reading = (rest: Partial<EntryResult> & Pick<EntryResult, 'entry'>): EntryResult => ({
  ...{ included: undefined, omitted: [] },
  ...rest,
});

const tag = (n: number): { type: string; id: string } => ({
  type: 'taxonomy_term--tags',
  id: toUuid('c', n),
});
const ada = toUuid('e', 1);
const first = toUuid('a', 1);
const self = `https://cms.example/api/node/article/${first}`;

/** The links of a relationship of the first article. */
const parseLinks = (name: string): object => ({
  self: { href: `${self}/relationships/${name}` },
  related: { href: `${self}/${name}` },
});

describe('serializeEntryDocument', () => {
  it('contains attributes, linkage and absolute links', () => {
    const attributes = { title: 'One', field_multi: [] };
    const article = entry('node--article', first, attributes, {
      uid: [{ type: 'user--user', id: ada }],
      field_tags: [tag(1), tag(2)],
    });

    const document = serializeEntryDocument(reading({ entry: article }), { ...context, query: 'fooBar=1' });

    expect(JSON.parse(document)).toEqual({
      jsonapi: { version: '1.1' },
      data: {
        type: 'node--article',
        id: first,
        attributes,
        relationships: {
          uid: { data: { type: 'user--user', id: ada }, links: parseLinks('uid') },
          field_tags: { data: [tag(1), tag(2)], links: parseLinks('field_tags') },
          field_main_tag: { data: null, links: parseLinks('field_main_tag') },
        },
        links: { self: { href: self } },
      },
      links: { self: { href: `${self}?fooBar=1` } },
    });
  });

  it('copies the stored text of attributes unchanged', () => {
    const article = entry('node--article', first, { title: 'One', order: ['as', 'stored'] });

    expect(serializeEntryDocument(reading({ entry: article }), context)).toContain(
      `"attributes":${article.attributesText},"relationships":{`,
    );
  });

  it('contains the current fields of an entry that was written with an older model', () => {
    const article = entry(
      'node--article',
      first,
      { title: 'One', field_removed: 1 },
      {},
      { modelVersion: 2 },
    );

    expect(JSON.parse(serializeEntryDocument(reading({ entry: article }), context))).toHaveProperty(
      'data.attributes',
      {
        ...{
          title: 'One',
          status: null,
          created: null,
          changed: null,
          langcode: null,
          path: expect.anything(),
        },
        ...{ body: null, field_rating: null, field_multi: [] },
      },
    );
  });

  it('adds meta.arity to repeated linkage members and keeps their own meta', () => {
    const article = entry(
      'node--article',
      first,
      {},
      {
        field_tags: [tag(1), tag(2), { ...tag(1), meta: { note: 'again' } }],
      },
    );

    expect(JSON.parse(serializeEntryDocument(reading({ entry: article }), context))).toHaveProperty(
      'data.relationships.field_tags.data',
      [{ ...tag(1), meta: { arity: 0 } }, tag(2), { ...tag(1), meta: { note: 'again', arity: 1 } }],
    );
  });

  it.each([
    ['title,field_tags', ['title'], ['field_tags']],
    ['', [], []],
    ['nope', [], []],
    ['body.value', [], []],
    ['field_multi', ['field_multi'], []],
    ['__proto__', [], []],
  ])('fields[node--article]=%s selects attributes and relationships', (names, attributes, relationships) => {
    const fields = new Map([['node--article', new Set(names.split(','))]]);
    const article = entry(
      'node--article',
      first,
      { title: 'One', field_rating: 3 },
      { field_tags: [tag(1)] },
    );

    const { data } = JSON.parse(serializeEntryDocument(reading({ entry: article }), { ...context, fields }));

    expect(Object.keys(data.attributes)).toEqual(attributes);
    expect(Object.keys(data.relationships)).toEqual(relationships);
  });

  it('does not contain hidden fields, also when fields names them', () => {
    const user = entry('user--user', ada, { display_name: 'Ada', name: 'ada' });
    const fields = new Map([['user--user', new Set(['name', 'display_name'])]]);

    const documents = [context, { ...context, fields }].map((each) =>
      serializeEntryDocument(reading({ entry: user }), each),
    );

    for (const document of documents) {
      expect(document).toContain('"display_name":"Ada"');
      expect(document).not.toContain('"name"');
    }
  });

  it('contains included exactly when include was requested, each type with its own fieldset', () => {
    const article = entry('node--article', first);
    const included = [entry('taxonomy_term--tags', toUuid('c', 1), { name: 'alpha', weight: 0 })];
    const fields = new Map([['taxonomy_term--tags', new Set(['name'])]]);
    const shown = (list: typeof included): unknown =>
      JSON.parse(serializeEntryDocument(reading({ entry: article, included: list }), { ...context, fields }))
        .included;

    expect(shown([])).toEqual([]);
    expect(shown(included)).toEqual([
      {
        ...tag(1),
        attributes: { name: 'alpha' },
        relationships: {},
        links: { self: { href: `https://cms.example/api/taxonomy_term/tags/${toUuid('c', 1)}` } },
      },
    ]);
  });

  it('names omitted entries by the hash of their id', () => {
    const omitted: Omission[] = [{ type: 'taxonomy_term--tags', id: 'c0000000-0000-4000-8000-000000000010' }];

    const document = serializeEntryDocument(
      reading({ entry: entry('node--article', first), omitted }),
      context,
    );

    expect(JSON.parse(document).meta).toEqual({
      omitted: {
        detail: `Entries that are not published were left out; reading them needs the scope 'content:administer'.`,
        links: {
          'item--2f335d7': {
            href: 'https://cms.example/api/taxonomy_term/tags/c0000000-0000-4000-8000-000000000010',
            meta: { rel: 'item', detail: 'This entry is not published.' },
          },
        },
      },
    });
  });

  it('throws ModelOutdated for a bundle that is newer than the model', () => {
    const young = entry('node--event', first);
    const older = { ...context, model: new ContentModel(1, []) };

    expect(model.find('node--event')).toBeUndefined();
    expect(() => serializeEntryDocument(reading({ entry: young }), older)).toThrow(ModelOutdated);
  });
});
