import { getErrors, toErrorSummaries, NO_TOKEN_CHALLENGE } from '../support/responses.js';
import { BASE_URL, startApp, type TestApp } from '../support/app.js';

describe('GET /api', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  it('lists every collection by resource type, for a token without content scopes too', async () => {
    const response = await app.api.asReader().get('/api');

    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('application/vnd.api+json');
    expect(response.body).toEqual({
      jsonapi: { version: '1.1' },
      data: [],
      links: {
        self: { href: `${BASE_URL}/api` },
        'file--file': { href: `${BASE_URL}/api/file/file` },
        'redirect--redirect': { href: `${BASE_URL}/api/redirect/redirect` },
        'menu_link_content--menu_link_content': {
          href: `${BASE_URL}/api/menu_link_content/menu_link_content`,
        },
        'user--user': { href: `${BASE_URL}/api/user/user` },
        'taxonomy_term--category': { href: `${BASE_URL}/api/taxonomy_term/category` },
        'taxonomy_term--tags': { href: `${BASE_URL}/api/taxonomy_term/tags` },
        'node--article': { href: `${BASE_URL}/api/node/article` },
        'node--page': { href: `${BASE_URL}/api/node/page` },
      },
    });
  });

  it('answers HEAD and a trailing slash', async () => {
    const head = await app.api.asReader().send('head', '/api');
    const slash = await app.api.asReader().get('/api/');

    expect([head.status, head.text]).toEqual([200, undefined]);
    expect(slash.status).toBe(200);
  });

  it('needs a token even when Public access is Yes', async () => {
    await app.site.settings({ publicAccess: true });

    const response = await app.api.asAnonymous().get('/api');

    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe(NO_TOKEN_CHALLENGE);
    await app.site.settings({ publicAccess: false });
  });

  it('refuses unknown parameters and ignores custom ones (JSON:API «Implementation-Specific Query Parameters»)', async () => {
    const unknown = await app.api.asReader().get('/api?colour=red');
    const foreign = await app.api.asReader().get('/api?utm_source=mail');

    expect(unknown.status).toBe(400);
    expect(toErrorSummaries(unknown)).toEqual([
      { status: '400', code: 'invalid_parameter', source: { parameter: 'colour' } },
    ]);
    expect(foreign.status).toBe(200);
  });

  it('is 405 for other methods', async () => {
    const response = await app.api.asAdministrator().post('/api', { data: {} });

    expect(response.status).toBe(405);
    expect(response.headers['allow']).toBe('GET, HEAD, OPTIONS');
    expect(getErrors(response)).toEqual([
      {
        status: '405',
        code: 'method_not_allowed',
        title: 'Method Not Allowed',
        detail: 'POST is not possible here. Allowed: GET, HEAD, OPTIONS.',
      },
    ]);
  });
});
