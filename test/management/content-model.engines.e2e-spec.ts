import { ManagedSite, type ManagementClient } from '../support/managed-site.js';
import { formatProblem } from '../support/problems.js';

const MODEL = '/manage/content-model';

describe('GET /manage/content-model', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start();
    manager = await site.administrator();
  });
  afterAll(() => site.stop());

  it('shows entity types, field types with their settings, and all bundles', async () => {
    const { body, headers } = await manager.get(MODEL, { 'Accept-Encoding': 'identity' });

    expect(headers['etag']).toBe(`"${String(body.version)}"`);
    expect(body.entityTypes).toContainEqual({
      name: 'node',
      label: 'Content',
      labelField: 'title',
      bundles: 'many',
      writable: true,
      creatable: true,
      versioned: true,
      unfinishedDrafts: true,
      schedulable: true,
    });
    expect(body.entityTypes).toContainEqual({
      name: 'user',
      label: 'Users',
      labelField: 'display_name',
      bundles: 'one',
      writable: false,
      creatable: false,
      versioned: false,
      unfinishedDrafts: false,
      schedulable: false,
    });
    expect(body.fieldTypes).toContainEqual({
      name: 'string',
      label: 'Plain text',
      settings: ['maxLength', 'caseSensitive'],
    });
    expect(body.fieldTypes.map(({ name }: { name: string }) => name)).not.toContain('path');
    expect(body.htmlFormats).toMatchObject([
      { name: 'basic_html', elements: { p: [], blockquote: ['cite'] }, attributes: [] },
      { name: 'full_html', elements: { table: [] }, schemes: ['http', 'https', 'mailto', 'tel', 'ftp'] },
    ]);
    expect(body.bundles.map(({ type }: { type: string }) => type).sort()).toEqual([
      'file--file',
      'menu_link_content--menu_link_content',
      'node--article',
      'node--page',
      'redirect--redirect',
      'taxonomy_term--category',
      'taxonomy_term--tags',
      'user--user',
    ]);
  });

  it('counts the entries of each bundle', async () => {
    await site.app.site.articles({ published: 1, unpublished: 2 });

    const { body } = await manager.get(MODEL);

    expect(body.bundles).toContainEqual(expect.objectContaining({ type: 'node--article', entries: 3 }));
  });

  it('does not list the login name among the fields of users', async () => {
    const { body } = await manager.get(MODEL);

    const user = body.bundles.find(({ type }: { type: string }) => type === 'user--user');
    expect(user.baseFields.map(({ name }: { name: string }) => name)).toEqual([
      'display_name',
      'status',
      'created',
      'changed',
    ]);
  });

  it('shows a new bundle and a higher version after a change', async () => {
    const before = await manager.get(MODEL);
    await manager.post('/manage/bundles', { entityType: 'node', bundle: 'event', label: 'Event' });

    const after = await manager.get(MODEL);

    expect(after.body.version).toBe(Number(before.body.version) + 1);
    expect(after.body.bundles).toContainEqual(
      expect.objectContaining({ type: 'node--event', label: 'Event' }),
    );
  });

  it('needs content:administer or a scope of the content model', async () => {
    const member = await (await site.withScopes('member', 'site_settings:administer')).get(MODEL);

    expect(formatProblem(member)).toBe('403 scope_missing');
    expect(formatProblem(await site.anonymous().get(MODEL))).toBe('401 token_required');
    expect((await (await site.withScopes('content:administer')).get(MODEL)).status).toBe(200);
  });
});
