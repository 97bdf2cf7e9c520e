import { ALL_SCOPES, ManagedSite, type ManagementClient, SITE_SETTINGS } from '../support/managed-site.js';
import { PASSWORD } from '../support/oauth-site.js';
import { formatErrorPointers, formatProblem } from '../support/problems.js';
import { BrowserSession } from '../support/browser-session.js';

const USERS = '/manage/users';

interface User {
  readonly id: string;
  readonly name: string;
}

describe('/manage/users', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  let created = 0;
  beforeAll(async () => {
    site = await ManagedSite.start();
    manager = await site.administrator();
  });
  afterAll(() => site.stop());

  const make = async (changes: object = {}): Promise<User> => {
    const defaults = { name: `person-${++created}`, role: 'member', password: PASSWORD };
    return (await manager.post(USERS, { ...defaults, ...changes })).body as User;
  };
  const signIn = async ({ name }: User, password = PASSWORD): Promise<number> =>
    (await new BrowserSession(site.app.nest.getHttpServer()).signIn(name, password)).status;

  it('POST creates a user that can sign in', async () => {
    const answer = await manager.post(USERS, {
      name: 'alice',
      displayName: 'Alice',
      role: 'editor',
      password: PASSWORD,
    });

    expect(answer.status).toBe(201);
    const user = answer.body as User;
    expect(user).toEqual({
      id: expect.any(String),
      name: 'alice',
      displayName: 'Alice',
      role: 'editor',
      enabled: true,
      passwordChangeRequired: true,
      createdAt: '2023-11-14T22:13:20+00:00',
      lastLoginAt: null,
    });
    expect(answer.headers['location']).toBe(`${site.oauth.url}${USERS}/${user.id}`);
    expect(await signIn(user)).toBe(303);
    const shown = await manager.get(`${USERS}/${user.id}`);
    expect(shown.body).toEqual({ ...user, lastLoginAt: '2023-11-14T22:13:20+00:00' });
    expect(shown.headers['etag']).toBe('"1"');
    expect(shown.text).not.toContain('hash');
  });

  it('a new user without displayName is shown as User and the end of the id', async () => {
    const { id, name } = await make();

    const { body } = await manager.get(`${USERS}/${id}`);

    expect((body as { displayName: string }).displayName).toBe(`User ${id.slice(-6)}`);
    expect((body as { displayName: string }).displayName).not.toContain(name);
  });

  it('GET lists users by name in pages', async () => {
    const names = ['zoe', 'zora', 'zuse'];
    for (const name of names) await make({ name });

    const seen: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const { body } = await manager.get(`${USERS}?limit=2${next === '' ? '' : `&cursor=${next}`}`);
      seen.push(...(body.items as User[]).map(({ name }) => name));
      next = body.next as string | null;
    }

    expect(seen).toEqual([...seen].sort());
    expect(seen).toEqual(expect.arrayContaining(names));
  });

  it('PATCH changes name, display name, role and password', async () => {
    const user = await make();

    const changes = { displayName: 'Ann', role: 'editor', password: 'another long password' };
    const { status, body } = await manager.patch(`${USERS}/${user.id}`, changes);

    expect([status, body]).toMatchObject([200, { name: user.name, displayName: 'Ann', role: 'editor' }]);
    expect([await signIn(user), await signIn(user, 'another long password')]).toEqual([403, 303]);
  });

  it('PATCH with an outdated If-Match is 412', async () => {
    const { id } = await make();
    const fresh = await manager.patch(`${USERS}/${id}`, { displayName: 'A' }, { 'If-Match': '"1"' });

    expect([fresh.status, fresh.headers['etag']]).toEqual([200, '"2"']);
    expect(
      formatProblem(await manager.patch(`${USERS}/${id}`, { displayName: 'B' }, { 'If-Match': '"1"' })),
    ).toBe('412 outdated');
    expect(formatProblem(await manager.delete(`${USERS}/${id}`, { 'If-Match': '"1"' }))).toBe('412 outdated');
  });

  it.each([
    ['disabled', (id: string) => manager.patch(`${USERS}/${id}`, { enabled: false })],
    ['deleted', (id: string) => manager.delete(`${USERS}/${id}`)],
  ])('all tokens of a user are revoked when the user is %s', async (_, task) => {
    const user = await site.oauth.user();
    const client = await site.oauth.client();
    const code = await site.oauth.code(client, {}, user);
    const codeRequest = {
      grant_type: 'authorization_code',
      redirect_uri: 'http://127.0.0.1:9/callback',
      code,
    };
    const { access_token, refresh_token } = (await site.oauth.post('/oauth/token', client, codeRequest))
      .body as Record<string, string>;

    const before = await site.oauth.getStatus(access_token ?? '');
    await task(user.id);

    const refresh = await site.oauth.post('/oauth/token', client, {
      grant_type: 'refresh_token',
      refresh_token,
    });
    expect([before, await site.oauth.getStatus(access_token ?? ''), refresh.status]).toEqual([200, 401, 400]);
  });

  it('DELETE removes a user', async () => {
    const user = await make();

    expect((await manager.delete(`${USERS}/${user.id}`)).status).toBe(204);

    expect(formatProblem(await manager.get(`${USERS}/${user.id}`))).toBe('404 user_unknown');
    expect(await signIn(user)).toBe(403);
  });

  it('every change is in the audit log without passwords', async () => {
    const { id } = await make();
    await manager.patch(`${USERS}/${id}`, {
      role: 'editor',
      password: 'another long password',
      enabled: false,
    });
    await manager.delete(`${USERS}/${id}`);

    const { body, text } = await manager.get(`/manage/audit-log?subjectKind=user&subjectId=${id}`);

    const actions = (body.items as { action: string }[]).map(({ action }) => action);
    expect(actions.sort()).toEqual(
      ['created', 'deleted', 'disabled', 'password_changed', 'role_assigned'].map((what) => `user.${what}`),
    );
    expect(text).not.toContain(PASSWORD);
    expect(text).not.toContain('another long password');
  });

  it('POST {id}/unlock lets a user sign in at once after failed logins', async () => {
    const user = await make();
    for (let n = 0; n < 5; n++) await signIn(user, `wrong password ${n}`);
    const before = await signIn(user);

    const { status } = await manager.post(`${USERS}/${user.id}/unlock`, {});

    expect([before, status, await signIn(user)]).toEqual([429, 204, 303]);
    const { body } = await manager.get(`/manage/audit-log?subjectKind=user&subjectId=${user.id}&limit=2`);
    expect((body.items as { action: string }[]).map(({ action }) => action)).toContain('user.unlocked');
  });

  it('POST {id}/unlock of an unknown user is 404, of a user with more scopes 403', async () => {
    const administrator = await make({ role: 'administrator' });
    const member = await site.withScopes(SITE_SETTINGS, 'member');
    const unknown = '0191d2c0-0000-7000-8000-00000000a11c';

    expect(formatProblem(await manager.post(`${USERS}/${unknown}/unlock`, {}))).toBe('404 user_unknown');
    expect(formatProblem(await member.post(`${USERS}/${administrator.id}/unlock`, {}))).toBe(
      '403 scope_not_held',
    );
  });

  it('is 401 without a token and 403 without site_settings:administer', async () => {
    const other = await site.withAllScopesExcept(SITE_SETTINGS);

    expect(formatProblem(await site.anonymous().get(USERS))).toBe('401 token_required');
    expect(formatProblem(await other.get(USERS))).toBe('403 scope_missing');
  });

  it.each(ALL_SCOPES.filter((scope) => scope !== SITE_SETTINGS))(
    'assigning a role with %s without holding it is 403',
    async (scope) => {
      const role = `role_${scope.replaceAll(/\W/g, '_')}`.slice(0, 32);
      await manager.post('/manage/roles', { name: role, label: role, scopes: [scope] });
      const user = await make();
      const strong = await make({ role });
      const limited = await site.withAllScopesExcept(scope, 'member');
      const member = await site.withScopes(SITE_SETTINGS, 'member');

      const refused = [
        await limited.post(USERS, { name: `mine-${role}`, role, password: PASSWORD }),
        await (scope === 'member' ? limited : member).patch(`${USERS}/${user.id}`, { role }),
        await limited.patch(`${USERS}/${strong.id}`, { password: 'taken over by me' }),
        await limited.delete(`${USERS}/${strong.id}`),
      ];

      expect(refused.map(formatProblem)).toEqual(Array(4).fill('403 scope_not_held'));
    },
  );

  it('a name that is taken is 409', async () => {
    const { name } = await make();

    expect(
      formatProblem(
        await manager.post(USERS, { name: name.toUpperCase(), role: 'member', password: PASSWORD }),
      ),
    ).toBe('409 user_name_taken');
  });

  it.each([
    [{}, '422 /name /role'],
    [{ name: ' ', role: 'king', password: 'short' }, '422 /name /password /role'],
    [{ name: 'a', role: 'member', password: '123456789012' }, '422 /password'],
    [{ name: 'a', role: 'member', password: PASSWORD, enabled: false }, '422 /enabled'],
    [{ name: 'a', role: 'member', password: PASSWORD, displayName: null }, '422 /displayName'],
  ])('POST refuses %j', async (changes, faults) => {
    expect(formatErrorPointers(await manager.post(USERS, changes))).toBe(faults);
  });

  it.each(['no-such-id', '0191D2C0-0000-7000-8000-00000000A11C', '0191d2c0-0000-7000-8000-00000000a11c'])(
    'GET of the unknown user %s is 404',
    async (id) => {
      expect(formatProblem(await manager.get(`${USERS}/${id}`))).toBe('404 user_unknown');
    },
  );

  it('GET with an invalid cursor is 400', async () => {
    expect(formatProblem(await manager.get(`${USERS}?cursor=*`))).toBe('400 invalid_parameter');
  });

  it('tokens issued before a change of role are revoked', async () => {
    const { id, cookie } = await site.signIn();
    const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
    const { body } = await site.anonymous().post('/session/token', {}, headers);
    const { access_token } = body as { access_token: string };

    const before = await site.oauth.getStatus(access_token);
    await manager.patch(`${USERS}/${id}`, { role: 'member' });

    expect([before, await site.oauth.getStatus(access_token)]).toEqual([200, 401]);
  });
});
