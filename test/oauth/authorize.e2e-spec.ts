import request, { type Response } from 'supertest';
import { sha256 } from '@content-service/kernel';
import type { ApiClient } from '@content-service/oauth-clients';
import { CALLBACK, OAuthSite } from '../support/oauth-site.js';

let site: OAuthSite;
let client: ApiClient;
let app: ApiClient;
beforeAll(async () => {
  site = await OAuthSite.start();
  client = await site.client();
  app = await site.client({ confidential: false });
});
afterAll(() => site.stop());

type Parameters = Readonly<Record<string, string | undefined>>;

/** A request that does not accept HTML. */
async function authorize(more: Parameters, asClient = client): Promise<Response> {
  const query = new URLSearchParams();
  const good = { response_type: 'code', client_id: asClient.id, redirect_uri: CALLBACK, state: 'x y&z' };
  for (const [name, value] of Object.entries<string | undefined>({ ...good, ...more }))
    if (value !== undefined) query.set(name, value);
  return request(site.app.nest.getHttpServer()).get(`/oauth/authorize?${query.toString()}`);
}

const INVALID_REQUEST = {
  error: 'invalid_request',
  error_description:
    'The request is missing a required parameter, includes an invalid parameter value, includes a parameter more than once, or is otherwise malformed.',
};
const INVALID_CLIENT = { error: 'invalid_client', error_description: 'Client authentication failed' };
const missing = (name: string) => ({
  ...INVALID_REQUEST,
  hint: `The parameter ${name} is missing or empty.`,
});
const FOREIGN = {
  ...INVALID_CLIENT,
  hint: "The redirect_uri 'https://evil.example/' is not registered for the API client.",
};

describe('GET /oauth/authorize', () => {
  it('without a session redirects to the login, which returns to the request', async () => {
    const { status, headers } = await authorize({});

    expect(status).toBe(302);
    const login = new URL(headers['location'] ?? '', site.url);
    expect(login.pathname).toBe('/user/login');
    expect(login.searchParams.get('destination')).toMatch(/^\/oauth\/authorize\?response_type=code&/);
  });

  it('after login and consent redirects to the client with code, state and iss', async () => {
    const address = new URL(`${site.url}/oauth/authorize`);
    const parameters = {
      response_type: 'code',
      client_id: client.id,
      redirect_uri: CALLBACK,
      state: 'x y&z',
    };
    address.search = new URLSearchParams(parameters).toString();

    const end = await site.authorizeInBrowser(address, await site.user());

    expect(`${end.origin}${end.pathname}`).toBe(CALLBACK);
    expect(Object.fromEntries(end.searchParams)).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: 'x y&z',
      iss: site.url,
    });
  });

  it.each<[string, Parameters, number, object]>([
    ['no client_id', { client_id: undefined }, 400, missing('client_id')],
    [
      'an unknown client',
      { client_id: 'unknown' },
      401,
      { ...INVALID_CLIENT, hint: 'There is no API client with this client_id.' },
    ],
    ['no redirect_uri', { redirect_uri: undefined }, 400, missing('redirect_uri')],
    ['an unregistered redirect_uri', { redirect_uri: 'https://evil.example/' }, 401, FOREIGN],
  ])('with %s answers on a page and does not redirect', async (_, more, status, expected) => {
    const response = await authorize(more);

    expect([response.status, response.body]).toEqual([status, expected]);
    expect(response.headers).not.toHaveProperty('location');
  });

  it('with requirePkce on requires a code_challenge of confidential clients', async () => {
    const getError = ({ headers }: Awaited<ReturnType<typeof authorize>>): Parameters => {
      const end = new URL(headers['location'] ?? '', site.url);
      return { path: end.pathname, ...Object.fromEntries(end.searchParams) };
    };
    await site.app.site.settings({ requirePkce: true });
    const without = getError(await authorize({}));
    const withOne = getError(await authorize(pkce));
    await site.app.site.settings({ requirePkce: false });

    expect(without).toMatchObject({ error: 'invalid_request', hint: missing('code_challenge').hint });
    expect(withOne).toMatchObject({ path: '/user/login' });
    expect(getError(await authorize({}))).toMatchObject({ path: '/user/login' });
  });

  const pkce = { code_challenge: sha256('v'), code_challenge_method: 'S256' };

  it.each<[string, Parameters, () => ApiClient, string]>([
    ['no response_type', { response_type: undefined }, () => client, 'invalid_request'],
    ['another response_type', { response_type: 'token' }, () => client, 'unsupported_response_type'],
    ['an unknown scope', { scope: 'nonsense' }, () => client, 'invalid_scope'],
    ['an unselected scope', { scope: 'menu:administer' }, () => client, 'invalid_scope'],
    ['the method plain', { ...pkce, code_challenge_method: 'plain' }, () => client, 'invalid_request'],
    ['a malformed challenge', { ...pkce, code_challenge: 'short' }, () => client, 'invalid_request'],
    ['a public client without challenge', {}, () => app, 'invalid_request'],
    ['another resource', { resource: 'https://other.example/' }, () => client, 'invalid_target'],
  ])('with %s redirects to the client with the error, state and iss', async (_, more, asClient, error) => {
    const { status, headers } = await authorize(more, asClient());

    const end = new URL(headers['location'] ?? '');
    expect([status, `${end.origin}${end.pathname}`]).toEqual([302, CALLBACK]);
    expect(Object.fromEntries(end.searchParams)).toEqual({
      error,
      error_description: expect.any(String),
      hint: expect.any(String),
      state: 'x y&z',
      iss: site.url,
    });
  });
});

