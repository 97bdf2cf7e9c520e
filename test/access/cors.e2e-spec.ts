import { startApp, type TestApp } from '../support/app.js';

const LISTED = 'https://app.example';
const PATHS = ['/api/node/article', '/api/nowhere', '/oauth/token', '/openapi.json', '/'];

describe('cross-origin access', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  it('allows all origins by default, on errors too', async () => {
    for (const path of PATHS) {
      const { headers } = await app.api.asAnonymous().get(path, { Origin: LISTED });

      expect([path, headers['access-control-allow-origin']]).toEqual([path, '*']);
    }
  });

  it('answers a preflight on every path without a token', async () => {
    for (const path of PATHS) {
      const response = await preflight(path, LISTED);

      expect([path, response.status]).toEqual([path, 204]);
      expect(response.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
        'access-control-allow-headers': 'authorization',
      });
    }
  });

  it('restricted CORS sends no header to an unlisted origin', async () => {
    await app.site.settings({ corsOrigins: [LISTED] });

    for (const origin of ['https://other.example', 'https://APP.example', 'http://app.example', 'null']) {
      const answers = [
        await app.api.asReader().get('/api', { Origin: origin }),
        await preflight('/api', origin),
      ];

      expect(answers.map(({ status }) => status)).toEqual([200, 204]);
      for (const { headers } of answers) expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
    await app.site.settings({ corsOrigins: ['*'] });
  });

  it('restricted CORS names a listed origin and sends Vary: Origin', async () => {
    await app.site.settings({ corsOrigins: ['https://first.example', LISTED] });

    const { headers } = await app.api.asReader().get('/api', { Origin: LISTED });

    expect(headers).toMatchObject({
      'access-control-allow-origin': LISTED,
      vary: expect.stringContaining('Origin'),
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    await app.site.settings({ corsOrigins: ['*'] });
  });

  function preflight(
    path: string,
    origin: string,
  ): ReturnType<ReturnType<TestApp['api']['asReader']>['get']> {
    const headers = {
      Origin: origin,
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': 'authorization',
    };
    return app.api.asAnonymous().send('options', path, { headers });
  }
});
