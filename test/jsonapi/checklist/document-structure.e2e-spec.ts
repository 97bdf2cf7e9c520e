import type { Entry } from '@content-service/entries';
import type { Response } from 'supertest';
import { startApp, type TestApp } from '../../support/app.js';
import { findDocumentErrors } from '../../support/document-errors.js';
import { formatEntryPath } from '../../support/entry-path.js';

describe('JSON:API 1.1, Document Structure', () => {
  let app: TestApp;
  let article: Entry;
  let empty: Entry;
  beforeAll(async () => {
    app = await startApp();
    const parent = await app.site.tag();
    const tags = [await app.site.tag({}, { parent: [parent] }), await app.site.tag()];
    const category = await app.site.category();
    empty = await app.site.article();
    const links = { field_tags: tags, field_category: category, field_related: [empty] };
    article = await app.site.article({ field_rating: 4, body: { value: 'Text', format: null } }, links);
    await app.site.article({ published: false }, { field_related: [article] });
  });
  afterAll(() => app.stop());

  const get = (path: string): Promise<Response> => app.api.asReader().get(path);

  describe('a document of this service breaks no rule of the section', () => {
    it.each([
      ['the index', () => '/api', 200],
      ['a collection', () => '/api/node/article', 200],
      [
        'a collection with hidden entries, sparse',
        () => '/api/node/article?fields[node--article]=title',
        200,
      ],
      ['a page of a collection', () => '/api/node/article?page[limit]=1&page[offset]=1', 200],
      ['an empty collection', () => '/api/node/page', 200],
      ['a compound document', () => '/api/node/article?include=field_tags.parent,field_related', 200],
      ['an entry', () => formatEntryPath(article), 200],
      [
        'an entry with included entries',
        () => `${formatEntryPath(article)}?include=field_tags,field_category`,
        200,
      ],
      ['related entries', () => formatEntryPath(article, 'field_tags'), 200],
      ['a related entry', () => formatEntryPath(article, 'field_category'), 200],
      ['no related entry', () => formatEntryPath(empty, 'field_category'), 200],
      ['linkage', () => formatEntryPath(article, 'relationships/field_tags'), 200],
      [
        'linkage with included entries',
        () => `${formatEntryPath(article, 'relationships/field_tags')}?include=field_tags`,
        200,
      ],
      ['a bad parameter', () => '/api/node/article?filter[nothing]=1&sort=nothing', 400],
      ['an unknown entry', () => '/api/node/article/0190b0a0-0000-7000-8000-00000000dead', 404],
      ['a method that is not allowed', () => '/api/node/article', 405],
    ])('%s', async (_, path, status) => {
      const response = status === 405 ? await app.api.asReader().send('put', path()) : await get(path());

      expect(response.status).toBe(status);
      expect(findDocumentErrors(response.body)).toEqual([]);
    });

    it.each([
      ['a created entry', { title: 'Created' }, 201],
      ['a refused entry with several errors', { title: '', field_rating: 'many', field_nothing: 1 }, 422],
    ])('%s', async (_, attributes, status) => {
      const document = { data: { type: 'node--article', attributes } };

      const response = await app.api.asAdministrator().post('/api/node/article', document);

      expect(response.status).toBe(status);
      expect(findDocumentErrors(response.body)).toEqual([]);
    });
  });

  it('the checker of these tests reports a broken rule (control)', () => {
    const resource = { type: 'node--article', id: '1', attributes: {}, relationships: { uid: {} }, extra: 1 };

    expect(
      findDocumentErrors({ data: [resource, resource], errors: [], included: [{ type: 'x', id: '2' }] }),
    ).toEqual([
      ': has both data and errors',
      "/data/0: has the member 'extra'",
      '/data/0/relationships/uid: has none of data, links, meta',
      "/data/1: has the member 'extra'",
      '/data/1/relationships/uid: has none of data, links, meta',
      '"node--article" "1": is there twice',
      '/included: no linkage to "x" "2"',
    ]);
  });

  it('implementations MUST ignore members that the specification does not know', async () => {
    const document = {
      data: { type: 'node--article', attributes: { title: 'Extended' }, unknown: 1 },
      unknown: { member: true },
    };

    expect((await app.api.asAdministrator().post('/api/node/article', document)).status).toBe(201);
  });

  it.each(['[]', '"text"', '1', 'null', ''])(
    'a JSON object MUST be at the root of every document: %j is refused',
    async (body) => {
      const response = await app.api.asAdministrator().send('post', '/api/node/article', { body });

      expect(response.status).toBe(400);
      expect(findDocumentErrors(response.body)).toEqual([]);
    },
  );

  it('primary data MUST be an array for a collection, even with one resource or none', async () => {
    const one = await get(`/api/node/article?filter[id]=${article.id}`);
    const none = await get('/api/node/article?filter[id]=none');

    expect([one.body.data.length, none.body.data]).toEqual([1, []]);
  });

  it('resource linkage MUST be null, [], one identifier or an array of identifiers', async () => {
    const { relationships: full } = (await get(formatEntryPath(article))).body.data;
    const { relationships: bare } = (await get(formatEntryPath(empty))).body.data;

    expect([bare.field_category.data, bare.field_tags.data]).toEqual([null, []]);
    expect(full.field_category.data).toMatchObject({ type: 'taxonomy_term--category' });
    expect(full.field_tags.data).toHaveLength(2);
  });

  it('a related resource link MUST be a valid URL whether or not there is a target, and MUST NOT change with it', async () => {
    const { relationships } = (await get(formatEntryPath(empty))).body.data;
    const { related } = relationships.field_category.links;
    const category = await app.site.category();
    const linkage = { data: { type: category.type, id: category.id } };
    await app.api.asAdministrator().patch(formatEntryPath(empty, 'relationships/field_category'), linkage);

    const after = (await get(formatEntryPath(empty))).body.data.relationships.field_category;

    expect(after.data.id).toBe(category.id);
    expect(after.links.related).toEqual(related);
    expect(URL.canParse(related.href)).toBe(true);
  });

  it('the self link of a resource MUST answer with it as primary data', async () => {
    const { data } = (await get('/api/node/article?page[limit]=2&include=field_tags')).body;
    const { href } = data[1].links.self;

    expect((await get(new URL(href).pathname)).body.data.id).toBe(data[1].id);
  });

  it('each type and id MUST identify a single resource: an id is taken across all types', async () => {
    const document = { data: { type: 'node--page', id: article.id, attributes: { title: 'Same id' } } };

    expect((await app.api.asAdministrator().post('/api/node/page', document)).status).toBe(409);
  });

  it('fields share one namespace: no attribute and relationship of a type have the same name', async () => {
    const { attributes, relationships } = (await get(formatEntryPath(article))).body.data;

    expect(Object.keys(attributes).filter((name) => name in relationships)).toEqual([]);
  });
});