describe('a redirect to a program on the machine of the user', () => {
  const VERIFIER = 'v'.repeat(43);
  const pkce = { code_challenge: sha256(VERIFIER), code_challenge_method: 'S256' };
  const exchange = (native: ApiClient, code: string, uri: string): Promise<Response> =>
    site.post('/oauth/token', native, {
      ...{ grant_type: 'authorization_code', code, redirect_uri: uri, code_verifier: VERIFIER },
    });

  it.each([
    ['http://127.0.0.1/cb', 'http://127.0.0.1:6000/cb'],
    ['http://[::1]:3000/cb?x=1', 'http://[::1]:6000/cb?x=1'],
  ])(
    'of a public client with %s may have any port, which the token endpoint compares',
    async (uri, requested) => {
      const native = await site.client({ confidential: false, redirectUris: [uri] });
      const address = new URL(`${site.url}/oauth/authorize`);
      const parameters = { response_type: 'code', client_id: native.id, redirect_uri: requested, ...pkce };
      address.search = new URLSearchParams(parameters).toString();

      const end = await site.authorizeInBrowser(address, await site.user());

      expect(end.href.startsWith(requested)).toBe(true);
      const code = end.searchParams.get('code') ?? '';
      const registered = await exchange(native, code, uri);
      expect([registered.status, registered.body.error]).toEqual([400, 'invalid_grant']);
      expect((await exchange(native, code, requested)).status).toBe(200);
    },
  );

  it('of a confidential client needs the registered port', async () => {
    const web = await site.client({ redirectUris: ['http://127.0.0.1:3000/cb'] });

    expect((await authorize({ redirect_uri: 'http://127.0.0.1:6000/cb' }, web)).status).toBe(401);
    expect((await authorize({ redirect_uri: 'http://127.0.0.1:3000/cb' }, web)).status).toBe(302);
  });

  it('to localhost may have any port with the setting localhostAnyPort', async () => {
    const native = await site.client({ confidential: false, redirectUris: ['http://localhost/cb'] });
    const request = { ...pkce, redirect_uri: 'http://localhost:6000/cb' };

    const without = await authorize(request, native);
    await site.app.site.settings({ localhostAnyPort: true });
    const withSetting = await authorize(request, native);
    await site.app.site.settings({ localhostAnyPort: false });

    expect([without.status, withSetting.status]).toEqual([401, 302]);
  });
});
