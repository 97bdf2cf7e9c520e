import type { ApiClient } from '@content-service/oauth-clients';
import { OAuthSite } from '../support/oauth-site.js';

let site: OAuthSite;
let client: ApiClient;
let other: ApiClient;
beforeAll(async () => {
  site = await OAuthSite.start();
  client = await site.client();
  other = await site.client();
});
afterAll(() => site.stop());

const revoke = (token: string | undefined, asClient = client) =>
  site.post('/oauth/revoke', asClient, { token });
const refresh = (refresh_token: string) =>
  site.post('/oauth/token', client, { grant_type: 'refresh_token', refresh_token });

describe('POST /oauth/revoke', () => {
  it('revokes an access token with effect on the next request', async () => {
    const { access_token, refresh_token } = await site.tokens(client);
    expect(await site.getStatus(access_token)).toBe(200);

    const { status, text, headers } = await revoke(access_token);

    expect([status, text, headers['cache-control']]).toEqual([200, '{}', 'no-store']);
    expect(await site.getStatus(access_token)).toBe(401);
    expect((await refresh(refresh_token)).status).toBe(200);
  });

  it('revokes with a refresh token all tokens of the same grant', async () => {
    const { access_token, refresh_token } = await site.tokens(client);

    expect((await revoke(refresh_token)).status).toBe(200);

    expect(await site.getStatus(access_token)).toBe(401);
    expect((await refresh(refresh_token)).status).toBe(400);
  });

  it('makes later requests answer 401 with a challenge that names the revocation', async () => {
    const { access_token } = await site.tokens(client);
    await revoke(access_token);

    const { headers } = await site.app.api.withAuthorization(`Bearer ${access_token}`).get('/api');

    expect(headers['www-authenticate']).toBe(
      'Bearer realm="OAuth", error="access_denied", error_description="The access token has been revoked"',
    );
  });

  it("answers 200 for an unknown token and for another client's token, and revokes neither", async () => {
    const { access_token, refresh_token } = await site.tokens(client);

    const answers = await Promise.all([
      revoke('nonsense', other),
      revoke(access_token, other),
      revoke(refresh_token, other),
    ]);

    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [200, '{}'],
      [200, '{}'],
      [200, '{}'],
    ]);
    expect(await site.getStatus(access_token)).toBe(200);
    expect((await refresh(refresh_token)).status).toBe(200);
  });

  it('revokes tokens of a public client without a secret', async () => {
    const app = await site.client({ confidential: false });

    expect((await revoke('nonsense', app)).status).toBe(200);
  });

  it.each([
    ['without token', { token: undefined }, 400, 'invalid_request'],
    ['with a wrong secret', { token: 'x', client_secret: 'wrong' }, 401, 'invalid_client'],
  ])('refuses a request %s', async (_, form, status, error) => {
    const response = await site.post('/oauth/revoke', client, form);

    expect([response.status, response.body.error]).toEqual([status, error]);
  });
});

describe('POST /oauth/introspect', () => {
  const inspect = (token: string | undefined, asClient = client) =>
    site.post('/oauth/introspect', asClient, { token });

  it("describes the client's own access token with Cache-Control no-store", async () => {
    const { access_token } = await site.tokens(client, { scope: 'member' });

    const { status, body, headers } = await inspect(access_token);

    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      active: true,
      token_type: 'Bearer',
      iss: site.url,
      aud: `${site.url}/api`,
      sub: expect.stringMatching(/^[0-9a-f-]{36}$/),
      client_id: client.id,
      scope: 'member',
      jti: expect.any(String),
      iat: site.app.clock.now(),
      nbf: site.app.clock.now() - 10,
      exp: site.app.clock.now() + 300,
    });
  });

  it('answers exactly {"active":false} for every other token', async () => {
    const { access_token, refresh_token } = await site.tokens(client);
    const foreign = await inspect(access_token, other);
    await revoke(access_token);

    const answers = [foreign, await inspect(access_token), await inspect(refresh_token), await inspect('x')];

    for (const { status, text } of answers) expect([status, text]).toEqual([200, '{"active":false}']);
  });

  it('refuses a request without client authentication', async () => {
    const app = await site.client({ confidential: false });
    const { access_token } = await site.tokens(client);

    const publicClient = await inspect(access_token, app);
    const anonymous = await site.postForm('/oauth/introspect', { token: access_token });

    expect([publicClient.status, publicClient.body.error]).toEqual([401, 'invalid_client']);
    expect([anonymous.status, anonymous.body.error]).toEqual([401, 'invalid_client']);
  });
});

describe.each(['/oauth/revoke', '/oauth/introspect'])('%s', (path) => {
  it.each(['get', 'put', 'delete'] as const)('refuses the method %s with a JSON error', async (method) => {
    const { status, headers, body } = await site.app.api.asAnonymous().send(method, path);

    expect([status, headers['allow'], body.error]).toEqual([405, 'POST, OPTIONS', 'invalid_request']);
  });

  it('OPTIONS lists the allowed methods', async () => {
    const { status, headers } = await site.app.api.asAnonymous().send('options', path);

    expect([status, headers['allow']]).toEqual([204, 'POST, OPTIONS']);
  });

  it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>, string | undefined]>([
    ['no client', {}, {}, undefined],
    ['an empty client_id', { client_id: '' }, {}, undefined],
    ['only a client_secret', { client_secret: 's'.repeat(43) }, {}, undefined],
    ['no client and no token', { token: '' }, {}, undefined],
    ['no secret of a confidential client', { client_id: 'ID' }, {}, undefined],
    ['an empty secret', { client_id: 'ID', client_secret: '' }, {}, undefined],
    ['an empty Basic header', {}, { Authorization: 'Basic' }, 'Basic realm="OAuth"'],
    ['a Basic header without a colon', {}, { Authorization: 'Basic eA==' }, 'Basic realm="OAuth"'],
    ['a Basic header without id and secret', {}, { Authorization: 'Basic Og==' }, 'Basic realm="OAuth"'],
    ['a Basic header with an empty secret', {}, { Authorization: 'Basic ID:' }, 'Basic realm="OAuth"'],
    ['a token of this site', {}, { Authorization: 'Bearer x' }, 'Bearer realm="OAuth"'],
  ])('is 401 invalid_client with %s', async (_, form, headers, challenge) => {
    const [withId, withHeader] = [
      Object.entries(form).map(([name, value]) => [name, value === 'ID' ? client.id : value]),
      Object.entries(headers).map(([name, value]) => [
        name,
        value.replace('ID:', Buffer.from(`${client.id}:`).toString('base64')),
      ]),
    ].map((entries) => Object.fromEntries(entries) as Record<string, string>);

    const response = await site.postForm(path, { token: 'x', ...withId }, withHeader);

    expect([response.status, response.body.error]).toEqual([401, 'invalid_client']);
    expect(response.headers['www-authenticate']).toBe(challenge);
  });

  it('refuses a repeated token parameter', async () => {
    const form = { client_id: client.id, client_secret: 's'.repeat(43), token: 'x', 'token[]': 'y' };

    const { status, body } = await site.postForm(path, form);

    expect([status, body.hint]).toEqual([400, 'The parameter token must be one text, given once.']);
  });
});
