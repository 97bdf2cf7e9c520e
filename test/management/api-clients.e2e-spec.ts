import { ALL_SCOPES, ManagedSite, type Manager, SITE_SETTINGS } from '../support/managed-site.js';
import { CALLBACK } from '../support/oauth-site.js';
import { faultsIn, problemIn } from '../support/problems.js';

const CLIENTS = '/manage/api-clients';

interface Client {
  readonly id: string;
  readonly secret: string;
}

describe('/manage/api-clients', () => {
  let site: ManagedSite;
  let manager: Manager;
  beforeAll(async () => {
    site = await ManagedSite.start();
    manager = await site.administrator();
  });
  afterAll(() => site.stop());

  const make = async (said: object = {}): Promise<Client> =>
    (await manager.post(CLIENTS, { label: 'News', allowedScopes: ['member'], ...said })).body as Client;
  const tokenOf = async ({ id, secret }: Client): Promise<{ status: number; token: string }> => {
    const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
    const { status, body } = await site.oauth.postForm('/oauth/token', form);
    return { status, token: (body as { access_token: string }).access_token };
  };

  it('makes a client that can get tokens, and shows its secret this once', async () => {
    const made = await manager.post(CLIENTS, {
      label: 'News',
      allowedScopes: ['member'],
      redirectUris: [CALLBACK],
    });
    const { secret, ...client } = made.body as Client;

    expect([made.status, made.headers['cache-control']]).toEqual([201, 'no-store']);
    expect(made.headers['location']).toBe(`${site.oauth.url}${CLIENTS}/${client.id}`);
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
    expect((await tokenOf({ ...client, secret })).status).toBe(200);
    const shown = await manager.get(`${CLIENTS}/${client.id}`);
    expect(shown.body).toEqual({ ...client, lastUsedAt: '2023-11-14T22:13:20+00:00' });
    expect(shown.headers['etag']).toBe('"1"');
    expect((await manager.get(CLIENTS)).body.items).toContainEqual(shown.body);
  });

  it('makes a public client, which has no secret', async () => {
    const { body } = await manager.post(CLIENTS, { label: 'App', confidential: false });

    expect(body).toMatchObject({ confidential: false, requirePkce: true, secrets: [], allowedScopes: [] });
    expect(body).not.toHaveProperty('secret');
  });

  it('changes what is given, takes away by null, and leaves the rest', async () => {
    const user = '0191d2c0-0000-7000-8000-00000000a11c';
    const { id } = await make({ user });

    const label = await manager.patch(`${CLIENTS}/${id}`, {
      label: 'Old news',
      grants: ['client_credentials'],
    });
    const nobody = await manager.patch(`${CLIENTS}/${id}`, { user: null });

    expect(label.body).toMatchObject({ label: 'Old news', grants: ['client_credentials'], user });
    expect(nobody.body).toMatchObject({ label: 'Old news', user: null, allowedScopes: ['member'] });
    expect(nobody.headers['etag']).toBe('"3"');
  });

  it('honours If-Match on every change', async () => {
    const { id } = await make();
    await manager.patch(`${CLIENTS}/${id}`, { label: 'B' }, { 'If-Match': '"1"' });

    const stale = { 'If-Match': '"1"' };
    const refused = [
      await manager.patch(`${CLIENTS}/${id}`, { label: 'C' }, stale),
      await manager.post(`${CLIENTS}/${id}/secret`, {}, stale),
      await manager.delete(`${CLIENTS}/${id}/tokens`, stale),
      await manager.delete(`${CLIENTS}/${id}`, stale),
    ];

    expect(refused.map(problemIn)).toEqual(Array(4).fill('412 outdated'));
    expect((await manager.delete(`${CLIENTS}/${id}`, { 'If-Match': '"1", "2"' })).status).toBe(204);
  });

  it('rotates the secret; the old one is good for the grace time', async () => {
    const old = await make();
    const { status, body } = await manager.post(`${CLIENTS}/${old.id}/secret`, { graceSeconds: 60 });
    const fresh = body as Client;

    const both = [(await tokenOf(old)).status, (await tokenOf(fresh)).status];
    site.app.clock.turn(60);
    const one = [(await tokenOf(old)).status, (await tokenOf(fresh)).status];
    site.app.clock.turn(-60);

    expect([status, ...both, ...one]).toEqual([200, 200, 200, 401, 200]);
    expect(body).toMatchObject({
      secrets: [{ expiresAt: null }, { expiresAt: '2023-11-14T22:14:20+00:00' }],
    });
  });

  it('without a grace time the old secret is dead at once', async () => {
    const old = await make();

    await manager.post(`${CLIENTS}/${old.id}/secret`, {});

    expect((await tokenOf(old)).status).toBe(401);
  });

  it('ends every token of a client, which can ask for new ones', async () => {
    const client = await make();
    const { token } = await tokenOf(client);

    const { status, text } = await manager.delete(`${CLIENTS}/${client.id}/tokens`);

    expect([status, text]).toEqual([204, '']);
    expect(await site.oauth.statusWith(token)).toBe(401);
    expect(await site.oauth.statusWith((await tokenOf(client)).token)).toBe(200);
  });

  it('ends the tokens of users too, refresh tokens included', async () => {
    const client = await site.oauth.client();
    const tokens = await site.oauth.tokens(client);

    await manager.delete(`${CLIENTS}/${client.id}/tokens`);

    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
    expect(await site.oauth.statusWith(tokens.access_token)).toBe(401);
    expect((await site.oauth.post('/oauth/token', client, refresh)).body).toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('a client that is disabled has no tokens, and none come back when it is enabled', async () => {
    const client = await site.oauth.client();
    const tokens = await site.oauth.tokens(client);

    await manager.patch(`${CLIENTS}/${client.id}`, { enabled: false });
    const disabled = await site.oauth.statusWith(tokens.access_token);
    await manager.patch(`${CLIENTS}/${client.id}`, { enabled: true });

    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
    expect([disabled, await site.oauth.statusWith(tokens.access_token)]).toEqual([401, 401]);
    expect((await site.oauth.post('/oauth/token', client, refresh)).status).toBe(400);
  });

  it('deletes a client, and its tokens end', async () => {
    const client = await make();
    const { token } = await tokenOf(client);

    expect((await manager.delete(`${CLIENTS}/${client.id}`)).status).toBe(204);

    expect(await site.oauth.statusWith(token)).toBe(401);
    expect((await tokenOf(client)).status).toBe(401);
    expect(problemIn(await manager.get(`${CLIENTS}/${client.id}`))).toBe('404 client_unknown');
    expect(problemIn(await manager.delete(`${CLIENTS}/${client.id}`))).toBe('404 client_unknown');
  });

  it('leaves traces, and no secret in them', async () => {
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
    for (const { who } of events) expect(who).toMatchObject({ kind: 'client', clientId: manager.id });
    expect(text).not.toContain(secret);
    expect(text).not.toContain((rotated.body as Client).secret);
  });

  it('needs a token with site_settings:administer', async () => {
    const other = await site.holderOfAllBut(SITE_SETTINGS);

    expect(problemIn(await site.nobody().post(CLIENTS, {}))).toBe('401 token_required');
    expect(problemIn(await other.post(CLIENTS, { label: 'News' }))).toBe('403 scope_missing');
  });

  describe('whoever administers API clients', () => {
    it.each(ALL_SCOPES.filter((scope) => scope !== SITE_SETTINGS))(
      'cannot give %s away without holding it',
      async (scope) => {
        const limited = await site.holderOfAllBut(scope);
        const { id } = await make({ allowedScopes: [] });

        const refused = [
          await limited.post(CLIENTS, { label: 'Mine', allowedScopes: [scope] }),
          await limited.patch(`${CLIENTS}/${id}`, { allowedScopes: [scope] }),
        ];

        expect(refused.map(problemIn)).toEqual(Array(2).fill('403 scope_not_held'));
        expect(refused[0]?.body).toMatchObject({ scope });
      },
    );

    it('gets no secret and no redirect of a client that can do more than they can', async () => {
      const limited = await site.holderOfAllBut('content:administer');
      const { id } = await make({ allowedScopes: ['content:administer'] });

      expect(problemIn(await limited.post(`${CLIENTS}/${id}/secret`, {}))).toBe('403 scope_not_held');
      expect(
        problemIn(await limited.patch(`${CLIENTS}/${id}`, { redirectUris: ['https://mine.example/'] })),
      ).toBe('403 scope_not_held');
      expect((await limited.patch(`${CLIENTS}/${id}`, { enabled: false })).status).toBe(200);
    });
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
  ])('refuses %j', async (said, faults) => {
    expect(faultsIn(await manager.post(CLIENTS, said))).toBe(faults);
  });

  it.each([
    [{ graceSeconds: 604_801 }, '422 /graceSeconds'],
    [{ graceSeconds: -1 }, '422 /graceSeconds'],
    [{ graceSeconds: '60' }, '422 /graceSeconds'],
  ])('refuses %j for a new secret', async (said, faults) => {
    const { id } = await make();

    expect(faultsIn(await manager.post(`${CLIENTS}/${id}/secret`, said))).toBe(faults);
  });

  it('has no secret to rotate of a public client', async () => {
    const { id } = await make({ confidential: false });

    expect(problemIn(await manager.post(`${CLIENTS}/${id}/secret`, {}))).toBe('422 client_is_public');
  });
});
