import { ContentModel, ModelOutdated } from '@content-service/bundles';
import type { EntryReading, Omission } from '@content-service/entries';
import { context, entry, idOf, model } from '../articles.fixture.js';
import { entityDocument } from './entity-document.js';

const reading = (rest: Partial<EntryReading> & Pick<EntryReading, 'entry'>): EntryReading => ({
  ...{ included: undefined, omitted: [] },
  ...rest,
});

const tag = (n: number): { type: string; id: string } => ({ type: 'taxonomy_term--tags', id: idOf('c', n) });
const ada = idOf('e', 1);
const first = idOf('a', 1);
const self = `https://cms.example/api/node/article/${first}`;

/** The links of a relationship of the first article. */
const linksOf = (name: string): object => ({
  self: { href: `${self}/relationships/${name}` },
  related: { href: `${self}/${name}` },
});

describe('entityDocument', () => {
  it('shows attributes, linkage and absolute links', () => {
    const attributes = { title: 'One', field_multi: [] };
    const article = entry('node--article', first, attributes, {
      uid: [{ type: 'user--user', id: ada }],
      field_tags: [tag(1), tag(2)],
    });

    const document = entityDocument(reading({ entry: article }), { ...context, query: 'fooBar=1' });

    expect(JSON.parse(document)).toEqual({
      jsonapi: { version: '1.1' },
      data: {
        type: 'node--article',
        id: first,
        attributes,
        relationships: {
          uid: { data: { type: 'user--user', id: ada }, links: linksOf('uid') },
          field_tags: { data: [tag(1), tag(2)], links: linksOf('field_tags') },
          field_main_tag: { data: null, links: linksOf('field_main_tag') },
        },
        links: { self: { href: self } },
      },
      links: { self: { href: `${self}?fooBar=1` } },
    });
  });

  it('passes the text of attributes on as it is stored', () => {
    const article = entry('node--article', first, { title: 'One', order: ['as', 'stored'] });

    expect(entityDocument(reading({ entry: article }), context)).toContain(
      `"attributes":${article.attributesText},"relationships":{`,
    );
  });

  it('shows the present fields of an entry that was written by an older model', () => {
    const article = entry(
      'node--article',
      first,
      { title: 'One', field_removed: 1 },
      {},
      { modelVersion: 2 },
    );

    expect(JSON.parse(entityDocument(reading({ entry: article }), context))).toHaveProperty(
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

  it('numbers members of linkage that occur twice, and keeps their own meta', () => {
    const article = entry(
      'node--article',
      first,
      {},
      {
        field_tags: [tag(1), tag(2), { ...tag(1), meta: { note: 'again' } }],
      },
    );

    expect(JSON.parse(entityDocument(reading({ entry: article }), context))).toHaveProperty(
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
  ])(
    'fields[node--article]=%s cuts both attributes and relationships',
    (names, attributes, relationships) => {
      const fields = new Map([['node--article', new Set(names.split(','))]]);
      const article = entry(
        'node--article',
        first,
        { title: 'One', field_rating: 3 },
        { field_tags: [tag(1)] },
      );

      const { data } = JSON.parse(entityDocument(reading({ entry: article }), { ...context, fields }));

      expect(Object.keys(data.attributes)).toEqual(attributes);
      expect(Object.keys(data.relationships)).toEqual(relationships);
    },
  );

  it('never shows hidden fields, not even when they are asked for', () => {
    const user = entry('user--user', ada, { display_name: 'Ada', name: 'ada' });
    const fields = new Map([['user--user', new Set(['name', 'display_name'])]]);

    const documents = [context, { ...context, fields }].map((each) =>
      entityDocument(reading({ entry: user }), each),
    );

    for (const document of documents) {
      expect(document).toContain('"display_name":"Ada"');
      expect(document).not.toContain('"name"');
    }
  });

  it('shows included whenever include was asked for, each type by its own fieldset', () => {
    const article = entry('node--article', first);
    const included = [entry('taxonomy_term--tags', idOf('c', 1), { name: 'alpha', weight: 0 })];
    const fields = new Map([['taxonomy_term--tags', new Set(['name'])]]);
    const shown = (list: typeof included): unknown =>
      JSON.parse(entityDocument(reading({ entry: article, included: list }), { ...context, fields }))
        .included;

    expect(shown([])).toEqual([]);
    expect(shown(included)).toEqual([
      {
        ...tag(1),
        attributes: { name: 'alpha' },
        relationships: {},
        links: { self: { href: `https://cms.example/api/taxonomy_term/tags/${idOf('c', 1)}` } },
      },
    ]);
  });

  it('names what was left out by the hash of its id', () => {
    const omitted: Omission[] = [{ type: 'taxonomy_term--tags', id: 'c0000000-0000-4000-8000-000000000010' }];

    const document = entityDocument(reading({ entry: entry('node--article', first), omitted }), context);

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

  it('refuses to guess the fields of a bundle that was made after the model was read', () => {
    const young = entry('node--event', first);
    const older = { ...context, model: new ContentModel(1, []) };

    expect(model.find('node--event')).toBeUndefined();
    expect(() => entityDocument(reading({ entry: young }), older)).toThrow(ModelOutdated);
  });
});
