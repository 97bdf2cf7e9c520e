import { toErrorSummaries, NO_TOKEN_CHALLENGE } from '../support/responses.js';
import { BASE_URL, startApp, type TestApp } from '../support/app.js';
import { formatEntryPath } from '../support/entry-path.js';

describe('GET /router/translate-path', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  const translate = (path: string) => app.api.asReader().get(`/router/translate-path?path=${path}`);

  it('resolves a path to its entry in the form of next-drupal', async () => {
    const page = await app.site.page({ title: 'About us', path: { alias: '/about', langcode: 'en' } });

    const response = await translate('/about&_format=json');

    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      resolved: `${BASE_URL}/about`,
      isHomePath: false,
      entity: {
        canonical: `${BASE_URL}/about`,
        type: 'node',
        bundle: 'page',
        id: page.id,
        uuid: page.id,
        langcode: 'en',
        path: '/about',
      },
      label: 'About us',
      jsonapi: {
        individual: BASE_URL + formatEntryPath(page),
        resourceName: 'node--page',
        pathPrefix: 'api',
        basePath: '/api',
        entryPoint: `${BASE_URL}/api`,
      },
    });
  });

  it('resolves a path that exists in another language only', async () => {
    const page = await app.site.page({ path: { alias: '/ueber-uns', langcode: 'de' } });

    const response = await translate('/ueber-uns');

    expect(response.body.entity).toMatchObject({ uuid: page.id, path: '/ueber-uns' });
  });

  it('is 404 for an unknown path', async () => {
    const response = await translate('/nowhere');

    expect(toErrorSummaries(response)).toEqual([
      { status: '404', code: 'route_unknown', source: { parameter: 'path' } },
    ]);
  });

  it('resolves an unpublished entry only with content:administer', async () => {
    const page = await app.site.page({ published: false, path: { alias: '/soon', langcode: 'en' } });

    const reader = await translate('/soon');
    const administrator = await app.api.asAdministrator().get('/router/translate-path?path=/soon');

    expect(reader.status).toBe(403);
    expect(administrator.body.entity.uuid).toBe(page.id);
  });

  it('needs a path and a token', async () => {
    const without = await app.api.asReader().get('/router/translate-path');
    const anonymous = await app.api.asAnonymous().get('/router/translate-path?path=/about');

    expect(without.status).toBe(400);
    expect(anonymous.headers['www-authenticate']).toBe(NO_TOKEN_CHALLENGE);
  });
});
