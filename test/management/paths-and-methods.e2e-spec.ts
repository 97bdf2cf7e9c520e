import { ManagedSite } from '../support/managed-site.js';
import { problemIn } from '../support/problems.js';

describe('a path below /manage', () => {
  let site: ManagedSite;
  beforeAll(async () => {
    site = await ManagedSite.start();
  });
  afterAll(() => site.stop());

  it.each([
    ['put', '/manage/settings/jsonapi', 'GET, HEAD, OPTIONS, PATCH'],
    ['delete', '/manage/api-clients', 'GET, HEAD, OPTIONS, POST'],
    ['post', '/manage/api-clients/x', 'GET, HEAD, OPTIONS, PATCH, DELETE'],
    ['get', '/manage/api-clients/x/secret', 'OPTIONS, POST'],
    ['get', '/manage/api-clients/x/tokens', 'OPTIONS, DELETE'],
    ['post', '/manage/scopes', 'GET, HEAD, OPTIONS'],
    ['post', '/manage/content-model', 'GET, HEAD, OPTIONS'],
    ['patch', '/manage/bundles', 'GET, HEAD, OPTIONS, POST'],
    ['post', '/manage/bundles/node/article', 'GET, HEAD, OPTIONS, PATCH, DELETE'],
    ['delete', '/manage/bundles/node/article/fields', 'GET, HEAD, OPTIONS, POST'],
    ['put', '/manage/bundles/node/article/fields/body', 'GET, HEAD, OPTIONS, PATCH, DELETE'],
    ['delete', '/manage/users', 'GET, HEAD, OPTIONS, POST'],
    ['post', '/manage/users/x', 'GET, HEAD, OPTIONS, PATCH, DELETE'],
    ['patch', '/manage/roles', 'GET, HEAD, OPTIONS, POST'],
    ['put', '/manage/roles/x', 'GET, HEAD, OPTIONS, PATCH, DELETE'],
    ['post', '/manage/audit-log', 'GET, HEAD, OPTIONS'],
    ['delete', '/manage/keys', 'GET, HEAD, OPTIONS, POST'],
  ] as const)('%s %s is answered with what is allowed', async (method, path, allow) => {
    const answer = await (await site.holderOf('member')).send(method, path);
    const options = await site.nobody().send('options', path);

    expect([problemIn(answer), answer.headers['allow']]).toEqual(['405 method_not_allowed', allow]);
    expect([options.status, options.headers['allow']]).toEqual([204, allow]);
    expect(problemIn(await site.nobody().send(method, path))).toBe('401 token_required');
  });

  it.each(['/manage', '/manage/', '/manage/menus', '/manage/settings', '/manage/api-clients/a/b'])(
    '%s is unknown, to those with a token',
    async (path) => {
      expect(problemIn(await site.nobody().get(path))).toBe('401 token_required');
      expect(problemIn(await (await site.administrator()).get(path))).toBe('404 route_unknown');
    },
  );

  it('may end with a slash', async () => {
    expect((await (await site.administrator()).get('/manage/keys/')).status).toBe(200);
  });

  it('is read by HEAD wherever it is read by GET', async () => {
    const manager = await site.administrator();
    const { status, body, headers } = await manager.send('head', '/manage/settings/cors');

    expect([status, body, headers['etag']]).toEqual([200, {}, expect.stringMatching(/^"\d+"$/)]);
  });

  it.each(['Bearer nonsense', 'Basic YTpi', 'Bearer  two'])('takes no %s', async (authorization) => {
    const answer = await site.nobody().get('/manage/keys', { Authorization: authorization });

    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="OAuth", error="access_denied", /);
    expect(answer.text).not.toContain('JWT');
  });

  it('refuses a body that is too large', async () => {
    const body = JSON.stringify({ label: 'x'.repeat(2_000_000) });

    expect(problemIn(await (await site.administrator()).post('/manage/api-clients', body))).toBe(
      '413 body_too_large',
    );
  });

  it('answers in the same form when its path is not percent-encoded correctly', async () => {
    expect(problemIn(await (await site.administrator()).get('/manage/api-clients/%ff'))).toBe(
      '400 invalid_request',
    );
  });

  it('says nothing of faults of its own', async () => {
    const answer = await (await site.administrator()).get('/manage/api-clients/%00');

    expect(problemIn(answer)).toBe('404 client_unknown');
  });
});

describe('a headless deployment', () => {
  it.each(['/manage/keys', '/manage/settings/jsonapi', '/manage', '/session/token', '/session/end'])(
    'has no %s',
    async (path) => {
      const site = await ManagedSite.start({ JSONAPI_PREFIX: '/jsonapi' });

      const statuses = [(await site.nobody().get(path)).status, (await site.nobody().post(path, {})).status];
      await site.stop();

      expect(statuses).toEqual([404, 404]);
    },
  );
});
