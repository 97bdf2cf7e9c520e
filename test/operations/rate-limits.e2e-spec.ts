import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Item, parseList } from 'structured-headers';
import request, { type Response } from 'supertest';
import { ManagedSite } from '../support/managed-site.js';
import { SECRET } from '../support/oauth-site.js';

const QUOTA_EXCEEDED = 'https://iana.org/assignments/http-problem-types#quota-exceeded';
/** Longer than any test, so that no window ends within one. */
const HOUR = 3600;

interface Field {
  readonly policy: unknown;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A header field that must be a List of one String with parameters (RFC 9651). */
function findField({ headers }: Response, name: string): Field | undefined {
  const value: unknown = headers[name];
  if (typeof value !== 'string') return undefined;
  const [item] = parseList(value) as Item[];
  if (item === undefined) throw new Error(`${name} is an empty list.`);
  const [policy, parameters] = item;
  return { policy, parameters: Object.fromEntries(parameters) };
}

describe('rate limits', () => {
  let site: ManagedSite;
  beforeAll(async () => {
    site = await ManagedSite.start({ TRUST_PROXY: 'loopback' });
  });
  afterAll(() => site.stop());
  afterEach(() => site.app.site.settings({ rateLimits: 'none', publicAccess: false }));

  const limit = (policy: string, quota: number) =>
    site.app.site.settings({ rateLimits: { [policy]: { quota, windowSeconds: HOUR } } });
  const read = (token: string, headers: Readonly<Record<string, string>> = {}) =>
    request(site.app.nest.getHttpServer())
      .get('/api/node/article')
      .set({ Authorization: `Bearer ${token}`, ...headers });
  const issue = (id: string, secret = SECRET) =>
    site.oauth.postForm('/oauth/token', {
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
    });
  const requestToken = async (id: string): Promise<string> => {
    const { body } = await issue(id);
    return (body as { access_token: string }).access_token;
  };
  const newToken = async (): Promise<string> => requestToken((await site.oauth.client()).id);

  it('none, the default: no response has the header fields', async () => {
    const { id } = await site.oauth.client();
    const answers = [
      await issue(id),
      await read(await requestToken(id)),
      await (await site.administrator()).get('/manage/settings/cors'),
      await site.anonymous().get('/api'),
    ];

    for (const answer of answers) {
      expect(answer.headers).not.toHaveProperty('ratelimit');
      expect(answer.headers).not.toHaveProperty('ratelimit-policy');
    }
  });

  it('recommended: every response to a token has RateLimit and RateLimit-Policy as structured fields', async () => {
    const token = await newToken();
    await site.app.site.settings({ rateLimits: 'recommended' });

    const [first, second] = [await read(token), await read(token)];

    expect(first.headers['ratelimit-policy']).toBe('"client";q=1200;w=60');
    expect(findField(first, 'ratelimit-policy')).toEqual({
      policy: 'client',
      parameters: { q: 1200, w: 60 },
    });
    expect(findField(first, 'ratelimit')).toEqual({
      policy: 'client',
      parameters: { r: 1199, t: expect.any(Number) },
    });
    expect(findField(second, 'ratelimit')?.parameters).toMatchObject({ r: 1198 });
  });

  it('a read above the quota of its client is 429 with an error document and Retry-After ≥ t', async () => {
    const [token, other] = [await newToken(), await newToken()];
    await limit('client', 2);

    const statuses = [(await read(token)).status, (await read(token)).status];
    const refused = await read(token, { Origin: 'https://app.example' });

    expect(statuses).toEqual([200, 200]);
    expect([refused.status, refused.headers['content-type']]).toEqual([429, 'application/vnd.api+json']);
    expect(refused.body).toMatchObject({
      errors: [
        {
          status: '429',
          code: 'quota_exceeded',
          links: { type: { href: QUOTA_EXCEEDED } },
          meta: { 'violated-policies': ['client'] },
        },
      ],
    });
    const { r, t } = findField(refused, 'ratelimit')?.parameters ?? {};
    expect(r).toBe(0);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(Number(t));
    for (const name of ['Retry-After', 'RateLimit', 'RateLimit-Policy'])
      expect(refused.headers['access-control-expose-headers']).toContain(name);
    expect((await read(other)).status).toBe(200);
  });

  it('counts writes separately from reads', async () => {
    const token = await newToken();
    await limit('write', 1);
    const write = () =>
      request(site.app.nest.getHttpServer())
        .delete('/api/node/article/0192f0c8-7a51-7c3e-9d2b-5b1c6f0a4e11')
        .set('Authorization', `Bearer ${token}`);

    expect([(await write()).status, (await write()).status]).toEqual([404, 429]);
    const answer = await read(token);
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('ratelimit');
  });

  it('counts users of one client separately', async () => {
    const client = await site.oauth.client({ grants: ['authorization_code', 'refresh_token'] });
    const [one, two] = [await site.oauth.tokens(client), await site.oauth.tokens(client)];
    await limit('client', 1);

    const answers = [
      await read(one.access_token),
      await read(one.access_token),
      await read(two.access_token),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 429, 200]);
  });

  it('counts reads without a token by network: an IPv4 address, or a /64 of IPv6', async () => {
    await limit('anonymous', 1);
    await site.app.site.settings({ publicAccess: true });
    const from = async (address: string): Promise<number> =>
      (await site.anonymous().get('/api/node/article', { 'X-Forwarded-For': address })).status;

    expect([await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.2')]).toEqual([
      200, 429, 200,
    ]);
    expect([await from('2001:db8::1'), await from('2001:db8::ffff'), await from('2001:db8:0:1::1')]).toEqual([
      200, 429, 200,
    ]);
    expect(await from('::ffff:192.0.2.1')).toBe(429);
  });

  it('an invalid token is 401 also above the limit', async () => {
    const token = await newToken();
    await limit('client', 1);
    await read(token);

    expect((await read('bad')).status).toBe(401);
    expect((await read(token)).status).toBe(429);
  });

  it('counts requests with an invalid token by network, and never refuses a valid token for them', async () => {
    const token = await newToken();
    await limit('anonymous', 3);
    const fromNetwork = { 'X-Forwarded-For': '192.0.2.77' };

    const statuses: number[] = [];
    for (const path of ['/api/node/article', '/manage/keys', '/openapi.json'])
      for (const authorization of ['Bearer a.b.c', 'Bearer a b'])
        statuses.push(
          (await site.anonymous().get(path, { ...fromNetwork, Authorization: authorization })).status,
        );

    // The description is public, so its tokens are not verified.
    expect(statuses).toEqual([401, 401, 401, 429, 429, 429]);
    expect((await read(token, fromNetwork)).status).toBe(200);
    expect((await read('a.b.c', { 'X-Forwarded-For': '192.0.2.78' })).status).toBe(401);
  });

  it('counts the description and its page with the content of the network', async () => {
    await limit('anonymous', 2);
    const get = async (path: string) =>
      (await site.anonymous().get(path, { 'X-Forwarded-For': '192.0.2.79' })).status;

    expect([await get('/openapi.json'), await get('/docs'), await get('/openapi.json')]).toEqual([
      200, 200, 429,
    ]);
    expect([await get('/docs/guide'), await get('/user/login')]).toEqual([429, 200]);
  });

  /** With a network of each. */
  it.each<['get' | 'post', string, string]>([
    ['get', '/user/login', '198.51.100.1'],
    ['get', '/user', '198.51.100.2'],
    ['get', '/user/reauthenticate', '198.51.100.3'],
    ['get', '/oauth/authorize', '198.51.100.4'],
    ['post', '/user/login', '198.51.100.5'],
    ['post', '/session/start', '198.51.100.6'],
    ['post', '/session/token', '198.51.100.7'],
    ['post', '/session/reauthenticate', '198.51.100.8'],
    ['post', '/session/language', '198.51.100.10'],
    ['get', '/.well-known/jwks.json', '198.51.100.9'],
  ])('counts %s %s by network, apart from content', async (method, path, address) => {
    await limit('anonymous', 1);
    await site.app.site.settings({ publicAccess: true });
    const headers = { 'X-Forwarded-For': address };
    const send = async () => (await site.anonymous().send(method, path, undefined, headers)).status;

    const first = await send();
    const content = await site.anonymous().get('/api/node/article', headers);

    expect(first).not.toBe(429);
    expect(content.status).toBe(200);
    expect(await send()).toBe(429);
  });

  it('a page above the quota is HTML for a browser, with Retry-After', async () => {
    await limit('anonymous', 1);
    const headers = { 'X-Forwarded-For': '203.0.113.1', Accept: 'text/html' };
    await site.anonymous().get('/user/login', headers);

    const refused = await site.anonymous().get('/user/login', headers);

    expect([refused.status, refused.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it.each<['get' | 'post', string]>([
    ['get', '/health/live'],
    ['post', '/oauth/revoke'],
    ['post', '/session/end'],
    ['post', '/user/logout'],
  ])('never limits %s %s', async (method, path) => {
    await limit('anonymous', 1);

    for (let tries = 0; tries < 3; tries++) {
      const { status, headers } = await site.anonymous().send(method, path);
      expect(status).not.toBe(429);
      expect(headers).not.toHaveProperty('ratelimit');
    }
  });

  it('counts introspection by client, and requests without valid credentials by network', async () => {
    const { id } = await site.oauth.client();
    const token = await requestToken(id);
    await site.app.site.settings({
      rateLimits: {
        client: { quota: 1, windowSeconds: HOUR },
        anonymous: { quota: 2, windowSeconds: HOUR },
      },
    });
    const inspect = async (client: string, secret = SECRET) => {
      const form = { client_id: client, client_secret: secret, token };
      return (await site.oauth.postForm('/oauth/introspect', form, { 'X-Forwarded-For': '203.0.113.2' }))
        .status;
    };

    expect([await inspect('made-up-1'), await inspect('made-up-2'), await inspect('made-up-3')]).toEqual([
      401, 401, 429,
    ]);
    expect([await inspect(id, 'wrong'), await inspect(id), await inspect(id)]).toEqual([429, 200, 429]);
  });

  it('counts revocation without valid credentials by network, and never limits it with them', async () => {
    const { id } = await site.oauth.client();
    await limit('anonymous', 2);
    const revoke = async (client: string, secret = SECRET) => {
      const form = { client_id: client, client_secret: secret, token: 'x' };
      return (await site.oauth.postForm('/oauth/revoke', form, { 'X-Forwarded-For': '203.0.113.4' })).status;
    };

    const refused = [await revoke('made-up-1'), await revoke(id, 'wrong'), await revoke('made-up-3')];

    expect(refused).toEqual([401, 401, 429]);
    expect([await revoke(id), await revoke(id), await revoke(id)]).toEqual([200, 200, 200]);
  });

  it('a request above the quota of the management API is 429 as problem details', async () => {
    const manager = await site.withScopes('site_settings:administer');
    await limit('manage', 1);

    const [first, refused] = [await manager.get('/manage/keys'), await manager.get('/manage/keys')];

    expect([first.status, refused.status]).toEqual([200, 429]);
    expect(refused.headers['content-type']).toBe('application/problem+json');
    expect(refused.body).toMatchObject({
      type: QUOTA_EXCEEDED,
      status: 429,
      code: 'quota_exceeded',
      'violated-policies': ['manage'],
    });
    expect(findField(refused, 'ratelimit-policy')).toEqual({
      policy: 'manage',
      parameters: { q: 1, w: HOUR },
    });
  });

  it('a token request above the quota is 429 as an OAuth error (RFC 6749 §5.2)', async () => {
    const { id } = await site.oauth.client();
    await limit('token', 1);

    const [first, refused] = [await issue(id), await issue(id)];

    expect(first.status).toBe(200);
    expect(findField(first, 'ratelimit')).toMatchObject({ policy: 'token', parameters: { r: 0 } });
    expect([refused.status, refused.headers['content-type']]).toEqual([429, 'application/json']);
    expect(refused.body).toMatchObject({
      error: 'temporarily_unavailable',
      error_description: expect.any(String),
      hint: expect.stringContaining("rate limit 'token'"),
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('counts successful token requests only, under the decoded client id of HTTP Basic', async () => {
    const { id } = await site.oauth.client();
    await limit('token', 1);
    const basic = (name: string) => ({
      Authorization: `Basic ${Buffer.from(`${name}:${SECRET}`).toString('base64')}`,
    });
    const form = { grant_type: 'client_credentials' };

    const wrong = await issue(id, 'wrong');
    expect(wrong.status).toBe(401);
    expect(wrong.headers).not.toHaveProperty('ratelimit');
    expect((await site.oauth.postForm('/oauth/token', form, basic(id))).status).toBe(200);
    const encoded = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
    expect((await site.oauth.postForm('/oauth/token', form, basic(encoded))).status).toBe(429);
  });

  it('starts a new window when the window has ended', async () => {
    const token = await newToken();
    await site.app.site.settings({ rateLimits: { client: { quota: 1, windowSeconds: 1 } } });
    expect((await read(token)).status).toBe(200);

    let status = 429;
    for (let tries = 0; tries < 100 && status === 429; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      ({ status } = await read(token));
    }

    expect(status).toBe(200);
  });

  it('keeps the counts when another setting or another limit changes', async () => {
    const token = await newToken();
    await limit('client', 1);
    await read(token);

    await site.app.site.settings({ pageLimitMaximum: 50 });
    await site.app.site.settings({
      rateLimits: { client: { quota: 1, windowSeconds: HOUR }, token: { quota: 9, windowSeconds: HOUR } },
    });

    expect((await read(token)).status).toBe(429);
  });
});
