import { PreferenceStore } from '@content-service/accounts';
import { AccessTokenService } from '@content-service/oauth-grants';
import { ScopeSet } from '@content-service/scopes';
import { ManagementClient, ManagedSite } from '../support/managed-site.js';
import { formatErrorPointers, formatProblem } from '../support/problems.js';

const VIEWS = '/manage/me/views';

const DRAFTS = {
  name: 'Drafts',
  resourceType: 'node--article',
  search: { status: 'unpublished', columns: ['changed'] },
};

describe('/manage/me/views', () => {
  let site: ManagedSite;
  let editor: ManagementClient;
  let other: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start();
    editor = await site.withScopes('content:administer');
    other = await site.withScopes('content:administer', 'member');
  });
  afterAll(() => site.stop());

  const signIn = async (role: string): Promise<ManagementClient> => {
    const { id: subject } = await site.oauth.user(role);
    const { id: clientId } = await site.oauth.client();
    const scopes = ScopeSet.of('content:administer');
    const { token } = await site.app.nest.get(AccessTokenService).issue({ subject, clientId, scopes });
    const requests = site.app.api.withAuthorization(`Bearer ${token}`);
    return new ManagementClient((method, path, sent) => requests.send(method, path, sent));
  };

  it('PATCH replaces the views of the caller, and GET shows them to the caller alone', async () => {
    const empty = await editor.get(VIEWS);

    const saved = await editor.patch(VIEWS, { views: [DRAFTS] });

    expect([empty.body, empty.headers['etag']]).toEqual([{ views: [], shared: [] }, '"0"']);
    expect([saved.status, saved.body, saved.headers['etag']]).toEqual([
      200,
      { views: [DRAFTS], shared: [] },
      '"1"',
    ]);
    expect((await editor.get(VIEWS)).body).toEqual({ views: [DRAFTS], shared: [] });
    expect((await other.get(VIEWS)).body).toEqual({ views: [], shared: [] });
  });

  it('PATCH refuses a version that was replaced meanwhile', async () => {
    const { headers } = await other.get(VIEWS);
    const condition = { 'If-Match': String(headers['etag']) };
    await other.patch(VIEWS, { views: [DRAFTS] }, condition);

    const late = await other.patch(VIEWS, { views: [] }, condition);

    expect(formatProblem(late)).toBe('412 outdated');
    expect((await other.get(VIEWS)).body).toEqual({ views: [DRAFTS], shared: [] });
  });

  it('GET shows the views that are shared with all, and with the role of the user; administrators see all', async () => {
    const administrator = await site.administrator();
    const forAll = { ...DRAFTS, name: 'For all' };
    const forEditors = { ...DRAFTS, name: 'For editors', role: 'editor' };
    const forOthers = { ...DRAFTS, name: 'For others', role: 'writers' };
    const sharedViews = [forAll, forEditors, forOthers];
    const settings = await administrator.patch('/manage/settings/content', { sharedViews });
    const edith = await signIn('editor');

    expect(settings.body).toMatchObject({ sharedViews });
    expect((await editor.get(VIEWS)).body).toMatchObject({ shared: [forAll] });
    expect((await edith.get(VIEWS)).body).toMatchObject({ shared: [forAll, forEditors] });
    expect((await administrator.get(VIEWS)).body).toMatchObject({ shared: sharedViews });
    expect(formatProblem(await editor.patch(VIEWS, { views: [], shared: [] }))).toBe('422 invalid_member');
    await administrator.patch('/manage/settings/content', { sharedViews: [] });
  });

  it.each<[string, unknown, string]>([
    ['no list', {}, '422 /sharedViews'],
    ['no name', [{ ...DRAFTS, name: '' }], '422 /sharedViews/0/name'],
    ['a search that is a list', [{ ...DRAFTS, search: [] }], '422 /sharedViews/0/search'],
    ['a long search', [{ ...DRAFTS, search: { q: 'x'.repeat(4000) } }], '422 /sharedViews/0/search'],
    ['a name twice', [DRAFTS, { ...DRAFTS, resourceType: 'node--page' }, DRAFTS], '422 /sharedViews/2/name'],
    ['an unknown member', [{ ...DRAFTS, owner: 'ada' }], '422 /sharedViews/0'],
  ])('the setting sharedViews refuses %s', async (_, sharedViews, faults) => {
    const administrator = await site.administrator();

    const answer = await administrator.patch('/manage/settings/content', { sharedViews });

    expect(formatErrorPointers(answer)).toBe(faults);
  });

  const many = Array.from({ length: 51 }, (_, n) => ({ ...DRAFTS, name: `View ${n}` }));
  it.each<[string, unknown, string]>([
    ['no list', {}, '/views'],
    ['too many views', many, '/views'],
    ['a view that is no object', [1], '/views/0'],
    ['a view without a name', [{ ...DRAFTS, name: '' }], '/views/0/name'],
    ['a name that is too long', [{ ...DRAFTS, name: 'x'.repeat(61) }], '/views/0/name'],
    ['a name twice', [DRAFTS, DRAFTS], '/views/1/name'],
    ['an unknown member', [{ ...DRAFTS, role: 'editor' }], '/views/0/role'],
    ['a search that is no object', [{ ...DRAFTS, search: 'q=x' }], '/views/0/search'],
    ['a search that is too long', [{ ...DRAFTS, search: { q: 'x'.repeat(4000) } }], '/views/0/search'],
  ])('PATCH with %s is refused at its place', async (_, views, pointer) => {
    const answer = await editor.patch(VIEWS, { views });

    expect(formatProblem(answer)).toBe('422 invalid_member');
    expect((answer.body as { errors: { pointer: string }[] }).errors[0]?.pointer).toBe(pointer);
    expect((await editor.get(VIEWS)).body).toEqual({ views: [DRAFTS], shared: [] });
  });

  it('are deleted with their client', async () => {
    const gone = await site.withScopes('content:administer', 'site_settings:administer');
    await gone.patch(VIEWS, { views: [DRAFTS] });
    const manager = await site.administrator();

    expect((await manager.delete(`/manage/api-clients/${gone.id}`)).status).toBe(204);

    const stored = await site.app.nest.get(PreferenceStore).find(gone.id, 'list-views');
    expect(stored).toBeUndefined();
  });

  it('are deleted with their user', async () => {
    const { id } = await site.oauth.user('editor');
    const store = site.app.nest.get(PreferenceStore);
    await store.save({ owner: id, name: 'list-views', value: { views: [] }, version: 1 }, 0);
    const manager = await site.administrator();

    expect((await manager.delete(`/manage/users/${id}`)).status).toBe(204);

    expect(await store.find(id, 'list-views')).toBeUndefined();
  });
});
