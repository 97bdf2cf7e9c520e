import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { EntryReader } from '@content-service/entries';
import { TokenEndpoint } from '@content-service/oauth-grants';
import { startApp, type TestApp } from '../support/app.js';

describe('REQUEST_TIMEOUT_MS', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ REQUEST_TIMEOUT_MS: '1000' });
    await app.site.settings({ publicAccess: true });
  });
  afterAll(() => app.stop());
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('a read that takes longer is 503 request_timeout, and the connection is closed', async () => {
    let end: (error: Error) => void = () => undefined;
    jest
      .spyOn(app.nest.get(EntryReader), 'getPage')
      .mockReturnValue(new Promise((_, reject) => (end = reject)));

    const { status, headers, body } = await request(app.nest.getHttpServer()).get('/api/node/article');

    expect([status, headers['content-type']]).toEqual([503, 'application/vnd.api+json']);
    expect(headers['connection']).toBe('close');
    expect(body).toMatchObject({ errors: [{ status: '503', code: 'request_timeout' }] });

    // A late response of the handler is dropped and does not affect other requests.
    end(new Error('late'));
    jest.restoreAllMocks();
    expect((await app.api.asAnonymous().get('/api/node/article')).status).toBe(200);
  });

  it('a token request that takes longer is 503 as an OAuth error', async () => {
    jest.spyOn(app.nest.get(TokenEndpoint), 'respond').mockReturnValue(new Promise(() => undefined));

    const form = { grant_type: 'client_credentials', client_id: 'reader', client_secret: 's'.repeat(43) };
    const answer = await request(app.nest.getHttpServer()).post('/oauth/token').type('form').send(form);

    expect([answer.status, answer.headers['content-type']]).toEqual([503, 'application/json']);
    expect(answer.body).toMatchObject({ error: 'temporarily_unavailable' });
  });
});
