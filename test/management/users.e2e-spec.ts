import { ALL_SCOPES, ManagedSite, type Manager, SITE_SETTINGS } from '../support/managed-site.js';
import { PASSWORD } from '../support/oauth-site.js';
import { faultsIn, problemIn } from '../support/problems.js';
import { Visitor } from '../support/visitor.js';

const USERS = '/manage/users';

interface User {
  readonly id: string;
  readonly name: string;
}

describe('/manage/users', () => {
  let site: ManagedSite;
  let manager: Manager;
  let made = 0;
  beforeAll(async () => {
    site = await ManagedSite.start();
    manager = await site.administrator();
  });
  afterAll(() => site.stop());

  const make = async (said: object = {}): Promise<User> => {
    const usual = { name: `person-${++made}`, role: 'member', password: PASSWORD };
    return (await manager.post(USERS, { ...usual, ...said })).body as User;
  };
  const signIn = async ({ name }: User, password = PASSWORD): Promise<number> =>
    (await new Visitor(site.app.nest.getHttpServer()).signIn(name, password)).status;

  it('makes a user who can sign in', async () => {
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

  it('lists users by name, part by part', async () => {
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

  it('changes what is given: name, display name, role, password', async () => {
    const user = await make();

    const said = { displayName: 'Ann', role: 'editor', password: 'another long password' };
    const { status, body } = await manager.patch(`${USERS}/${user.id}`, said);

    expect([status, body]).toMatchObject([200, { name: user.name, displayName: 'Ann', role: 'editor' }]);
    expect([await signIn(user), await signIn(user, 'another long password')]).toEqual([403, 303]);
  });

  it('honours If-Match', async () => {
    const { id } = await make();
    const fresh = await manager.patch(`${USERS}/${id}`, { displayName: 'A' }, { 'If-Match': '"1"' });

    expect([fresh.status, fresh.headers['etag']]).toEqual([200, '"2"']);
    expect(
      problemIn(await manager.patch(`${USERS}/${id}`, { displayName: 'B' }, { 'If-Match': '"1"' })),
    ).toBe('412 outdated');
    expect(problemIn(await manager.delete(`${USERS}/${id}`, { 'If-Match': '"1"' }))).toBe('412 outdated');
  });

  it.each([
    ['disabled', (id: string) => manager.patch(`${USERS}/${id}`, { enabled: false })],
    ['deleted', (id: string) => manager.delete(`${USERS}/${id}`)],
  ])('a user who is %s has no tokens any more', async (_, act) => {
    const user = await site.oauth.user();
    const client = await site.oauth.client();
    const code = await site.oauth.code(client, {}, user);
    const exchange = { grant_type: 'authorization_code', redirect_uri: 'http://127.0.0.1:9/callback', code };
    const { access_token, refresh_token } = (await site.oauth.post('/oauth/token', client, exchange))
      .body as Record<string, string>;

    const before = await site.oauth.statusWith(access_token ?? '');
    await act(user.id);

    const refresh = await site.oauth.post('/oauth/token', client, {
      grant_type: 'refresh_token',
      refresh_token,
    });
    expect([before, await site.oauth.statusWith(access_token ?? ''), refresh.status]).toEqual([
      200, 401, 400,
    ]);
  });

  it('deletes a user', async () => {
    const user = await make();

    expect((await manager.delete(`${USERS}/${user.id}`)).status).toBe(204);

    expect(problemIn(await manager.get(`${USERS}/${user.id}`))).toBe('404 user_unknown');
    expect(await signIn(user)).toBe(403);
  });

  it('leaves traces without passwords', async () => {
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

  it('needs a token with site_settings:administer', async () => {
    const other = await site.holderOfAllBut(SITE_SETTINGS);

    expect(problemIn(await site.nobody().get(USERS))).toBe('401 token_required');
    expect(problemIn(await other.get(USERS))).toBe('403 scope_missing');
  });

  it.each(ALL_SCOPES.filter((scope) => scope !== SITE_SETTINGS))(
    'nobody gives %s away by a role without holding it',
    async (scope) => {
      const role = `role_${scope.replaceAll(/\W/g, '_')}`.slice(0, 32);
      await manager.post('/manage/roles', { name: role, label: role, scopes: [scope] });
      const user = await make();
      const strong = await make({ role });
      const limited = await site.holderOfAllBut(scope, 'member');
      const member = await site.holderOf(SITE_SETTINGS, 'member');

      const refused = [
        await limited.post(USERS, { name: `mine-${role}`, role, password: PASSWORD }),
        await (scope === 'member' ? limited : member).patch(`${USERS}/${user.id}`, { role }),
        await limited.patch(`${USERS}/${strong.id}`, { password: 'taken over by me' }),
        await limited.delete(`${USERS}/${strong.id}`),
      ];

      expect(refused.map(problemIn)).toEqual(Array(4).fill('403 scope_not_held'));
    },
  );

  it('a name is taken once', async () => {
    const { name } = await make();

    expect(
      problemIn(await manager.post(USERS, { name: name.toUpperCase(), role: 'member', password: PASSWORD })),
    ).toBe('409 user_name_taken');
  });

  it.each([
    [{}, '422 /name /password /role'],
    [{ name: ' ', role: 'king', password: 'short' }, '422 /name /password /role'],
    [{ name: 'a', role: 'member', password: PASSWORD, enabled: false }, '422 /enabled'],
    [{ name: 'a', role: 'member', password: PASSWORD, displayName: null }, '422 /displayName'],
  ])('refuses %j', async (said, faults) => {
    expect(faultsIn(await manager.post(USERS, said))).toBe(faults);
  });

  it.each(['no-such-id', '0191D2C0-0000-7000-8000-00000000A11C', '0191d2c0-0000-7000-8000-00000000a11c'])(
    'knows no user %s',
    async (id) => {
      expect(problemIn(await manager.get(`${USERS}/${id}`))).toBe('404 user_unknown');
    },
  );

  it('refuses a cursor of its own making', async () => {
    expect(problemIn(await manager.get(`${USERS}?cursor=*`))).toBe('400 invalid_parameter');
  });

  it('a token of before does not outlive another role', async () => {
    const { id, cookie } = await site.signedIn();
    const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
    const { body } = await site.nobody().post('/session/token', {}, headers);
    const { access_token } = body as { access_token: string };

    const before = await site.oauth.statusWith(access_token);
    await manager.patch(`${USERS}/${id}`, { role: 'member' });

    expect([before, await site.oauth.statusWith(access_token)]).toEqual([200, 401]);
  });
});
