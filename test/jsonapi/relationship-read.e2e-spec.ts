import { toErrorSummaries, getIncludedIds, NO_TOKEN_CHALLENGE } from '../support/responses.js';
import { BASE_URL, startApp, type TestApp } from '../support/app.js';
import { formatEntryPath } from '../support/entry-path.js';

describe('GET /api/{entityType}/{bundle}/{uuid}/relationships/{field}', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  it('shows identifiers only, including those of hidden targets', async () => {
    const [shown, hidden] = [await app.site.tag(), await app.site.tag({ published: false })];
    const article = await app.site.article({}, { field_tags: [shown, hidden] });

    const response = await app.api.asReader().get(formatEntryPath(article, 'relationships', 'field_tags'));

    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      jsonapi: { version: '1.1' },
      data: [shown, hidden].map(({ type, id }) => ({ type, id })),
      links: {
        self: { href: BASE_URL + formatEntryPath(article, 'relationships', 'field_tags') },
        related: { href: BASE_URL + formatEntryPath(article, 'field_tags') },
      },
    });
  });

  it('adds meta.arity to identifiers that occur twice', async () => {
    const tag = await app.site.tag();
    const article = await app.site.article({}, { field_tags: [tag, tag] });

    const response = await app.api.asReader().get(formatEntryPath(article, 'relationships', 'field_tags'));

    expect(response.body.data).toEqual([
      { type: tag.type, id: tag.id, meta: { arity: 0 } },
      { type: tag.type, id: tag.id, meta: { arity: 1 } },
    ]);
  });

  it('is one identifier or null for a to-one relationship', async () => {
    const category = await app.site.category();
    const full = await app.site.article({}, { field_category: category });
    const empty = await app.site.article();
    const getData = async (entry: typeof full): Promise<unknown> =>
      (await app.api.asReader().get(formatEntryPath(entry, 'relationships', 'field_category'))).body.data;

    expect(await getData(full)).toEqual({ type: category.type, id: category.id });
    expect(await getData(empty)).toBeNull();
  });

  it('resolves include paths from the entry of the relationship', async () => {
    const parent = await app.site.tag();
    const tag = await app.site.tag({}, { parent: [parent] });
    const article = await app.site.article({}, { field_tags: [tag] });
    const path = formatEntryPath(article, 'relationships', 'field_tags');

    const response = await app.api.asReader().get(`${path}?include=field_tags.parent`);

    expect(getIncludedIds(response)).toEqual([tag.id, parent.id].sort());
  });

  it('is 401 without a token', async () => {
    const article = await app.site.article();

    const response = await app.api.asAnonymous().get(formatEntryPath(article, 'relationships', 'field_tags'));

    expect(response.headers['www-authenticate']).toBe(NO_TOKEN_CHALLENGE);
  });

  it('is 404 for an attribute or unknown field', async () => {
    const article = await app.site.article();

    const response = await app.api.asReader().get(formatEntryPath(article, 'relationships', 'title'));

    expect(toErrorSummaries(response)).toEqual([{ status: '404', code: 'relationship_unknown' }]);
  });
});
