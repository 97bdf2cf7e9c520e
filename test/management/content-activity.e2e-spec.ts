import { JSON_API } from '../support/api-client.js';
import { ManagedSite, type ManagementClient } from '../support/managed-site.js';
import { getDetail } from '../support/problems.js';
import { getResource } from '../support/responses.js';

const ARTICLES = '/api/node/article';
const WRITE = { 'Content-Type': JSON_API };

interface ActiveEntry {
  readonly id: string;
  readonly label: string | null;
}

interface Activity {
  readonly own: readonly ActiveEntry[];
  readonly published: readonly ActiveEntry[];
}

describe('GET /manage/content-activity', () => {
  let site: ManagedSite;
  let editor: ManagementClient;
  let colleague: ManagementClient;
  beforeEach(async () => {
    site = await ManagedSite.start();
    editor = await site.withScopes('content:administer');
    colleague = await site.withScopes('content:administer', 'member');
  });
  afterEach(() => site.stop());

  const create = async (client: ManagementClient, title: string, status: boolean): Promise<string> => {
    site.app.clock.advance(1);
    const data = { type: 'node--article', attributes: { title, status } };
    return getResource(await client.post(ARTICLES, { data }, WRITE)).id;
  };
  const update = async (client: ManagementClient, id: string, attributes: object): Promise<void> => {
    site.app.clock.advance(1);
    await client.patch(`${ARTICLES}/${id}`, { data: { type: 'node--article', id, attributes } }, WRITE);
  };
  const read = async (client: ManagementClient): Promise<Activity> =>
    (await client.get('/manage/content-activity')).body as Activity;
  const labels = (entries: readonly ActiveEntry[]): readonly (string | null)[] =>
    entries.map(({ label }) => label);

  it('lists each entry that the caller changed once, the latest change first', async () => {
    const first = await create(editor, 'First', false);
    await create(editor, 'Second', true);
    await create(colleague, 'Theirs', false);
    await update(editor, first, { title: 'First, again' });

    const { own } = await read(editor);

    expect(own).toEqual([
      {
        type: 'node--article',
        id: first,
        label: 'First, again',
        published: false,
        action: 'entry.changed',
        at: '2023-11-14T22:13:24+00:00',
        by: editor.id,
      },
      expect.objectContaining({ label: 'Second', published: true, action: 'entry.created' }),
    ]);
  });

  it('lists published entries of others, without those that were withdrawn or deleted', async () => {
    await create(editor, 'Own', true);
    await create(colleague, 'Draft', false);
    await create(colleague, 'Published at once', true);
    await update(colleague, await create(colleague, 'Published later', false), { status: true });
    await update(colleague, await create(colleague, 'Withdrawn', true), { status: false });
    const deleted = await create(colleague, 'Deleted', true);
    await colleague.delete(`${ARTICLES}/${deleted}`);

    const activity = await read(editor);

    expect(labels(activity.published)).toEqual(['Published later', 'Published at once']);
    expect(labels((await read(colleague)).own)).not.toContain('Deleted');
  });

  it('leaves out what bulk actions did, whatever their number', async () => {
    await create(editor, 'By hand', false);
    for (let n = 1; n <= 60; n++) await create(colleague, `Of others ${n}`, false);
    const filter = 'filter[title][operator]=STARTS_WITH&filter[title][value]=Of';
    const request = { resourceType: 'node--article', action: 'publish', filter };
    await editor.waitForJobEnd(await editor.post('/manage/bulk-actions', request));

    const { own } = await read(editor);
    const { published } = await read(colleague);

    expect(labels(own)).toEqual(['By hand']);
    expect(published).toEqual([]);
  });

  it('lists ten entries at most', async () => {
    for (let n = 1; n <= 12; n++) await create(editor, `Article ${n}`, true);

    const { own } = await read(editor);
    const { published } = await read(colleague);

    expect([own.length, published.length]).toEqual([10, 10]);
    expect(own[0]?.label).toBe('Article 12');
  });

  it('is refused without the scope that writes content', async () => {
    const refused = await (
      await site.withAllScopesExcept('content:administer')
    ).get('/manage/content-activity');

    expect(refused.status).toBe(403);
    expect(getDetail(refused)).toContain('content:administer');
  });
});
