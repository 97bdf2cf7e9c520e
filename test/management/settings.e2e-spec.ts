import { ManagedSite, type ManagementClient } from '../support/managed-site.js';
import { getDetail, formatErrorPointers, formatProblem } from '../support/problems.js';

const JSON_API = '/manage/settings/jsonapi';
const CORS = '/manage/settings/cors';
const OAUTH = '/manage/settings/oauth';
const CONTENT = '/manage/settings/content';
const RATE_LIMITS = '/manage/settings/rate-limits';

describe('/manage/settings', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start();
    manager = await site.administrator();
  });
  afterAll(() => site.stop());
  afterEach(() =>
    site.app.site.settings({
      publicAccess: false,
      allowedOperations: 'read_write',
      corsOrigins: ['*'],
      pageLimitMaximum: 50,
    }),
  );

  it('GET shows each settings document with its ETag', async () => {
    const [jsonApi, cors, oauth] = [
      await manager.get(JSON_API),
      await manager.get(CORS),
      await manager.get(OAUTH),
    ];

    expect(jsonApi.body).toEqual({
      publicAccess: false,
      allowedOperations: 'read_write',
      publishDescription: true,
      pageLimitMaximum: 50,
      includeDepthMaximum: 10,
      includedMaximum: 2000,
      queryComplexityMaximum: 1200,
      documentBytesMaximum: 16_777_216,
      publicMaxAgeSeconds: 0,
      sharedMaxAgeSeconds: 0,
      atomicOperationsMaximum: 100,
    });
    expect(cors.body).toEqual({ allowedOrigins: ['*'] });
    expect(oauth.body).toEqual({
      refreshFamilyMaximumSeconds: 7_776_000,
      refreshReuseGraceSeconds: 0,
      requirePkce: false,
      localhostAnyPort: false,
    });
    for (const { status, headers } of [jsonApi, cors, oauth]) {
      expect([status, headers['content-type']]).toEqual([200, 'application/json']);
      expect(headers['etag']).toMatch(/^"\d+"$/);
    }
  });

  it('GET and PATCH /rate-limits show and change the rate limits, whose default is none', async () => {
    const table = { write: { quota: 500, windowSeconds: 60 } };

    expect((await manager.get(RATE_LIMITS)).body).toEqual({ rateLimits: 'none' });
    expect((await manager.patch(RATE_LIMITS, { rateLimits: table })).body).toEqual({ rateLimits: table });
    expect((await manager.get(RATE_LIMITS)).body).toEqual({ rateLimits: table });
    expect((await manager.patch(RATE_LIMITS, { rateLimits: 'none' })).body).toEqual({ rateLimits: 'none' });
  });

  it('GET and PATCH /content show and change the image styles', async () => {
    const { body, headers } = await manager.get(CONTENT);
    const [thumbnail] = body.imageStyles as object[];
    const imageStyles = [{ ...thumbnail, width: 100 }];

    expect(body.imageStyles.map(({ name }: { name: string }) => name)).toEqual([
      ...['thumbnail', 'medium', 'large', 'square', 'wide'],
    ]);
    expect((await manager.patch(CONTENT, { imageStyles })).body).toMatchObject({ imageStyles });
    const stale = await manager.patch(CONTENT, body, { 'If-Match': headers['etag'] ?? '' });
    expect(stale.status).toBe(412);
    const wide = await manager.patch(CONTENT, { imageStyles: [{ ...thumbnail, width: 5000 }] });
    expect(formatErrorPointers(wide)).toBe('422 /imageStyles/0/width');
    expect((await manager.patch(CONTENT, body)).body).toEqual(body);
  });

  it('PATCH changes the given members and keeps the others', async () => {
    const { body } = await manager.patch(JSON_API, { publicAccess: true });

    expect(body).toMatchObject({ publicAccess: true, allowedOperations: 'read_write' });
    expect((await manager.get(JSON_API)).body).toEqual(body);
  });

  it('a change of publicAccess applies to the next read', async () => {
    const read = async (): Promise<number> => (await site.anonymous().get('/api/node/article')).status;

    const before = await read();
    await manager.patch(JSON_API, { publicAccess: true });
    const open = await read();
    await manager.patch(JSON_API, { publicAccess: false });

    expect([before, open, await read()]).toEqual([401, 200, 401]);
  });

  it('a change of allowedOperations applies to the next write', async () => {
    const write = async (): Promise<number> => {
      const document = { data: { type: 'node--article', attributes: { title: 'New' } } };
      return (await site.app.api.asAdministrator().post('/api/node/article', document)).status;
    };

    await manager.patch(JSON_API, { allowedOperations: 'read_only' });
    const closed = await write();
    await manager.patch(JSON_API, { allowedOperations: 'read_write' });

    expect([closed, await write()]).toEqual([403, 201]);
  });

  it('a change of pageLimitMaximum applies to the next read', async () => {
    await site.app.site.articles({ published: 3 });

    await manager.patch(JSON_API, { pageLimitMaximum: 2 });

    const { body } = await site.app.api.asReader().get('/api/node/article');
    expect((body as { data: unknown[] }).data).toHaveLength(2);
  });

  it('a change of allowedOrigins applies to the next request', async () => {
    const allowed = async (origin: string): Promise<unknown> =>
      (await site.anonymous().get('/openapi.json', { Origin: origin })).headers[
        'access-control-allow-origin'
      ];

    await manager.patch(CORS, { allowedOrigins: ['https://www.example.com'] });

    expect(await allowed('https://www.example.com')).toBe('https://www.example.com');
    expect(await allowed('https://other.example')).toBeUndefined();
  });

  it('PATCH with an outdated If-Match is 412', async () => {
    const { headers } = await manager.get(CORS);
    const fresh = await manager.patch(
      JSON_API,
      { publicAccess: true },
      { 'If-Match': headers['etag'] ?? '' },
    );
    const stale = await manager.patch(
      JSON_API,
      { publicAccess: false },
      { 'If-Match': headers['etag'] ?? '' },
    );

    expect([fresh.status, formatProblem(stale)]).toEqual([200, '412 outdated']);
    expect((await manager.get(JSON_API)).body).toMatchObject({ publicAccess: true });
    expect(fresh.headers['etag']).not.toBe(headers['etag']);
  });

  it.each(['"x"', 'W/"1"', 'nonsense'])('PATCH with the unknown entity tag %s is 412', async (tag) => {
    expect(formatProblem(await manager.patch(CORS, {}, { 'If-Match': tag }))).toBe('412 outdated');
  });

  it('a change is in the audit log with actor, old and new value', async () => {
    const { id } = manager;
    await manager.patch(CORS, { allowedOrigins: ['https://www.example.com'] });

    const { body } = await manager.get('/manage/audit-log?limit=1&action=setting.changed');

    expect(body.items).toMatchObject([
      {
        who: { kind: 'client', clientId: id, userId: null },
        from: '127.0.0.1',
        says: 'changed a setting',
        subject: { kind: 'setting', id: 'corsOrigins' },
        details: { previous: ['*'], value: ['https://www.example.com'] },
      },
    ]);
  });

  it('is 401 without a token and 403 without site_settings:administer', async () => {
    const anonymous = await site.anonymous().patch(JSON_API, { publicAccess: true });
    const other = await (await site.withAllScopesExcept('site_settings:administer')).patch(JSON_API, {});

    expect(formatProblem(anonymous)).toBe('401 token_required');
    expect(anonymous.headers['www-authenticate']).toBe(
      'Bearer realm="OAuth", error="access_denied", error_description="Missing Authorization header"',
    );
    expect(formatProblem(other)).toBe('403 scope_missing');
    expect(getDetail(other)).toBe("This token lacks the scope 'site_settings:administer'.");
  });

  it.each([
    [JSON_API, { publicAccess: 'yes' }, '422 /publicAccess'],
    [JSON_API, { publicAccess: null }, '422 /publicAccess'],
    [JSON_API, { publicAccess: 1, pageLimitMaximum: 0 }, '422 /pageLimitMaximum /publicAccess'],
    [JSON_API, { corsOrigins: ['*'] }, '422 /corsOrigins'],
    [CORS, { allowedOrigins: ['https://www.example.com/'] }, '422 /allowedOrigins'],
    [OAUTH, { refreshReuseGraceSeconds: 61 }, '422 /refreshReuseGraceSeconds'],
    [OAUTH, { requirePkce: 'yes' }, '422 /requirePkce'],
    [RATE_LIMITS, { rateLimits: 'lenient' }, '422 /rateLimits'],
    [RATE_LIMITS, { rateLimits: { reads: { quota: 1, windowSeconds: 1 } } }, '422 /rateLimits'],
    [OAUTH, [], '422 '],
  ])('%s refuses %j', async (path, changes, faults) => {
    expect(formatErrorPointers(await manager.patch(path, changes))).toBe(faults);
  });

  it('an error of a number has its bounds', async () => {
    const refused = await manager.patch(JSON_API, { pageLimitMaximum: 0 });

    expect(JSON.parse(refused.text)).toMatchObject({
      errors: [{ pointer: '/pageLimitMaximum', meta: { minimum: 1, maximum: 500 } }],
    });
  });

  it('an error names the member and the expected value', async () => {
    const refused = await manager.patch(CORS, { allowedOrigins: 'https://www.example.com' });

    expect(getDetail(refused)).toMatch(/^allowedOrigins must be \["\*"\] or a list of origins/);
  });

  it.each([
    ['{', {}, '400 invalid_body'],
    ['', {}, '400 invalid_body'],
    ['{}', { 'Content-Type': 'application/vnd.api+json' }, '415 unsupported_media_type'],
    ['{}', { 'Content-Type': 'text/plain' }, '415 unsupported_media_type'],
  ])('refuses the body %j as %j', async (body, headers, problem) => {
    expect(formatProblem(await manager.patch(JSON_API, body, headers))).toBe(problem);
  });

  it('PATCH accepts application/json with a charset', async () => {
    const headers = { 'Content-Type': 'application/json; charset=utf-8' };

    expect((await manager.patch(JSON_API, { publicAccess: false }, headers)).status).toBe(200);
  });
});
