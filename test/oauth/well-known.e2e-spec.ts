import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { KeyRing } from '@content-service/oauth-grants';
import type { ApiClient } from '@content-service/oauth-clients';
import { OAuthSite } from '../support/oauth-site.js';

let site: OAuthSite;
let client: ApiClient;
beforeAll(async () => {
  site = await OAuthSite.start();
  client = await site.client();
});
afterAll(() => site.stop());

const get = (path: string) => site.app.api.asAnonymous().get(path);

it.each(['oauth-authorization-server', 'oauth-protected-resource/api', 'jwks.json'])(
  '/.well-known/%s is read only',
  async (name) => {
    const answer = await site.app.api.asAnonymous().send('post', `/.well-known/${name}`, { headers: {} });

    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD']);
  },
);

describe('GET /.well-known/oauth-authorization-server', () => {
  it('lists exactly the supported endpoints, grants and methods', async () => {
    const { status, headers, body } = await get('/.well-known/oauth-authorization-server');

    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    expect(body).toEqual({
      issuer: site.url,
      authorization_endpoint: `${site.url}/oauth/authorize`,
      token_endpoint: `${site.url}/oauth/token`,
      revocation_endpoint: `${site.url}/oauth/revoke`,
      introspection_endpoint: `${site.url}/oauth/introspect`,
      jwks_uri: `${site.url}/.well-known/jwks.json`,
      scopes_supported: ['content:administer'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['client_credentials', 'authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'none'],
      revocation_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'none'],
      introspection_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      service_documentation: `${site.url}/docs`,
    });
  });

  it.each(['/api', '/else'])('is 404 for an issuer with the path %s', async (path) => {
    expect((await get(`/.well-known/oauth-authorization-server${path}`)).status).toBe(404);
  });
});

describe('GET /.well-known/oauth-protected-resource', () => {
  it.each(['', '/api'])('names the authorization server of the content interface (%j)', async (path) => {
    const { status, body } = await get(`/.well-known/oauth-protected-resource${path}`);

    expect(status).toBe(200);
    expect(body).toEqual({
      resource: `${site.url}/api`,
      authorization_servers: [site.url],
      scopes_supported: ['content:administer'],
      bearer_methods_supported: ['header'],
      resource_documentation: `${site.url}/docs`,
    });
  });

  it('is 404 for another resource', async () => {
    expect((await get('/.well-known/oauth-protected-resource/else')).status).toBe(404);
  });
});

describe('GET /.well-known/jwks.json', () => {
  it('publishes the current and the next key without private parts, cacheable for five minutes', async () => {
    const { status, headers, body } = await get('/.well-known/jwks.json');

    const key = {
      kty: 'EC',
      crv: 'P-256',
      x: expect.any(String),
      y: expect.any(String),
      kid: expect.any(String),
      use: 'sig',
      alg: 'ES256',
    };
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=300']);
    expect(body).toEqual({ keys: [key, key] });
  });

  it('publishes keys that verify access tokens', async () => {
    const { access_token } = await site.tokens(client);

    const { body } = await get('/.well-known/jwks.json');

    const options = { issuer: site.url, audience: `${site.url}/api`, typ: 'at+jwt' };
    const currentDate = new Date(site.app.clock.now() * 1000);
    await expect(
      jwtVerify(access_token, createLocalJWKSet(body as { keys: [] }), { ...options, currentDate }),
    ).resolves.toMatchObject({ payload: { client_id: client.id } });
  });

  it('verifies all unexpired tokens during a key rotation', async () => {
    const { body: known } = await get('/.well-known/jwks.json');
    const { access_token: before } = await site.tokens(client);

    await site.app.nest.get(KeyRing).rotate({ actor: { kind: 'operator' } });

    const { access_token: after } = await site.tokens(client);
    const kidsKnown = (known as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
    expect(decodeProtectedHeader(after).kid).not.toBe(decodeProtectedHeader(before).kid);
    expect(kidsKnown).toContain(decodeProtectedHeader(after).kid);
    expect([await site.getStatus(before), await site.getStatus(after)]).toEqual([200, 200]);
    expect((await get('/.well-known/jwks.json')).body.keys).toHaveLength(3);
    site.app.clock.advance(310);
    expect((await get('/.well-known/jwks.json')).body.keys).toHaveLength(2);
  });
});
