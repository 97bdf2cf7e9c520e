import { createHash } from 'node:crypto';
import {
  toErrorSummaries,
  getIds,
  getIncludedIds,
  NO_TOKEN_CHALLENGE,
  getResource,
} from '../support/responses.js';
import { BASE_URL, startApp, type TestApp } from '../support/app.js';

describe('GET /api/{entityType}/{bundle}', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterEach(() => app.site.clear());
  afterAll(() => app.stop());

  it('lists entries in the order of their creation', async () => {
    const articles = await app.site.articles({ published: 3 });

    const response = await app.api.asReader().get('/api/node/article');

    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('application/vnd.api+json');
    expect(getIds(response)).toEqual(articles.map(({ id }) => id));
    expect(response.body).toMatchObject({
      jsonapi: { version: '1.1' },
      meta: { count: 3 },
      links: { self: { href: `${BASE_URL}/api/node/article` } },
    });
  });

  it('shows every field of an entry', async () => {
    const category = await app.site.category();
    const article = await app.site.article(
      { title: 'Rye', field_price: '6.8', field_rating: 5, body: 'Dark & sour' },
      { field_category: category },
    );

    const response = await app.api.asReader().get('/api/node/article');

    const self = `${BASE_URL}/api/node/article/${article.id}`;
    expect(response.body.data[0]).toMatchObject({
      type: 'node--article',
      id: article.id,
      attributes: {
        title: 'Rye',
        status: true,
        created: '2023-11-14T22:13:20+00:00',
        changed: '2023-11-14T22:13:20+00:00',
        langcode: 'en',
        path: { alias: null, langcode: 'en' },
        body: { value: 'Dark & sour', format: null, processed: '<p>Dark &amp; sour</p>\n', summary: null },
        field_price: '6.80',
        field_rating: 5,
        field_date: null,
      },
      relationships: {
        uid: { data: null },
        field_tags: { data: [] },
        field_category: {
          data: { type: 'taxonomy_term--category', id: category.id },
          links: {
            self: { href: `${self}/relationships/field_category` },
            related: { href: `${self}/field_category` },
          },
        },
      },
      links: { self: { href: self } },
    });
  });

  it('counts hidden entries in meta.count but leaves them out of data', async () => {
    const [hidden, ...shown] = await app.site.articles({ unpublished: 1, published: 2 });

    const response = await app.api.asReader().get('/api/node/article');

    const id = hidden?.id ?? '';
    const key = `item--${createHash('sha256').update(id).digest('hex').slice(0, 7)}`;
    expect(getIds(response)).toEqual(shown.map((entry) => entry.id));
    expect(response.body.meta.count).toBe(3);
    expect(response.body.meta.omitted.links).toEqual({
      [key]: {
        href: `${BASE_URL}/api/node/article/${id}`,
        meta: { rel: 'item', detail: expect.any(String) },
      },
    });
  });

  it('data empty with meta.omitted and links.next', async () => {
    await app.site.articles({ unpublished: 2, published: 1 });

    const response = await app.api.asReader().get('/api/node/article?page[limit]=2');

    expect(response.body.data).toEqual([]);
    expect(Object.keys(response.body.meta.omitted.links)).toHaveLength(2);
    expect(response.body.links.next.href).toBe(
      `${BASE_URL}/api/node/article?page%5Boffset%5D=2&page%5Blimit%5D=2`,
    );
  });

  it('shows unpublished entries with content:administer', async () => {
    const articles = await app.site.articles({ unpublished: 1, published: 1 });

    const response = await app.api.asAdministrator().get('/api/node/article');

    expect(getIds(response)).toEqual(articles.map(({ id }) => id));
    expect(response.body.meta).toEqual({ count: 2 });
  });

  it('a filter matches published entries only, in meta.count too', async () => {
    await app.site.article({ title: 'Secret plan', published: false });

    const reader = await app.api.asReader().get('/api/node/article?filter[title]=Secret plan');
    const administrator = await app.api.asAdministrator().get('/api/node/article?filter[title]=Secret plan');

    expect(reader.body).toMatchObject({ data: [], meta: { count: 0 } });
    expect(reader.body.meta.omitted).toBeUndefined();
    expect(administrator.body.meta.count).toBe(1);
  });

  it('filters in the canonical form, through relationships and in groups', async () => {
    const [rye, crane] = [await app.site.tag({ name: 'Rye' }), await app.site.tag({ name: 'Crane' })];
    const bread = await app.site.article({ field_rating: 5 }, { field_tags: [rye] });
    const dock = await app.site.article({ field_rating: 1 }, { field_tags: [crane] });
    await app.site.article({ field_rating: 3 });
    const filter = [
      'filter[either][group][conjunction]=OR',
      'filter[bread][condition][path]=field_tags.name',
      'filter[bread][condition][value]=rye',
      'filter[bread][condition][memberOf]=either',
      'filter[low][condition][path]=field_rating',
      'filter[low][condition][operator]=<',
      'filter[low][condition][value]=2',
      'filter[low][condition][memberOf]=either',
    ].join('&');

    const response = await app.api.asReader().get(`/api/node/article?${encodeURI(filter)}`);

    expect(getIds(response)).toEqual([bread.id, dock.id]);
  });

  it('accepts sixty conditions', async () => {
    const article = await app.site.article({ field_rating: 5 });
    const conditions = Array.from({ length: 60 }, (_, n) =>
      ['path]=field_rating', `operator]=>`, `value]=${n % 5}`]
        .map((end) => `filter[condition-number-${n}][condition][${end}`)
        .join('&'),
    );
    const query = conditions.join('&').replaceAll('[', '%5B').replaceAll(']', '%5D');

    const response = await app.api.asReader().get(`/api/node/article?${query}`);

    expect(getIds(response)).toEqual([article.id]);
  });

  it('sorts and paginates in the sort order', async () => {
    for (const field_rating of [2, 5, 3]) await app.site.article({ field_rating });

    const response = await app.api
      .asReader()
      .get('/api/node/article?sort=-field_rating&page[limit]=2&fields[node--article]=field_rating');

    expect(response.body.data).toMatchObject([
      { attributes: { field_rating: 5 } },
      { attributes: { field_rating: 3 } },
    ]);
    expect(Object.keys(response.body.links)).toEqual(['self', 'next', 'last']);
  });

  it('page[limit] above the maximum is cut to the maximum', async () => {
    await app.site.settings({ pageLimitMaximum: 2 });
    await app.site.articles({ published: 3 });

    const response = await app.api.asReader().get('/api/node/article?page[limit]=100');

    expect(response.body.data).toHaveLength(2);
    expect(response.body.links.next.href).toContain('page%5Blimit%5D=2');
  });

  it('includes each related entry once and lists hidden ones in meta.omitted', async () => {
    const shown = await app.site.tag({ name: 'Shown' });
    const hidden = await app.site.tag({ name: 'Hidden', published: false });
    await app.site.article({}, { field_tags: [shown, hidden] });
    await app.site.article({}, { field_tags: [shown] });

    const response = await app.api.asReader().get('/api/node/article?include=field_tags');

    expect(getIncludedIds(response)).toEqual([shown.id]);
    expect(Object.values(response.body.meta.omitted.links)).toHaveLength(1);
  });

  it('limits resources to sparse fieldsets', async () => {
    const category = await app.site.category({ name: 'City' });
    await app.site.article({ title: 'Trams' }, { field_category: category });
    const fields = 'fields[node--article]=title&fields[taxonomy_term--category]=';

    const response = await app.api.asReader().get(`/api/node/article?include=field_category&${fields}`);

    expect(response.body.data[0]).toMatchObject({ attributes: { title: 'Trams' }, relationships: {} });
    expect(response.body.included[0]).toMatchObject({ attributes: {}, relationships: {} });
  });

  it('needs no token while Public access is Yes', async () => {
    await app.site.settings({ publicAccess: true });
    const article = await app.site.article();

    const response = await app.api.asAnonymous().get('/api/node/article');

    expect(getIds(response)).toEqual([article.id]);
  });

  it('is 401 with a challenge without a token', async () => {
    const response = await app.api.asAnonymous().get('/api/node/article');

    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe(NO_TOKEN_CHALLENGE);
  });

  it.each([
    ['filter[title][operator]=LIKE&filter[title][value]=x', 'invalid_parameter', 'filter[title][operator]'],
    ['filter[nope]=1', 'invalid_path', 'filter[nope]'],
    ['sort=', 'invalid_parameter', 'sort'],
    ['page[limit]=x', 'invalid_parameter', 'page[limit]'],
    ['include=field_nope', 'invalid_include', 'include'],
    ['colour=red', 'invalid_parameter', 'colour'],
  ])('refuses %s', async (query, code, parameter) => {
    const response = await app.api.asReader().get(`/api/node/article?${query}`);

    expect(response.status).toBe(400);
    expect(toErrorSummaries(response)).toEqual([{ status: '400', code, source: { parameter } }]);
  });

  it.each(['/api/node/nope', '/api/nope/article', '/api/node', '/api/node/article/a/b/c/d'])(
    'is a 404 document at %s',
    async (path) => {
      const response = await app.api.asReader().get(path);

      expect(response.status).toBe(404);
      expect(response.headers['content-type']).toBe('application/vnd.api+json');
      expect(toErrorSummaries(response)).toEqual([{ status: '404', code: expect.any(String) }]);
    },
  );

  it('does not show the login name of a user', async () => {
    const user = await app.site.user({ name: 'mira', displayName: 'Mira Holt' });

    const response = await app.api.asAdministrator().get(`/api/user/user/${user.id}`);

    expect(getResource(response).attributes).toEqual({
      display_name: 'Mira Holt',
      status: true,
      created: '2023-11-14T22:13:20+00:00',
      changed: '2023-11-14T22:13:20+00:00',
    });
  });
});
