import { ContentModelService, defineField, UNLIMITED } from '@content-service/bundles';
import { type Entry, EntryStore } from '@content-service/entries';
import type { JsonObject } from '@content-service/kernel';
import { formatEntryPath } from '../support/entry-path.js';
import { type JobResource, type ManagementClient, ManagedSite } from '../support/managed-site.js';
import { formatErrorPointers, formatProblem } from '../support/problems.js';

const BULK_ACTIONS = '/manage/bulk-actions';
const TYPE = 'node--article';

/** A page with a value that published ones must have, and a list. */
const STORY = {
  ...{ entityType: 'node', bundle: 'story', label: 'Story' },
  fields: [
    defineField('field_lead', 'string', { required: true }),
    defineField('field_words', 'string', { cardinality: UNLIMITED }),
    defineField('field_two', 'integer', { cardinality: 2 }),
  ],
} as const;

const link = ({ type, id }: Entry): JsonObject => ({ type, id });

describe('the action update of POST /manage/bulk-actions', () => {
  let site: ManagedSite;
  let editor: ManagementClient;
  beforeEach(async () => {
    site = await ManagedSite.start();
    editor = await site.withScopes('content:administer');
  });
  afterEach(() => site.stop());

  const update = async (data: JsonObject, options: JsonObject = {}): Promise<JobResource> => {
    const body = { resourceType: TYPE, all: options['filter'] === undefined, action: 'update', data };
    return editor.waitForJobEnd(await editor.post(BULK_ACTIONS, { ...body, ...options }));
  };
  const undo = async ({ id }: JobResource): Promise<JobResource> =>
    editor.waitForJobEnd(await editor.post(`${BULK_ACTIONS}/${id}/undo`));
  const getValue = async (entry: Entry, field: string): Promise<unknown> => {
    const stored = await site.app.site.findStored(entry);
    return stored?.attributes[field] ?? stored?.relationships[field]?.map(({ id }) => id);
  };
  const patch = async (entry: Entry, attributes: JsonObject): Promise<void> => {
    const data = { ...link(entry), attributes };
    expect((await site.app.api.asAdministrator().patch(formatEntryPath(entry), { data })).status).toBe(200);
  };
  const createStory = (attributes: JsonObject): Promise<Entry> =>
    site.app.site.entry('node--story', { title: 'Story', ...attributes });

  it('gives all entries that match the values, over several batches, as a PATCH of each', async () => {
    const category = await site.app.site.category();
    const drafts = await site.app.site.articles({ unpublished: 120 });
    const published = await site.app.site.article();
    const data = {
      attributes: { field_rating: 3 },
      relationships: { field_category: { data: link(category) } },
    };

    const job = await update(data, { filter: 'filter[status]=0' });

    expect(job).toMatchObject({
      ...{ state: 'succeeded', phase: 'update', done: 120 },
      result: { changed: 120, unchanged: 0, failed: 0, failures: [], undoable: true },
      parameters: { action: 'update', data, mode: 'replace' },
    });
    for (const draft of [drafts[0], drafts.at(-1)]) {
      if (draft === undefined) throw new Error('There are drafts.');
      expect(await getValue(draft, 'field_rating')).toBe(3);
      expect(await getValue(draft, 'field_category')).toEqual([category.id]);
      expect((await site.app.site.findStored(draft))?.version).toBe(2);
    }
    expect((await site.app.site.findStored(published))?.version).toBe(1);
    const manager = await site.administrator();
    const { body: log } = await manager.get('/manage/audit-log?action=entry.changed&limit=1');
    expect(log.items[0]).toMatchObject({ who: { clientId: editor.id }, details: { type: TYPE } });
  });

  it('leaves entries that have the values already, with their version', async () => {
    const rated = await site.app.site.article({ field_rating: 3 });
    await site.app.site.article({ field_rating: 1 });

    const job = await update({ attributes: { field_rating: 3 } });

    expect(job.result).toMatchObject({ changed: 1, unchanged: 1 });
    expect((await site.app.site.findStored(rated))?.version).toBe(1);
  });

  it('adds references and values to lists, and removes them, and leaves the others in their order', async () => {
    await site.app.nest.get(ContentModelService).put(STORY);
    const [a, b] = [await site.app.site.tag(), await site.app.site.tag()];
    const article = await site.app.site.article({}, { field_tags: [a] });
    const story = await createStory({ field_lead: 'Lead', field_words: ['one', 'two'] });
    const tags = (tag: Entry): JsonObject => ({ relationships: { field_tags: { data: [link(tag)] } } });
    const words = (...field_words: string[]): JsonObject => ({ attributes: { field_words } });
    const ofStories = { resourceType: 'node--story' };

    await update(tags(b), { mode: 'add' });
    expect(await getValue(article, 'field_tags')).toEqual([a.id, b.id]);
    expect((await update(tags(b), { mode: 'add' })).result).toMatchObject({ changed: 0, unchanged: 1 });
    await update(tags(a), { mode: 'remove' });
    expect(await getValue(article, 'field_tags')).toEqual([b.id]);
    await update(words('two', 'three'), { mode: 'add', ...ofStories });
    expect(await getValue(story, 'field_words')).toEqual(['one', 'two', 'three']);
    await update(words('one', 'nothing'), { mode: 'remove', ...ofStories });
    expect(await getValue(story, 'field_words')).toEqual(['two', 'three']);
  });

  it('counts and names entries that a rule of their own refuses', async () => {
    await site.app.nest.get(ContentModelService).put(STORY);
    const draft = await createStory({ field_lead: 'Lead', field_two: [1], published: false });
    const published = await createStory({ field_lead: 'Lead', field_two: [1, 2] });
    const ofStories = { resourceType: 'node--story' };

    const emptied = await update({ attributes: { field_lead: null } }, ofStories);
    const added = await update({ attributes: { field_two: [3] } }, { mode: 'add', ...ofStories });

    expect(emptied.result).toMatchObject({
      ...{ changed: 1, failed: 1 },
      failures: [{ id: published.id, code: 'value_missing', detail: 'field_lead is required.' }],
    });
    expect(await getValue(draft, 'field_two')).toEqual([1, 3]);
    expect(added.result).toMatchObject({ changed: 1, failed: 1, failures: [{ id: published.id }] });
  });

  it('sets back exactly what it has changed, and names entries whose values were changed since', async () => {
    const [a, b] = [await site.app.site.tag(), await site.app.site.tag()];
    const [plain, retitled, retagged, already] = [
      await site.app.site.article({}, { field_tags: [a] }),
      await site.app.site.article(),
      await site.app.site.article(),
      await site.app.site.article({}, { field_tags: [b] }),
    ];
    const edit = await update({ relationships: { field_tags: { data: [link(b)] } } }, { mode: 'add' });
    await patch(retitled, { title: 'Another title' });
    const path = `${formatEntryPath(retagged)}/relationships/field_tags`;
    await site.app.api.asAdministrator().patch(path, { data: [link(a)] });

    const undone = await undo(edit);

    expect(edit.result).toMatchObject({ changed: 3, unchanged: 1, undoable: true });
    expect(undone).toMatchObject({
      ...{ state: 'succeeded', phase: 'undo' },
      result: {
        ...{ changed: 2, unchanged: 0, failed: 1 },
        failures: [
          {
            ...{ id: retagged.id, code: 'entry_changed_since' },
            detail: 'field_tags was changed after the bulk action.',
          },
        ],
      },
    });
    expect(await getValue(plain, 'field_tags')).toEqual([a.id]);
    expect(await getValue(retitled, 'field_tags')).toEqual([]);
    expect(await getValue(retitled, 'title')).toBe('Another title');
    expect(await getValue(retagged, 'field_tags')).toEqual([a.id]);
    expect(await getValue(already, 'field_tags')).toEqual([b.id]);
    expect(formatProblem(await editor.post(`${BULK_ACTIONS}/${edit.id}/undo`))).toBe(
      '409 bulk_action_not_undoable',
    );
  });

  it('sets back without targets that were deleted since', async () => {
    const [a, b, c] = [await site.app.site.tag(), await site.app.site.tag(), await site.app.site.tag()];
    const article = await site.app.site.article({}, { field_tags: [a, b] });
    const edit = await update({ relationships: { field_tags: { data: [link(c)] } } });
    await site.app.api.asAdministrator().delete(formatEntryPath(a));

    const undone = await undo(edit);

    expect(undone.result).toMatchObject({ changed: 1, failed: 0 });
    expect(await getValue(article, 'field_tags')).toEqual([b.id]);
  });

  it('keeps long former values in several parts, and sets all back', async () => {
    const text = 'x'.repeat(300_000);
    const articles = [];
    for (let n = 0; n < 8; n += 1)
      articles.push(await site.app.site.article({ body: { value: `${text}${n}`, format: 'plain_text' } }));

    const edit = await update({ attributes: { body: null } });
    const emptied = await Promise.all(articles.map((article) => getValue(article, 'body')));
    const undone = await undo(edit);

    expect(edit.result).toMatchObject({ changed: 8 });
    expect(emptied.every((body) => body === undefined)).toBe(true);
    expect(undone.result).toMatchObject({ changed: 8, failed: 0 });
    for (const [n, article] of articles.entries())
      expect(await getValue(article, 'body')).toMatchObject({ value: `${text}${n}` });
  });

  it('changes the links of menus with their further scope only', async () => {
    const body = {
      ...{ resourceType: 'menu_link_content--menu_link_content', all: true, action: 'update' },
      data: { attributes: { menu_name: 'unknown' } },
    };
    const keeper = await site.withScopes('content:administer', 'menu:administer');

    expect(formatProblem(await editor.post(BULK_ACTIONS, body))).toBe('403 scope_missing');
    expect(formatErrorPointers(await keeper.post(BULK_ACTIONS, body))).toBe('422 /data/attributes/menu_name');
  });
});

