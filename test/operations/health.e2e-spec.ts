import { startApp, type TestApp } from '../support/app.js';

describe('GET /health', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  it('GET /health/live is 200 without a token', async () => {
    const response = await app.api.asAnonymous().get('/health/live');

    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ status: 'ok' });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('GET /health/ready is 200 while requests can be served', async () => {
    const response = await app.api.asAnonymous().get('/health/ready');

    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      status: 'ok',
      details: { storage: { status: 'up' }, schema: { status: 'up' } },
    });
  });
});
