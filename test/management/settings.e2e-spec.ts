import { ManagedSite, type Manager } from '../support/managed-site.js';
import { detailIn, faultsIn, problemIn } from '../support/problems.js';

const JSON_API = '/manage/settings/jsonapi';
const CORS = '/manage/settings/cors';
const OAUTH = '/manage/settings/oauth';

describe('/manage/settings', () => {
  let site: ManagedSite;
  let manager: Manager;
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

  it('shows all settings, each document under a version', async () => {
    const [jsonApi, cors, oauth] = [
      await manager.get(JSON_API),
      await manager.get(CORS),
      await manager.get(OAUTH),
    ];

    expect(jsonApi.body).toEqual({
      publicAccess: false,
      allowedOperations: 'read_write',
      pageLimitMaximum: 50,
      includeDepthMaximum: 10,
      includedMaximum: 2000,
      publicMaxAgeSeconds: 0,
      atomicOperationsMaximum: 100,
    });
    expect(cors.body).toEqual({ allowedOrigins: ['*'] });
    expect(oauth.body).toEqual({ refreshFamilyMaximumSeconds: 0, refreshReuseGraceSeconds: 0 });
    for (const { status, headers } of [jsonApi, cors, oauth]) {
      expect([status, headers['content-type']]).toEqual([200, 'application/json']);
      expect(headers['etag']).toMatch(/^"\d+"$/);
    }
  });

  it('changes what is given and leaves the rest', async () => {
    const { body } = await manager.patch(JSON_API, { publicAccess: true });

    expect(body).toMatchObject({ publicAccess: true, allowedOperations: 'read_write' });
    expect((await manager.get(JSON_API)).body).toEqual(body);
  });

  it('Public access is in force for the next read', async () => {
    const read = async (): Promise<number> => (await site.nobody().get('/api/node/article')).status;

    const before = await read();
    await manager.patch(JSON_API, { publicAccess: true });
    const open = await read();
    await manager.patch(JSON_API, { publicAccess: false });

    expect([before, open, await read()]).toEqual([401, 200, 401]);
  });

  it('Allowed operations is in force for the next write', async () => {
    const write = async (): Promise<number> => {
      const document = { data: { type: 'node--article', attributes: { title: 'New' } } };
      return (await site.app.api.asAdministrator().post('/api/node/article', document)).status;
    };

    await manager.patch(JSON_API, { allowedOperations: 'read_only' });
    const closed = await write();
    await manager.patch(JSON_API, { allowedOperations: 'read_write' });

    expect([closed, await write()]).toEqual([403, 201]);
  });

  it('the greatest page is in force for the next read', async () => {
    await site.app.site.articles({ published: 3 });

    await manager.patch(JSON_API, { pageLimitMaximum: 2 });

    const { body } = await site.app.api.asReader().get('/api/node/article');
    expect((body as { data: unknown[] }).data).toHaveLength(2);
  });

  it('the allowed origins are in force for the next request', async () => {
    const allowed = async (origin: string): Promise<unknown> =>
      (await site.nobody().get('/openapi.json', { Origin: origin })).headers['access-control-allow-origin'];

    await manager.patch(CORS, { allowedOrigins: ['https://www.example.com'] });

    expect(await allowed('https://www.example.com')).toBe('https://www.example.com');
    expect(await allowed('https://other.example')).toBeUndefined();
  });

  it('a change that is meant for an older version is refused', async () => {
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

    expect([fresh.status, problemIn(stale)]).toEqual([200, '412 outdated']);
    expect((await manager.get(JSON_API)).body).toMatchObject({ publicAccess: true });
    expect(fresh.headers['etag']).not.toBe(headers['etag']);
  });

  it.each(['"x"', 'W/"1"', 'nonsense'])('no version is called %s', async (tag) => {
    expect(problemIn(await manager.patch(CORS, {}, { 'If-Match': tag }))).toBe('412 outdated');
  });

  it('leaves a trace of who changed which setting from what to what', async () => {
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

  it('needs a token with site_settings:administer', async () => {
    const nobody = await site.nobody().patch(JSON_API, { publicAccess: true });
    const other = await (await site.holderOfAllBut('site_settings:administer')).patch(JSON_API, {});

    expect(problemIn(nobody)).toBe('401 token_required');
    expect(nobody.headers['www-authenticate']).toBe(
      'Bearer realm="OAuth", error="access_denied", error_description="Missing Authorization header"',
    );
    expect(problemIn(other)).toBe('403 scope_missing');
    expect(detailIn(other)).toBe("This token lacks the scope 'site_settings:administer'.");
  });

  it.each([
    [JSON_API, { publicAccess: 'yes' }, '422 /publicAccess'],
    [JSON_API, { publicAccess: null }, '422 /publicAccess'],
    [JSON_API, { publicAccess: 1, pageLimitMaximum: 0 }, '422 /pageLimitMaximum /publicAccess'],
    [JSON_API, { corsOrigins: ['*'] }, '422 /corsOrigins'],
    [CORS, { allowedOrigins: ['https://www.example.com/'] }, '422 /allowedOrigins'],
    [OAUTH, { refreshReuseGraceSeconds: 61 }, '422 /refreshReuseGraceSeconds'],
    [OAUTH, [], '422 '],
  ])('%s refuses %j', async (path, said, faults) => {
    expect(faultsIn(await manager.patch(path, said))).toBe(faults);
  });

  it('says what a member must be, by its own name', async () => {
    const refused = await manager.patch(CORS, { allowedOrigins: 'https://www.example.com' });

    expect(detailIn(refused)).toMatch(/^allowedOrigins must be \["\*"\] or a list of origins/);
  });

  it.each([
    ['{', {}, '400 invalid_body'],
    ['', {}, '400 invalid_body'],
    ['{}', { 'Content-Type': 'application/vnd.api+json' }, '415 unsupported_media_type'],
    ['{}', { 'Content-Type': 'text/plain' }, '415 unsupported_media_type'],
  ])('refuses the body %j as %j', async (body, headers, problem) => {
    expect(problemIn(await manager.patch(JSON_API, body, headers))).toBe(problem);
  });

  it('takes JSON that says which character set it is in', async () => {
    const headers = { 'Content-Type': 'application/json; charset=utf-8' };

    expect((await manager.patch(JSON_API, { publicAccess: false }, headers)).status).toBe(200);
  });
});
