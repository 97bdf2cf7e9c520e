import { ALL_SCOPES, ManagedSite, type ManagementClient, SITE_SETTINGS } from '../support/managed-site.js';
import { PASSWORD } from '../support/oauth-site.js';
import { formatErrorPointers, formatProblem } from '../support/problems.js';

const ROLES = '/manage/roles';

/** The entity tag after one more change: `"7"` → `"8"`. */
const toNext = (tag: unknown): string => `"${Number(/^"(\d+)"$/.exec(String(tag))?.[1]) + 1}"`;

describe('/manage/roles', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start();
    manager = await site.administrator();
  });
  afterAll(() => site.stop());

  it('GET lists the built-in roles first', async () => {
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

  it('POST creates, PATCH changes and DELETE removes a role', async () => {
    const changes = { name: 'reviewer', label: 'Reviewer', scopes: ['content:administer'] };
    const created = await manager.post(ROLES, changes);
    const [first, second] = [String(created.headers['etag']), toNext(created.headers['etag'])];
    const changed = await manager.patch(`${ROLES}/reviewer`, { scopes: ['member'] }, { 'If-Match': first });
    const stale = await manager.patch(`${ROLES}/reviewer`, { scopes: [] }, { 'If-Match': first });
    const kept = await manager.delete(`${ROLES}/reviewer`, { 'If-Match': first });
    const deleted = await manager.delete(`${ROLES}/reviewer`, { 'If-Match': second });

    expect([created.status, created.headers['location']]).toEqual([
      201,
      `${site.oauth.url}${ROLES}/reviewer`,
    ]);
    expect(created.body).toEqual({ ...changes, builtIn: false });
    expect([changed.body, changed.headers['etag']]).toMatchObject([
      { label: 'Reviewer', scopes: ['member'] },
      second,
    ]);
    expect([stale, kept].map(formatProblem)).toEqual(['412 outdated', '412 outdated']);
    expect(deleted.status).toBe(204);
    expect(formatProblem(await manager.get(`${ROLES}/reviewer`))).toBe('404 role_unknown');
  });

  it('a change applies to the next tokens of its users', async () => {
    await manager.post(ROLES, { name: 'growing', label: 'Growing', scopes: [] });
    const { cookie } = await site.signIn('growing');
    const scope = async (): Promise<string> =>
      (await site.anonymous().post('/session/token', {}, { Cookie: cookie })).body.scope as string;

    const before = await scope();
    await manager.patch(`${ROLES}/growing`, { scopes: ['member'] });

    expect([before, await scope()]).toEqual(['', 'member']);
  });

  it.each(['administrator', 'editor', 'member'])('the built-in role %s cannot be changed', async (name) => {
    expect(formatProblem(await manager.patch(`${ROLES}/${name}`, { label: 'X' }))).toBe('409 role_built_in');
    expect(formatProblem(await manager.delete(`${ROLES}/${name}`))).toBe('409 role_built_in');
    expect(formatProblem(await manager.post(ROLES, { name, label: 'X', scopes: [] }))).toBe(
      '409 role_name_taken',
    );
  });

  it('DELETE of an assigned role is refused', async () => {
    await manager.post(ROLES, { name: 'used', label: 'Used', scopes: [] });
    await manager.post('/manage/users', { name: 'user-of-role', role: 'used', password: PASSWORD });

    expect(formatProblem(await manager.delete(`${ROLES}/used`))).toBe('409 role_in_use');
  });

  it('every change is in the audit log', async () => {
    await manager.post(ROLES, { name: 'traced', label: 'Traced', scopes: ['member'] });
    await manager.delete(`${ROLES}/traced`);

    const { body } = await manager.get('/manage/audit-log?subjectKind=role&subjectId=traced');

    expect(body.items.map(({ action }: { action: string }) => action).sort()).toEqual([
      'role.created',
      'role.deleted',
    ]);
  });

  it('is 401 without a token and 403 without site_settings:administer', async () => {
    const other = await site.withAllScopesExcept(SITE_SETTINGS);

    expect(formatProblem(await site.anonymous().get(ROLES))).toBe('401 token_required');
    expect(formatProblem(await other.get(ROLES))).toBe('403 scope_missing');
  });

  it.each(ALL_SCOPES.filter((scope) => scope !== SITE_SETTINGS))(
    'granting %s to a role without holding it is 403',
    async (scope) => {
      const limited = await site.withAllScopesExcept(scope);
      const name = `to_${scope.replaceAll(/\W/g, '_')}`.slice(0, 32);
      await manager.post(ROLES, { name, label: name, scopes: [] });

      expect(formatProblem(await limited.post(ROLES, { name: 'mine', label: 'Mine', scopes: [scope] }))).toBe(
        '403 scope_not_held',
      );
      expect(formatProblem(await limited.patch(`${ROLES}/${name}`, { scopes: [scope] }))).toBe(
        '403 scope_not_held',
      );
    },
  );

  it.each([
    [{}, '422 /label /name /scopes'],
    [{ name: 'A-b', label: '', scopes: ['content:read'] }, '422 /label /name /scopes/0'],
    [{ name: 'a', label: 'A\0', scopes: [] }, '422 /label'],
    [{ name: 'a', label: 'A', scopes: [], builtIn: true }, '422 /builtIn'],
  ])('POST refuses %j', async (changes, faults) => {
    expect(formatErrorPointers(await manager.post(ROLES, changes))).toBe(faults);
  });
});
