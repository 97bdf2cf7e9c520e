import { faultsIn, NO_TOKEN } from '../support/answers.js';
import { BASE_URL, startApp, type TestApp } from '../support/app.js';
import { pathOf } from '../support/path-of.js';

describe('GET /router/translate-path', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  const translate = (path: string) => app.api.asReader().get(`/router/translate-path?path=${path}`);

  it('finds the entry behind a path, in the form that next-drupal reads', async () => {
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
        individual: BASE_URL + pathOf(page),
        resourceName: 'node--page',
        pathPrefix: 'api',
        basePath: '/api',
        entryPoint: `${BASE_URL}/api`,
      },
    });
  });

  it('finds what has its path in another language only', async () => {
    const page = await app.site.page({ path: { alias: '/ueber-uns', langcode: 'de' } });

    const response = await translate('/ueber-uns');

    expect(response.body.entity).toMatchObject({ uuid: page.id, path: '/ueber-uns' });
  });

  it('is 404 for a path that no entry has', async () => {
    const response = await translate('/nowhere');

    expect(faultsIn(response)).toEqual([
      { status: '404', code: 'route_unknown', source: { parameter: 'path' } },
    ]);
  });

  it('shows an unpublished entry to those only who may see it', async () => {
    const page = await app.site.page({ published: false, path: { alias: '/soon', langcode: 'en' } });

    const reader = await translate('/soon');
    const administrator = await app.api.asAdministrator().get('/router/translate-path?path=/soon');

    expect(reader.status).toBe(403);
    expect(administrator.body.entity.uuid).toBe(page.id);
  });

  it('needs a path, and a token', async () => {
    const without = await app.api.asReader().get('/router/translate-path');
    const anonymous = await app.api.asAnonymous().get('/router/translate-path?path=/about');

    expect(without.status).toBe(400);
    expect(anonymous.headers['www-authenticate']).toBe(NO_TOKEN);
  });
});