describe('updates while no process runs jobs', () => {
  let site: ManagedSite;
  let editor: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start({ JOB_CONCURRENCY: '0' });
    editor = await site.withScopes('content:administer');
  });
  afterAll(() => site.stop());

  const GONE = { type: 'taxonomy_term--tags', id: '00000000-0000-4000-8000-000000000000' };

  it.each<[string, object, string]>([
    ['no data', {}, '422 '],
    ['no field', { data: {} }, '422 /data'],
    ['another member of data', { data: { type: 'node--article' } }, '422 /data/type'],
    ['values that are no object', { data: { attributes: [] } }, '422 /data/attributes'],
    [
      'too much data',
      { data: { attributes: { body: { value: 'x'.repeat(30_000), format: 'plain_text' } } } },
      '422 /data',
    ],
    ['an unknown mode', { data: { attributes: { field_rating: 1 } }, mode: 'append' }, '422 /mode'],
    ['an unknown field', { data: { attributes: { field_x: 1 } } }, '422 /data/attributes/field_x'],
    [
      'a value out of range',
      { data: { attributes: { field_rating: 9 } } },
      '422 /data/attributes/field_rating',
    ],
    ['no title', { data: { attributes: { title: null } } }, '422 /data/attributes/title'],
    ['a read-only field', { data: { attributes: { changed: null } } }, '422 /data/attributes/changed'],
    [
      'a schedule',
      { data: { attributes: { publish_on: '2099-01-01T00:00:00Z' } } },
      '422 /data/attributes/publish_on',
    ],
    [
      'a target that does not exist',
      { data: { relationships: { field_tags: { data: [GONE] } } } },
      '422 /data/relationships/field_tags/data/0',
    ],
    [
      'an addition to a field with one value',
      { data: { attributes: { field_rating: 1 } }, mode: 'add' },
      '422 /data/attributes/field_rating',
    ],
    [
      'several faults',
      { data: { attributes: { field_rating: 9, field_score: 'high' } } },
      '422 /data/attributes/field_rating /data/attributes/field_score',
    ],
  ])('a request with %s is refused', async (_, members, expected) => {
    const body = { resourceType: 'node--article', all: true, action: 'update', ...members };

    expect(formatErrorPointers(await editor.post(BULK_ACTIONS, body))).toBe(expected);
  });

  it.each<[string, object]>([
    ['/data', { data: { attributes: { field_rating: 1 } } }],
    ['/mode', { mode: 'add' }],
  ])('another action has no %s', async (pointer, members) => {
    const body = { resourceType: 'node--article', all: true, action: 'publish', ...members };

    expect(formatErrorPointers(await editor.post(BULK_ACTIONS, body))).toBe(`422 ${pointer}`);
  });

  it('changes nothing by a refused request', async () => {
    expect(await site.app.nest.get(EntryStore).count({ type: TYPE, publishedOnly: false })).toBe(0);
    const { body } = await (await site.administrator()).get('/manage/jobs?kind=entries.bulk-action');
    expect(body).toMatchObject({ items: [] });
  });
});
