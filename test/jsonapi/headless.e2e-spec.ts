import { SignJWT } from 'jose';
import type { ApiClient } from '@content-service/oauth-clients';
import { KeyRing } from '@content-service/oauth-grants';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
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

  const requestToken = async (site: OAuthSite, client: ApiClient): Promise<string> =>
    (await site.post('/oauth/token', client, { grant_type: 'client_credentials' })).body
      .access_token as string;
  const create = (token: string) =>
    app.api
      .withAuthorization(`Bearer ${token}`)
      .post('/jsonapi/node/article', { data: { type: 'node--article', attributes: { title: 'Headless' } } });

  it('accepts tokens of the issuer with their scopes, before and after it rotates its keys', async () => {
    const first = await create(await requestToken(issuer, client));
    await issuer.app.nest.get(KeyRing).rotate(OPERATOR_CONTEXT);
    const second = await create(await requestToken(issuer, client));
    const reader = await issuer.client({ allowedScopes: ['member'] });

    expect([first.status, second.status]).toEqual([201, 201]);
    expect((await create(await requestToken(issuer, reader))).status).toBe(403);
  });

  it('refuses expired tokens and tokens of other issuers', async () => {
    const token = await requestToken(issuer, client);
    expect((await create(token)).status).toBe(201);
    app.clock.advance(300);
    const otherClient = await OAuthSite.start();
    const foreign = await requestToken(otherClient, await otherClient.client());
    await otherClient.stop();

    const answers = [await create(token), await create(foreign), await create('a.b.c')];

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(answers[0]?.headers['www-authenticate']).toBe(
      'Bearer realm="OAuth", error="access_denied", error_description="Access token could not be verified"',
    );
  });

  it.each([
    ['lives 310 seconds', 0, 310, 201],
    ['lives longer', 0, 311, 401],
    ['lives longer and began in the past', -100, 300, 401],
    ['begins in the future', 60, 311, 401],
  ])('limits the lifetime of tokens to 310 seconds: a token that %s', async (_, issuedIn, endsIn, status) => {
    const { kid, algorithm, privateKey } = issuer.app.nest.get(KeyRing).current();
    const now = app.clock.now();
    const claims = { iat: now + issuedIn, nbf: now, exp: now + endsIn, jti: `${issuedIn} ${endsIn}` };
    const token = await new SignJWT({
      ...claims,
      ...{ iss: issuer.url, aud: `${issuer.url}/api`, sub: client.id, client_id: client.id },
      scope: 'content:administer',
    })
      .setProtectedHeader({ alg: algorithm, kid, typ: 'at+jwt' })
      .sign(privateKey);

    expect((await create(token)).status).toBe(status);
  });

  it('refuses every token while the issuer cannot be reached', async () => {
    const lonely = await startApp({ JSONAPI_PREFIX: '/jsonapi', TOKEN_ISSUER: 'http://127.0.0.1:1' });
    const token = await requestToken(issuer, client);

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
