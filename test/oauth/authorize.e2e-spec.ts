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
