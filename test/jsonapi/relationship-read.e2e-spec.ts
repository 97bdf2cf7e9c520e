import { faultsIn, includedIn, NO_TOKEN } from '../support/answers.js';
import { BASE_URL, startApp, type TestApp } from '../support/app.js';
import { pathOf } from '../support/path-of.js';

describe('GET /api/{entityType}/{bundle}/{uuid}/relationships/{field}', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  it('shows identifiers only, hidden targets too', async () => {
    const [shown, hidden] = [await app.site.tag(), await app.site.tag({ published: false })];
    const article = await app.site.article({}, { field_tags: [shown, hidden] });

    const response = await app.api.asReader().get(pathOf(article, 'relationships', 'field_tags'));

    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      jsonapi: { version: '1.1' },
      data: [shown, hidden].map(({ type, id }) => ({ type, id })),
      links: {
        self: { href: BASE_URL + pathOf(article, 'relationships', 'field_tags') },
        related: { href: BASE_URL + pathOf(article, 'field_tags') },
      },
    });
  });

  it('tells members apart that occur twice', async () => {
    const tag = await app.site.tag();
    const article = await app.site.article({}, { field_tags: [tag, tag] });

    const response = await app.api.asReader().get(pathOf(article, 'relationships', 'field_tags'));

    expect(response.body.data).toEqual([
      { type: tag.type, id: tag.id, meta: { arity: 0 } },
      { type: tag.type, id: tag.id, meta: { arity: 1 } },
    ]);
  });

  it('is one identifier or null for a to-one relationship', async () => {
    const category = await app.site.category();
    const full = await app.site.article({}, { field_category: category });
    const empty = await app.site.article();
    const dataOf = async (entry: typeof full): Promise<unknown> =>
      (await app.api.asReader().get(pathOf(entry, 'relationships', 'field_category'))).body.data;

    expect(await dataOf(full)).toEqual({ type: category.type, id: category.id });
    expect(await dataOf(empty)).toBeNull();
  });

  it('includes from the host on', async () => {
    const parent = await app.site.tag();
    const tag = await app.site.tag({}, { parent: [parent] });
    const article = await app.site.article({}, { field_tags: [tag] });
    const path = pathOf(article, 'relationships', 'field_tags');

    const response = await app.api.asReader().get(`${path}?include=field_tags.parent`);

    expect(includedIn(response)).toEqual([tag.id, parent.id].sort());
  });

  it('needs a token', async () => {
    const article = await app.site.article();

    const response = await app.api.asAnonymous().get(pathOf(article, 'relationships', 'field_tags'));

    expect(response.headers['www-authenticate']).toBe(NO_TOKEN);
  });

  it('is 404 for what is no relationship', async () => {
    const article = await app.site.article();

    const response = await app.api.asReader().get(pathOf(article, 'relationships', 'title'));

    expect(faultsIn(response)).toEqual([{ status: '404', code: 'relationship_unknown' }]);
  });
});
