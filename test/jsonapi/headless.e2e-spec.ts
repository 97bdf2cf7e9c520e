import type { ApiClient } from '@content-service/oauth-clients';
import { KeyRing } from '@content-service/oauth-grants';
import { OPERATOR } from '@content-service/scopes';
import { BASE_URL, startApp, type TestApp } from '../support/app.js';
import { OAuthSite } from '../support/oauth-site.js';

describe('a headless deployment with a TOKEN_ISSUER', () => {
  let issuer: OAuthSite;
  let app: TestApp;
  let client: ApiClient;
  beforeAll(async () => {
    issuer = await OAuthSite.start();
    client = await issuer.client();
    app = await startApp({ JSONAPI_PREFIX: '/jsonapi', TOKEN_ISSUER: issuer.url });
  });
  afterAll(async () => {
    await app.stop();
    await issuer.stop();
  });

  const tokenOf = async (site: OAuthSite, by: ApiClient): Promise<string> =>
    (await site.post('/oauth/token', by, { grant_type: 'client_credentials' })).body.access_token as string;
  const create = (token: string) =>
    app.api
      .withAuthorization(`Bearer ${token}`)
      .post('/jsonapi/node/article', { data: { type: 'node--article', attributes: { title: 'Headless' } } });

  it('accepts the tokens of that issuer with what their scopes allow, before and after it rotates its keys', async () => {
    const first = await create(await tokenOf(issuer, client));
    await issuer.app.nest.get(KeyRing).rotate(OPERATOR);
    const second = await create(await tokenOf(issuer, client));
    const reader = await issuer.client({ allowedScopes: ['member'] });

    expect([first.status, second.status]).toEqual([201, 201]);
    expect((await create(await tokenOf(issuer, reader))).status).toBe(403);
  });

  it('refuses them after 300 seconds, and those of anybody else at once', async () => {
    const token = await tokenOf(issuer, client);
    expect((await create(token)).status).toBe(201);
    app.clock.turn(300);
    const stranger = await OAuthSite.start();
    const foreign = await tokenOf(stranger, await stranger.client());
    await stranger.stop();

    const answers = [await create(token), await create(foreign), await create('a.b.c')];

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(answers[0]?.headers['www-authenticate']).toBe(
      'Bearer realm="OAuth", error="access_denied", error_description="Access token could not be verified"',
    );
  });

  it('refuses every token while the issuer cannot be reached', async () => {
    const lonely = await startApp({ JSONAPI_PREFIX: '/jsonapi', TOKEN_ISSUER: 'http://127.0.0.1:1' });
    const token = await tokenOf(issuer, client);

    const { status } = await lonely.api.withAuthorization(`Bearer ${token}`).get('/jsonapi');

    await lonely.stop();
    expect(status).toBe(401);
  });
});

describe('a headless deployment', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ JSONAPI_PREFIX: '/jsonapi' });
    await app.site.settings({ publicAccess: true });
  });
  afterAll(() => app.stop());

  it('serves content under /jsonapi and nothing under /api', async () => {
    await app.site.article();

    const content = await app.api.asAnonymous().get('/jsonapi/node/article');
    const elsewhere = await app.api.asAnonymous().get('/api/node/article');

    expect(content.status).toBe(200);
    expect(content.body.links.self.href).toBe(`${BASE_URL}/jsonapi/node/article`);
    expect(elsewhere.status).toBe(404);
  });

  it('headless /jsonapi answers 404 on OAuth paths', async () => {
    const token = await app.api.asAnonymous().send('post', '/oauth/token');
    const authorize = await app.api.asAnonymous().get('/oauth/authorize');

    expect([token.status, authorize.status]).toEqual([404, 404]);
  });
});
