import { ALL_SCOPES, ManagedSite, type ManagementClient, SITE_SETTINGS } from '../support/managed-site.js';
import { CALLBACK } from '../support/oauth-site.js';
import { formatErrorPointers, formatProblem } from '../support/problems.js';

const CLIENTS = '/manage/api-clients';

interface Client {
  readonly id: string;
  readonly secret: string;
}

describe('/manage/api-clients', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start();
    manager = await site.administrator();
  });
  afterAll(() => site.stop());

  const make = async (changes: object = {}): Promise<Client> =>
    (await manager.post(CLIENTS, { label: 'News', allowedScopes: ['member'], ...changes })).body as Client;
  const requestToken = async ({ id, secret }: Client): Promise<{ status: number; token: string }> => {
    const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
    const { status, body } = await site.oauth.postForm('/oauth/token', form);
    return { status, token: (body as { access_token: string }).access_token };
  };

  it('POST creates a client that can get tokens and shows its secret only in this response', async () => {
    const created = await manager.post(CLIENTS, {
      label: 'News',
      allowedScopes: ['member'],
      redirectUris: [CALLBACK],
    });
    const { secret, ...client } = created.body as Client;

    expect([created.status, created.headers['cache-control']]).toEqual([201, 'no-store']);
    expect(created.headers['location']).toBe(`${site.oauth.url}${CLIENTS}/${client.id}`);
    expect(client).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      label: 'News',
      allowedScopes: ['member'],
      redirectUris: [CALLBACK],
      grants: ['client_credentials', 'authorization_code', 'refresh_token'],
      confidential: true,
      enabled: true,
      user: null,
      rememberConsent: false,
      requirePkce: false,
      createdAt: '2023-11-14T22:13:20+00:00',
      lastUsedAt: null,
      secrets: [{ createdAt: '2023-11-14T22:13:20+00:00', expiresAt: null }],
    });
    expect((await requestToken({ ...client, secret })).status).toBe(200);
    const shown = await manager.get(`${CLIENTS}/${client.id}`);
    expect(shown.body).toEqual({ ...client, lastUsedAt: '2023-11-14T22:13:20+00:00' });
    expect(shown.headers['etag']).toBe('"1"');
    expect((await manager.get(CLIENTS)).body.items).toContainEqual(shown.body);
  });

  it('POST creates a public client without a secret', async () => {
    const { body } = await manager.post(CLIENTS, { label: 'App', confidential: false });

    expect(body).toMatchObject({ confidential: false, requirePkce: true, secrets: [], allowedScopes: [] });
    expect(body).not.toHaveProperty('secret');
  });

  it('PATCH changes the given members, clears them with null and keeps the others', async () => {
    const { id: user } = await site.oauth.user('member');
    const { id } = await make({ user });

    const label = await manager.patch(`${CLIENTS}/${id}`, {
      label: 'Old news',
      grants: ['client_credentials'],
    });
    const anonymous = await manager.patch(`${CLIENTS}/${id}`, { user: null });

    expect(label.body).toMatchObject({ label: 'Old news', grants: ['client_credentials'], user });
    expect(anonymous.body).toMatchObject({ label: 'Old news', user: null, allowedScopes: ['member'] });
    expect(anonymous.headers['etag']).toBe('"3"');
  });

  it('every change is 412 with an outdated If-Match', async () => {
    const { id } = await make();
    await manager.patch(`${CLIENTS}/${id}`, { label: 'B' }, { 'If-Match': '"1"' });

    const stale = { 'If-Match': '"1"' };
    const refused = [
      await manager.patch(`${CLIENTS}/${id}`, { label: 'C' }, stale),
      await manager.post(`${CLIENTS}/${id}/secret`, {}, stale),
      await manager.delete(`${CLIENTS}/${id}/tokens`, stale),
      await manager.delete(`${CLIENTS}/${id}`, stale),
    ];

    expect(refused.map(formatProblem)).toEqual(Array(4).fill('412 outdated'));
    expect((await manager.delete(`${CLIENTS}/${id}`, { 'If-Match': '"1", "2"' })).status).toBe(204);
  });

  it.each([
    ['*', false],
    ['"1"', false],
    ['"9", W/"1"', false],
    ['1', false],
    ['"9"', true],
  ])('changes with If-None-Match: %s are made: %s', async (header, isMade) => {
    const { id } = await make();
    const headers = { 'If-None-Match': header };

    const answers = [
      await manager.delete(`${CLIENTS}/${id}/tokens`, headers),
      await manager.patch(`${CLIENTS}/${id}`, { label: 'B' }, headers),
      await manager.delete(`${CLIENTS}/${id}`, headers),
    ];

    if (!isMade) expect(answers.map(formatProblem)).toEqual(Array(3).fill('412 outdated'));
    expect(answers.map(({ status }) => status)).toEqual(isMade ? [204, 200, 204] : [412, 412, 412]);
  });

  it('POST secret rotates the secret and accepts the old one for graceSeconds', async () => {
    const old = await make();
    const { status, body } = await manager.post(`${CLIENTS}/${old.id}/secret`, { graceSeconds: 60 });
    const fresh = body as Client;

    const both = [(await requestToken(old)).status, (await requestToken(fresh)).status];
    site.app.clock.advance(60);
    const one = [(await requestToken(old)).status, (await requestToken(fresh)).status];
    site.app.clock.advance(-60);

    expect([status, ...both, ...one]).toEqual([200, 200, 200, 401, 200]);
    expect(body).toMatchObject({
      secrets: [{ expiresAt: null }, { expiresAt: '2023-11-14T22:14:20+00:00' }],
    });
  });

  it('POST secret without graceSeconds revokes the old secret at once', async () => {
    const old = await make();

    await manager.post(`${CLIENTS}/${old.id}/secret`, {});

    expect((await requestToken(old)).status).toBe(401);
  });

  it('DELETE tokens revokes all tokens of a client, which can request new ones', async () => {
    const client = await make();
    const { token } = await requestToken(client);

    const { status, text } = await manager.delete(`${CLIENTS}/${client.id}/tokens`);

    expect([status, text]).toEqual([204, '']);
    expect(await site.oauth.getStatus(token)).toBe(401);
    expect(await site.oauth.getStatus((await requestToken(client)).token)).toBe(200);
  });

  it('DELETE tokens revokes tokens of users and refresh tokens', async () => {
    const client = await site.oauth.client();
    const tokens = await site.oauth.tokens(client);

    await manager.delete(`${CLIENTS}/${client.id}/tokens`);

    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
    expect(await site.oauth.getStatus(tokens.access_token)).toBe(401);
    expect((await site.oauth.post('/oauth/token', client, refresh)).body).toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('disabling a client revokes its tokens for good', async () => {
    const client = await site.oauth.client();
    const tokens = await site.oauth.tokens(client);

    await manager.patch(`${CLIENTS}/${client.id}`, { enabled: false });
    const disabled = await site.oauth.getStatus(tokens.access_token);
    await manager.patch(`${CLIENTS}/${client.id}`, { enabled: true });

    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
    expect([disabled, await site.oauth.getStatus(tokens.access_token)]).toEqual([401, 401]);
    expect((await site.oauth.post('/oauth/token', client, refresh)).status).toBe(400);
  });

  it('DELETE removes a client and revokes its tokens', async () => {
    const client = await make();
    const { token } = await requestToken(client);

    expect((await manager.delete(`${CLIENTS}/${client.id}`)).status).toBe(204);

    expect(await site.oauth.getStatus(token)).toBe(401);
    expect((await requestToken(client)).status).toBe(401);
    expect(formatProblem(await manager.get(`${CLIENTS}/${client.id}`))).toBe('404 client_unknown');
    expect(formatProblem(await manager.delete(`${CLIENTS}/${client.id}`))).toBe('404 client_unknown');
  });

  it('every change is in the audit log without secrets', async () => {
    const { id, secret } = await make();
    await manager.patch(`${CLIENTS}/${id}`, { label: 'Old news' });
    const rotated = await manager.post(`${CLIENTS}/${id}/secret`, { graceSeconds: 5 });
    await manager.delete(`${CLIENTS}/${id}/tokens`);
    await manager.delete(`${CLIENTS}/${id}`);

    const { body, text } = await manager.get(`/manage/audit-log?subjectKind=client&subjectId=${id}`);

    const events = body.items as { action: string; who: object; details: object }[];
    expect(new Map(events.map(({ action, details }) => [action, details]))).toEqual(
      new Map<string, object>([
        ['client.created', { label: 'News', scopes: ['member'] }],
        ['client.changed', { label: 'Old news', scopes: ['member'], members: ['label'] }],
        ['client.secret_rotated', { graceSeconds: 5 }],
        ['client.tokens_revoked', {}],
        ['client.deleted', { label: 'Old news' }],
      ]),
    );
    for (const { who: actor } of events)
      expect(actor).toMatchObject({ kind: 'client', clientId: manager.id });
    expect(text).not.toContain(secret);
    expect(text).not.toContain((rotated.body as Client).secret);
  });

  it('is 401 without a token and 403 without site_settings:administer', async () => {
    const other = await site.withAllScopesExcept(SITE_SETTINGS);

    expect(formatProblem(await site.anonymous().post(CLIENTS, {}))).toBe('401 token_required');
    expect(formatProblem(await other.post(CLIENTS, { label: 'News' }))).toBe('403 scope_missing');
  });

  describe('an administrator of API clients', () => {
    it.each(ALL_SCOPES.filter((scope) => scope !== SITE_SETTINGS))(
      'cannot grant %s without holding it',
      async (scope) => {
        const limited = await site.withAllScopesExcept(scope);
        const { id } = await make({ allowedScopes: [] });

        const refused = [
          await limited.post(CLIENTS, { label: 'Mine', allowedScopes: [scope] }),
          await limited.patch(`${CLIENTS}/${id}`, { allowedScopes: [scope] }),
        ];

        expect(refused.map(formatProblem)).toEqual(Array(2).fill('403 scope_not_held'));
        expect(refused[0]?.body).toMatchObject({ scope });
      },
    );

    it('cannot change the secret or redirect URIs of a client with more scopes', async () => {
      const limited = await site.withAllScopesExcept('content:administer');
      const { id } = await make({ allowedScopes: ['content:administer'] });

      expect(formatProblem(await limited.post(`${CLIENTS}/${id}/secret`, {}))).toBe('403 scope_not_held');
      expect(
        formatProblem(await limited.patch(`${CLIENTS}/${id}`, { redirectUris: ['https://mine.example/'] })),
      ).toBe('403 scope_not_held');
    });

    it('cannot set a user with more scopes as the user of a client', async () => {
      const limited = await site.withAllScopesExcept('content:administer');
      const { id: editor } = await site.oauth.user('editor');
      const { id: member } = await site.oauth.user('member');
      const { id } = await make();

      const refused = [
        await limited.post(CLIENTS, { label: 'Mine', user: editor }),
        await limited.patch(`${CLIENTS}/${id}`, { user: editor }),
      ];

      expect(refused.map(formatProblem)).toEqual(Array(2).fill('403 scope_not_held'));
      expect((await limited.patch(`${CLIENTS}/${id}`, { user: member })).body).toMatchObject({
        user: member,
      });
      expect((await manager.patch(`${CLIENTS}/${id}`, { user: editor })).body).toMatchObject({
        user: editor,
      });
      expect((await limited.patch(`${CLIENTS}/${id}`, { label: 'Same user' })).status).toBe(200);
    });
  });

  it('an unknown user is 422 with a pointer', async () => {
    const user = '0191d2c0-0000-7000-8000-00000000a11c';
    const { id } = await make();

    const refused = [
      await manager.post(CLIENTS, { label: 'A', user }),
      await manager.patch(`${CLIENTS}/${id}`, { user }),
      await manager.post(CLIENTS, { label: ' ', user }),
    ];

    expect(refused.map(formatErrorPointers)).toEqual(['422 /user', '422 /user', '422 /label /user']);
    expect(refused[0]?.text).toContain(`There is no user '${user}'.`);
  });

  it('PATCH accepts the deleted user that the client already has', async () => {
    const { id: user } = await site.oauth.user('member');
    const { id } = await make({ user });
    await manager.delete(`/manage/users/${user}`);

    expect((await manager.patch(`${CLIENTS}/${id}`, { label: 'Other', user })).body).toMatchObject({ user });
  });

  it.each([
    [{}, '422 /label'],
    [
      { label: ' ', allowedScopes: ['content:read'], redirectUris: ['/back'] },
      '422 /allowedScopes/0 /label /redirectUris/0',
    ],
    [{ label: 5, allowedScopes: 'all', confidential: 'yes' }, '422 /allowedScopes /confidential /label'],
    [{ label: null }, '422 /label'],
    [{ label: 'A\ud800' }, '422 /label'],
    [{ label: 'A', enabled: null }, '422 /enabled'],
    [{ label: 'A', grants: ['password'] }, '422 /grants'],
    [{ label: 'A', user: 'alice' }, '422 /user'],
    [{ label: 'A', id: 'mine', secret: 's' }, '422 /id /secret'],
    [{ label: 'A', confidential: false, requirePkce: false }, '422 /requirePkce'],
    ['{"label": "A", "__proto__": {}, "constructor": 1}', '422 /__proto__ /constructor'],
  ])('POST refuses %j', async (changes, faults) => {
    expect(formatErrorPointers(await manager.post(CLIENTS, changes))).toBe(faults);
  });

  it.each([
    [{ graceSeconds: 604_801 }, '422 /graceSeconds'],
    [{ graceSeconds: -1 }, '422 /graceSeconds'],
    [{ graceSeconds: '60' }, '422 /graceSeconds'],
  ])('POST secret refuses %j', async (changes, faults) => {
    const { id } = await make();

    expect(formatErrorPointers(await manager.post(`${CLIENTS}/${id}/secret`, changes))).toBe(faults);
  });

  it('POST secret of a public client is refused', async () => {
    const { id } = await make({ confidential: false });

    expect(formatProblem(await manager.post(`${CLIENTS}/${id}/secret`, {}))).toBe('422 client_is_public');
  });
});
