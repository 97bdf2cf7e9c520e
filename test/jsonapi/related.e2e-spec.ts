import { toErrorSummaries, getIds, getIncludedIds, NO_TOKEN_CHALLENGE } from '../support/responses.js';
import { BASE_URL, startApp, type TestApp } from '../support/app.js';
import { formatEntryPath } from '../support/entry-path.js';

describe('GET /api/{entityType}/{bundle}/{uuid}/{field}', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  it('shows the entries of a to-many relationship in the order of the linkage, with attributes', async () => {
    const [trams, rye] = [await app.site.tag({ name: 'Trams' }), await app.site.tag({ name: 'Rye' })];
    const article = await app.site.article({}, { field_tags: [rye, trams] });
    const path = formatEntryPath(article, 'field_tags');

    const response = await app.api.asReader().get(path);

    expect(response.status).toBe(200);
    expect(getIds(response)).toEqual([rye.id, trams.id]);
    expect(response.body.data[0].attributes.name).toBe('Rye');
    expect(response.body.links.self.href).toBe(BASE_URL + path);
  });

  it('shows the entry of a to-one relationship, or null', async () => {
    const category = await app.site.category();
    const full = await app.site.article({}, { field_category: category });
    const empty = await app.site.article();

    const one = await app.api.asReader().get(formatEntryPath(full, 'field_category'));
    const none = await app.api.asReader().get(formatEntryPath(empty, 'field_category'));

    expect(one.body.data.id).toBe(category.id);
    expect(none.body.data).toBeNull();
  });

  it('lists hidden targets in meta.omitted', async () => {
    const hidden = await app.site.tag({ published: false });
    const article = await app.site.article({}, { field_tags: [hidden] });

    const response = await app.api.asReader().get(formatEntryPath(article, 'field_tags'));

    expect(response.body.data).toEqual([]);
    expect(Object.keys(response.body.meta.omitted.links)).toHaveLength(1);
  });

  it('resolves include paths from the related entries', async () => {
    const parent = await app.site.tag();
    const tag = await app.site.tag({}, { parent: [parent] });
    const article = await app.site.article({}, { field_tags: [tag] });

    const response = await app.api.asReader().get(`${formatEntryPath(article, 'field_tags')}?include=parent`);

    expect(getIncludedIds(response)).toEqual([parent.id]);
  });

  it('is not paginated', async () => {
    const article = await app.site.article({}, { field_tags: [await app.site.tag(), await app.site.tag()] });

    const response = await app.api.asReader().get(`${formatEntryPath(article, 'field_tags')}?page[limit]=1`);

    expect(response.body.data).toHaveLength(2);
  });

  it('is 401 without a token', async () => {
    const article = await app.site.article();

    const response = await app.api.asAnonymous().get(formatEntryPath(article, 'field_tags'));

    expect(response.headers['www-authenticate']).toBe(NO_TOKEN_CHALLENGE);
  });

  it('is 403 when the entry of the relationship is hidden', async () => {
    const article = await app.site.article({ published: false });

    const response = await app.api.asReader().get(formatEntryPath(article, 'field_tags'));

    expect(toErrorSummaries(response)).toEqual([{ status: '403', code: 'entry_hidden' }]);
  });

  it.each(['nope', 'title', 'relationships'])('is 404 for %s, which is no relationship', async (field) => {
    const article = await app.site.article();

    const response = await app.api.asReader().get(formatEntryPath(article, field));

    expect(toErrorSummaries(response)).toEqual([{ status: '404', code: 'relationship_unknown' }]);
  });

  it('is 405 for writing methods', async () => {
    const article = await app.site.article();

    const response = await app.api
      .asAdministrator()
      .post(formatEntryPath(article, 'field_tags'), { data: [] });

    expect(response.status).toBe(405);
    expect(response.headers['allow']).toBe('GET, HEAD, OPTIONS');
  });
});
