import { ManagedSite } from '../support/managed-site.js';
import { formatProblem } from '../support/problems.js';

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
    ['post', '/manage/users/x/sessions', 'GET, HEAD, OPTIONS, DELETE'],
    ['get', '/manage/users/x/sessions/y', 'OPTIONS, DELETE'],
    ['post', '/manage/users/x/grants', 'GET, HEAD, OPTIONS, DELETE'],
    ['get', '/manage/users/x/grants/y', 'OPTIONS, DELETE'],
    ['patch', '/manage/roles', 'GET, HEAD, OPTIONS, POST'],
    ['put', '/manage/roles/x', 'GET, HEAD, OPTIONS, PATCH, DELETE'],
    ['post', '/manage/audit-log', 'GET, HEAD, OPTIONS'],
    ['post', '/manage/content-activity', 'GET, HEAD, OPTIONS'],
    ['delete', '/manage/keys', 'GET, HEAD, OPTIONS, POST'],
    ['post', '/manage/events', 'GET, HEAD, OPTIONS'],
    ['post', '/manage/consumers', 'GET, HEAD, OPTIONS'],
    ['get', '/manage/consumers/x', 'OPTIONS, PATCH, DELETE'],
    ['get', '/manage/consumers/x/replay', 'OPTIONS, POST'],
    ['patch', '/manage/jobs', 'GET, HEAD, OPTIONS, POST'],
    ['delete', '/manage/jobs/x', 'GET, HEAD, OPTIONS, PATCH'],
    ['get', '/manage/bulk-actions', 'OPTIONS, POST'],
    ['get', '/manage/bulk-actions/x/undo', 'OPTIONS, POST'],
    ['get', '/manage/imports', 'OPTIONS, POST'],
    ['post', '/manage/me/views', 'GET, HEAD, OPTIONS, PATCH'],
    ['post', '/manage/schedules', 'GET, HEAD, OPTIONS'],
    ['delete', '/manage/schedules/prune-jobs', 'GET, HEAD, OPTIONS, PATCH'],
    ['get', '/manage/schedules/prune-jobs/run', 'OPTIONS, POST'],
    ['post', '/manage/entry-copies', 'GET, HEAD, OPTIONS'],
    ['post', '/manage/preview-sites', 'GET, HEAD, OPTIONS'],
    ['get', '/manage/previews', 'OPTIONS, POST'],
    ['post', '/manage/entry-revisions', 'GET, HEAD, OPTIONS'],
    ['get', '/manage/entry-presence/x', 'OPTIONS, PUT, DELETE'],
    ['delete', '/manage/trash', 'GET, HEAD, OPTIONS'],
    ['get', '/manage/trash/x/restore', 'OPTIONS, POST'],
    ['post', '/manage/entry-schedules', 'GET, HEAD, OPTIONS'],
    ['get', '/manage/entry-schedules/x/publish', 'OPTIONS, DELETE'],
    ['patch', '/manage/webhooks', 'GET, HEAD, OPTIONS, POST'],
    ['post', '/manage/webhooks/x', 'GET, HEAD, OPTIONS, PATCH, DELETE'],
    ['get', '/manage/webhooks/x/secret', 'OPTIONS, POST'],
    ['get', '/manage/webhooks/x/test', 'OPTIONS, POST'],
    ['get', '/manage/webhooks/x/replay', 'OPTIONS, POST'],
    ['post', '/manage/webhooks/x/deliveries', 'GET, HEAD, OPTIONS'],
    ['post', '/manage/webhooks/x/deliveries/y', 'GET, HEAD, OPTIONS'],
    ['post', '/manage/webhooks/x/deliveries/y/attempts/z', 'GET, HEAD, OPTIONS'],
    ['get', '/manage/webhooks/x/deliveries/y/redeliver', 'OPTIONS, POST'],
  ] as const)('%s %s is answered with what is allowed', async (method, path, allow) => {
    const answer = await (await site.withScopes('member')).send(method, path);
    const options = await site.anonymous().send('options', path);

    expect([formatProblem(answer), answer.headers['allow']]).toEqual(['405 method_not_allowed', allow]);
    expect([options.status, options.headers['allow']]).toEqual([204, allow]);
    expect(formatProblem(await site.anonymous().send(method, path))).toBe('401 token_required');
  });

  it.each(['/manage', '/manage/', '/manage/menus', '/manage/settings', '/manage/api-clients/a/b'])(
    '%s is unknown, to those with a token',
    async (path) => {
      expect(formatProblem(await site.anonymous().get(path))).toBe('401 token_required');
      expect(formatProblem(await (await site.administrator()).get(path))).toBe('404 route_unknown');
    },
  );

  it('accepts a trailing slash', async () => {
    expect((await (await site.administrator()).get('/manage/keys/')).status).toBe(200);
  });

  it('answers HEAD like GET, without a body', async () => {
    const manager = await site.administrator();
    const { status, body, headers } = await manager.send('head', '/manage/settings/cors');

    expect([status, body, headers['etag']]).toEqual([200, {}, expect.stringMatching(/^"\d+"$/)]);
  });

  it.each(['Bearer nonsense', 'Basic YTpi', 'Bearer  two'])(
    'is 401 with the Authorization header "%s"',
    async (authorization) => {
      const answer = await site.anonymous().get('/manage/keys', { Authorization: authorization });

      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="OAuth", error="access_denied", /);
      expect(answer.text).not.toContain('JWT');
    },
  );

  it('is 413 with a body above BODY_LIMIT_BYTES', async () => {
    const body = JSON.stringify({ label: 'x'.repeat(2_000_000) });

    expect(formatProblem(await (await site.administrator()).post('/manage/api-clients', body))).toBe(
      '413 body_too_large',
    );
  });

  it('is 400 as problem details when percent-encoding is invalid', async () => {
    expect(formatProblem(await (await site.administrator()).get('/manage/api-clients/%ff'))).toBe(
      '400 invalid_request',
    );
  });

  it('is 404 for an id with a null byte', async () => {
    const answer = await (await site.administrator()).get('/manage/api-clients/%00');

    expect(formatProblem(answer)).toBe('404 client_unknown');
  });
});

describe('a headless deployment', () => {
  it.each(['/manage/keys', '/manage/settings/jsonapi', '/manage', '/session/token', '/session/end'])(
    'has no %s',
    async (path) => {
      const site = await ManagedSite.start({ JSONAPI_PREFIX: '/jsonapi' });

      const statuses = [
        (await site.anonymous().get(path)).status,
        (await site.anonymous().post(path, {})).status,
      ];
      await site.stop();

      expect(statuses).toEqual([404, 404]);
    },
  );
});
