import { NO_TOKEN_CHALLENGE } from '../support/responses.js';
import { startApp, type TestApp } from '../support/app.js';

const PATHS = ['/openapi.json', '/docs', '/docs/', '/docs/start.js', '/docs/swagger-ui.css', '/docs/nothing'];

describe('The site setting publishDescription', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    // Loads the description that every response is compared with.
    await app.api.asAnonymous().get('/openapi.json');
  });
  afterAll(() => app.stop());
  afterEach(() => app.site.settings({ publishDescription: true }));

  const getStatuses = async (authorization?: string): Promise<readonly number[]> => {
    const client =
      authorization === undefined ? app.api.asAnonymous() : app.api.withAuthorization(authorization);
    const responses = await Promise.all(PATHS.map((path) => client.get(path)));
    return responses.map(({ status }) => status);
  };

  it('true, the default, answers without a token and does not verify one', async () => {
    expect(await getStatuses()).toEqual([200, 200, 200, 200, 200, 404]);
    expect(await getStatuses('Bearer nonsense')).toEqual([200, 200, 200, 200, 200, 404]);
  });

  it('false answers 401 with a challenge without a token', async () => {
    await app.site.settings({ publishDescription: false });

    expect(await getStatuses()).toEqual(PATHS.map(() => 401));
    const { headers, body } = await app.api.asAnonymous().get('/openapi.json');
    expect(headers['www-authenticate']).toBe(NO_TOKEN_CHALLENGE);
    expect(headers['etag']).toBeUndefined();
    expect(body).not.toHaveProperty('openapi');
  });

  it('false answers 401 to If-None-Match without a token', async () => {
    const published = await app.api.asAnonymous().get('/openapi.json');
    await app.site.settings({ publishDescription: false });

    const response = await app.api
      .asAnonymous()
      .get('/openapi.json', { 'If-None-Match': published.headers['etag'] ?? '' });

    expect(response.status).toBe(401);
  });

  it('false answers 401 to an invalid token', async () => {
    await app.site.settings({ publishDescription: false });

    expect(await getStatuses('Bearer nonsense')).toEqual(PATHS.map(() => 401));
  });

  it('false answers any valid token, one without scopes too', async () => {
    await app.site.settings({ publishDescription: false });

    const client = app.api.asReader();
    const description = await client.get('/openapi.json');
    const page = await client.get('/docs');

    expect([description.status, page.status]).toEqual([200, 200]);
    expect(description.body).toHaveProperty('openapi', '3.1.0');
    expect(description.headers['vary']).toContain('Authorization');
  });
});
