import { BASE_URL, startApp, type TestApp } from '../support/app.js';

describe('GET /docs', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  it('is an HTML page without a token', async () => {
    const page = await app.api.asAnonymous().get('/docs');

    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('data-url="/openapi.json"');
  });

  it('loads all its files, also with a trailing slash', async () => {
    const page = await app.api.asAnonymous().get('/docs/');
    const loaded = [...page.text.matchAll(/(?:src|href|data-url)="([^"]+)"/g)].map(([, path = '']) => path);

    const answers = await Promise.all(loaded.map((path) => app.api.asAnonymous().get(path)));

    expect(loaded.length).toBeGreaterThan(4);
    expect(answers.map(({ status }) => status)).toEqual(loaded.map(() => 200));
  });

  it('has a CSP that allows only resources and requests of the service', async () => {
    const { headers } = await app.api.asAnonymous().get('/docs');

    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        `connect-src 'self' ${BASE_URL}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
  });

  it('has no URL of another site in page and script', async () => {
    const texts = await Promise.all(
      ['/docs', '/docs/start.js', '/docs/oauth2-redirect.html'].map((path) =>
        app.api.asAnonymous().get(path),
      ),
    );

    expect(texts.map(({ text }) => text).join('')).not.toMatch(/https?:|\/\//);
  });

  it('does not serve other files of the package', async () => {
    const answers = await Promise.all(
      ['/docs/package.json', '/docs/index.html', '/docs/..%2Fpackage.json'].map((path) =>
        app.api.asAnonymous().get(path),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});

describe('GET /docs of a site whose base URL has a path', () => {
  it('loads its files from below the path', async () => {
    const app = await startApp({ BASE_URL: 'https://www.example/cms' });

    const { text } = await app.api.asAnonymous().get('/docs');

    expect(text).toContain('src="/cms/docs/swagger-ui-bundle.js"');
    expect(text).toContain('data-url="/cms/openapi.json"');
    await app.stop();
  });
});
