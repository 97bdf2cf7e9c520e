import { startApp, type TestApp } from '../support/app.js';

describe('GET /health', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  it('/live says that the process answers, without a token', async () => {
    const response = await app.api.asAnonymous().get('/health/live');

    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ status: 'ok' });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('/ready says that requests can be served', async () => {
    const response = await app.api.asAnonymous().get('/health/ready');

    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      status: 'ok',
      details: { storage: { status: 'up' }, schema: { status: 'up' } },
    });
  });
});
