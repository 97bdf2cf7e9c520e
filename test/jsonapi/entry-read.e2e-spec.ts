import {
  getErrors,
  toErrorSummaries,
  getIncludedIds,
  NO_TOKEN_CHALLENGE,
  getResource,
} from '../support/responses.js';
import { BASE_URL, startApp, type TestApp } from '../support/app.js';
import { formatEntryPath } from '../support/entry-path.js';

describe('GET /api/{entityType}/{bundle}/{uuid}', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  it('shows one entry', async () => {
    const article = await app.site.article({ title: 'Night tram' });

    const response = await app.api.asReader().get(formatEntryPath(article));

    expect(response.status).toBe(200);
    expect(response.body.jsonapi).toEqual({ version: '1.1' });
    expect(response.body.links).toEqual({ self: { href: BASE_URL + formatEntryPath(article) } });
    expect(getResource(response)).toMatchObject({ id: article.id, attributes: { title: 'Night tram' } });
  });

  it('accepts ids in any case and a trailing slash', async () => {
    const article = await app.site.article();

    const response = await app.api.asReader().get(`/api/node/article/${article.id.toUpperCase()}/`);

    expect(getResource(response).id).toBe(article.id);
  });

  it('answers HEAD like GET, without a body', async () => {
    const article = await app.site.article();

    const response = await app.api.asReader().send('head', formatEntryPath(article));

    expect([response.status, response.text]).toEqual([200, undefined]);
    expect(response.headers['content-type']).toBe('application/vnd.api+json');
  });

  it('includes along nested paths with full linkage and each entry once', async () => {
    const parent = await app.site.tag({ name: 'Transport' });
    const tag = await app.site.tag({ name: 'Trams' }, { parent: [parent] });
    const article = await app.site.article({}, { field_tags: [tag, parent] });

    const response = await app.api.asReader().get(`${formatEntryPath(article)}?include=field_tags.parent`);

    expect(getIncludedIds(response)).toEqual([parent.id, tag.id].sort());
  });

  it('has an empty included when there is nothing to include', async () => {
    const article = await app.site.article();

    const response = await app.api.asReader().get(`${formatEntryPath(article)}?include=field_tags`);

    expect(response.body.included).toEqual([]);
  });

  it('ignores filter, sort and page', async () => {
    const article = await app.site.article();

    const response = await app.api
      .asReader()
      .get(`${formatEntryPath(article)}?filter[nope]=1&sort=nope&page[limit]=x`);

    expect(response.status).toBe(200);
  });

  it('accepts resourceVersion rel:latest-version and refuses malformed ones', async () => {
    const article = await app.site.article();
    const get = async (version: string): Promise<number> =>
      (await app.api.asReader().get(`${formatEntryPath(article)}?resourceVersion=${version}`)).status;

    expect(await get('rel:latest-version')).toBe(200);
    expect(await get('seven')).toBe(400);
  });

  it('is 403 for an unpublished entry and a token without content:administer', async () => {
    const article = await app.site.article({ published: false });

    const response = await app.api.asReader().get(formatEntryPath(article));

    expect(response.status).toBe(403);
    expect(getErrors(response)).toEqual([
      {
        status: '403',
        code: 'entry_hidden',
        title: 'Forbidden',
        detail: `The entry ${article.id} is not published; reading it needs the scope 'content:administer'.`,
        meta: { scope: 'content:administer' },
      },
    ]);
  });

  it('is 401 for an unpublished entry without a token, when Public access is Yes', async () => {
    await app.site.settings({ publicAccess: true });
    const article = await app.site.article({ published: false });

    const response = await app.api.asAnonymous().get(formatEntryPath(article));

    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe(NO_TOKEN_CHALLENGE);
    await app.site.settings({ publicAccess: false });
  });

  it.each([
    ['an unknown id', '/api/node/article/0190b0a0-0000-7000-8000-00000000ffff'],
    ['an id that is no UUID', '/api/node/article/1'],
  ])('is 404 for %s', async (_, path) => {
    const response = await app.api.asReader().get(path);

    expect(response.status).toBe(404);
    expect(toErrorSummaries(response)).toEqual([{ status: '404', code: 'entry_unknown' }]);
  });

  it('finds an entry only under its own type and bundle', async () => {
    const article = await app.site.article();

    const response = await app.api.asReader().get(`/api/node/page/${article.id}`);

    expect(response.status).toBe(404);
  });

  it('reports a bad parameter before a missing entry', async () => {
    const response = await app.api.asReader().get('/api/node/article/1?include=nope');

    expect(toErrorSummaries(response)).toEqual([
      { status: '400', code: 'invalid_include', source: { parameter: 'include' } },
    ]);
  });
});
