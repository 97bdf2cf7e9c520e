import { ALL_SCOPES, ManagedSite, type Manager, SITE_SETTINGS } from '../support/managed-site.js';
import { PASSWORD } from '../support/oauth-site.js';
import { faultsIn, problemIn } from '../support/problems.js';

const ROLES = '/manage/roles';

describe('/manage/roles', () => {
  let site: ManagedSite;
  let manager: Manager;
  beforeAll(async () => {
    site = await ManagedSite.start();
    manager = await site.administrator();
  });
  afterAll(() => site.stop());

  it('shows the built-in roles first', async () => {
    await manager.post(ROLES, { name: 'author', label: 'Author', scopes: ['content:administer'] });

    const { body } = await manager.get(ROLES);

    expect(
      body.items.map(({ name, builtIn }: { name: string; builtIn: boolean }) => [name, builtIn]),
    ).toEqual([
      ['administrator', true],
      ['editor', true],
      ['member', true],
      ['author', false],
    ]);
    expect(body.items[2]).toEqual({ name: 'member', label: 'Member', scopes: ['member'], builtIn: true });
  });

  it('makes, changes and deletes a role', async () => {
    const said = { name: 'reviewer', label: 'Reviewer', scopes: ['content:administer'] };
    const created = await manager.post(ROLES, said);
    const changed = await manager.patch(`${ROLES}/reviewer`, { scopes: ['member'] }, { 'If-Match': '"1"' });
    const stale = await manager.patch(`${ROLES}/reviewer`, { scopes: [] }, { 'If-Match': '"1"' });
    const kept = await manager.delete(`${ROLES}/reviewer`, { 'If-Match': '"1"' });
    const deleted = await manager.delete(`${ROLES}/reviewer`, { 'If-Match': '"2"' });

    expect([created.status, created.headers['location']]).toEqual([
      201,
      `${site.oauth.url}${ROLES}/reviewer`,
    ]);
    expect(created.body).toEqual({ ...said, builtIn: false });
    expect([changed.body, changed.headers['etag']]).toMatchObject([
      { label: 'Reviewer', scopes: ['member'] },
      '"2"',
    ]);
    expect([stale, kept].map(problemIn)).toEqual(['412 outdated', '412 outdated']);
    expect(deleted.status).toBe(204);
    expect(problemIn(await manager.get(`${ROLES}/reviewer`))).toBe('404 role_unknown');
  });

  it('changes what the tokens of its users can hold, from the next one on', async () => {
    await manager.post(ROLES, { name: 'growing', label: 'Growing', scopes: [] });
    const { cookie } = await site.signedIn('growing');
    const scope = async (): Promise<string> =>
      (await site.nobody().post('/session/token', {}, { Cookie: cookie })).body.scope as string;

    const before = await scope();
    await manager.patch(`${ROLES}/growing`, { scopes: ['member'] });

    expect([before, await scope()]).toEqual(['', 'member']);
  });

  it.each(['administrator', 'editor', 'member'])('%s cannot be changed', async (name) => {
    expect(problemIn(await manager.patch(`${ROLES}/${name}`, { label: 'X' }))).toBe('409 role_built_in');
    expect(problemIn(await manager.delete(`${ROLES}/${name}`))).toBe('409 role_built_in');
    expect(problemIn(await manager.post(ROLES, { name, label: 'X', scopes: [] }))).toBe(
      '409 role_name_taken',
    );
  });

  it('a role that users have cannot be deleted', async () => {
    await manager.post(ROLES, { name: 'used', label: 'Used', scopes: [] });
    await manager.post('/manage/users', { name: 'user-of-role', role: 'used', password: PASSWORD });

    expect(problemIn(await manager.delete(`${ROLES}/used`))).toBe('409 role_in_use');
  });

  it('leaves traces', async () => {
    await manager.post(ROLES, { name: 'traced', label: 'Traced', scopes: ['member'] });
    await manager.delete(`${ROLES}/traced`);

    const { body } = await manager.get('/manage/audit-log?subjectKind=role&subjectId=traced');

    expect(body.items.map(({ action }: { action: string }) => action).sort()).toEqual([
      'role.created',
      'role.deleted',
    ]);
  });

  it('needs a token with site_settings:administer', async () => {
    const other = await site.holderOfAllBut(SITE_SETTINGS);

    expect(problemIn(await site.nobody().get(ROLES))).toBe('401 token_required');
    expect(problemIn(await other.get(ROLES))).toBe('403 scope_missing');
  });

  it.each(ALL_SCOPES.filter((scope) => scope !== SITE_SETTINGS))(
    'nobody puts %s on a role without holding it',
    async (scope) => {
      const limited = await site.holderOfAllBut(scope);
      const name = `to_${scope.replaceAll(/\W/g, '_')}`.slice(0, 32);
      await manager.post(ROLES, { name, label: name, scopes: [] });

      expect(problemIn(await limited.post(ROLES, { name: 'mine', label: 'Mine', scopes: [scope] }))).toBe(
        '403 scope_not_held',
      );
      expect(problemIn(await limited.patch(`${ROLES}/${name}`, { scopes: [scope] }))).toBe(
        '403 scope_not_held',
      );
    },
  );

  it.each([
    [{}, '422 /label /name /scopes'],
    [{ name: 'A-b', label: '', scopes: ['content:read'] }, '422 /label /name /scopes/0'],
    [{ name: 'a', label: 'A\0', scopes: [] }, '422 /label'],
    [{ name: 'a', label: 'A', scopes: [], builtIn: true }, '422 /builtIn'],
  ])('refuses %j', async (said, faults) => {
    expect(faultsIn(await manager.post(ROLES, said))).toBe(faults);
  });
});
