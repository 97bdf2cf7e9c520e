import type { Response } from 'supertest';
import { EntryStore } from '@content-service/entries';
import { formatEntryPath } from '../support/entry-path.js';
import { eventually } from '../support/eventually.js';
import {
  type JobResource,
  type ManagementClient,
  ManagedSite,
  SITE_SETTINGS,
} from '../support/managed-site.js';
import { formatErrorPointers, formatProblem } from '../support/problems.js';

const BULK_ACTIONS = '/manage/bulk-actions';
const UNPUBLISHED = 'filter%5Bstatus%5D=0';
const CONTENT = 'content:administer';
const PUBLICATION = { resourceType: 'node--article', all: true, action: 'publish' };

describe('POST /manage/bulk-actions', () => {
  let site: ManagedSite;
  let editor: ManagementClient;
  beforeEach(async () => {
    site = await ManagedSite.start();
    editor = await site.withScopes(CONTENT);
  });
  afterEach(() => site.stop());

  const request = (filter: string, action: string, resourceType = 'node--article'): Promise<Response> =>
    editor.post(BULK_ACTIONS, { resourceType, filter, all: filter === '', action });

  it('publishes all entries that match, each with its event in the audit log and in the event log', async () => {
    await site.app.site.articles({ published: 2, unpublished: 120 });
    await site.app.site.page({ published: false });

    const answer = await request(UNPUBLISHED, 'publish');

    expect(answer.status).toBe(202);
    expect(await editor.waitForJobEnd(answer)).toMatchObject({
      kind: 'entries.bulk-action',
      state: 'succeeded',
      phase: 'publish',
      done: 120,
      total: 120,
      result: { changed: 120, unchanged: 0, failed: 0, failures: [], undoable: true },
      actor: { kind: 'client', clientId: editor.id },
    });
    expect(await countUnpublished('node--article')).toBe(0);
    expect(await countUnpublished('node--page')).toBe(1);
    const manager = await site.administrator();
    const { body: log } = await manager.get('/manage/audit-log?action=entry.published&limit=100');
    expect(log.items).toHaveLength(100);
    expect(log.items[0]).toMatchObject({ who: { clientId: editor.id }, details: { type: 'node--article' } });
    await eventually(async () => {
      const { body } = await manager.get('/manage/events?type=entry.published&limit=100');
      return (body.items as object[]).length === 100;
    });
    const { body: events } = await manager.get('/manage/events?type=entry.published&limit=1');
    expect(events.items[0]).toMatchObject({ cause: 'bulk_action', actor: { clientId: editor.id } });
    const details = { kind: 'entries.bulk-action', resourceType: 'node--article', action: 'publish' };
    const { body: started } = await manager.get('/manage/audit-log?action=job.queued');
    expect(started.items[0]).toMatchObject({ details });
    const { body: ended } = await manager.get('/manage/audit-log?action=job.finished');
    expect(ended.items[0]).toMatchObject({ details: { ...details, state: 'succeeded' } });
  });

  it('leaves entries that are so already, with their version', async () => {
    const [article] = await site.app.site.articles({ published: 3 });

    const job = await editor.waitForJobEnd(await request('', 'publish'));

    expect(job).toMatchObject({ result: { changed: 0, unchanged: 3, failed: 0 } });
    expect(article && (await site.app.site.findStored(article))?.version).toBe(1);
  });

  it('deletes all entries that match a condition on a reference, and the references to them', async () => {
    const tag = await site.app.site.tag({ name: 'Old' });
    const [kept] = await site.app.site.articles({ published: 1 });
    const old = await site.app.site.article({}, { field_tags: [tag] });
    const referrer = await site.app.site.article({}, { field_related: [old] });

    const job = await editor.waitForJobEnd(await request('filter%5Bfield_tags.name%5D=Old', 'delete'));

    expect(job).toMatchObject({ result: { changed: 1 } });
    expect(await site.app.site.findStored(old)).toBeUndefined();
    expect(kept && (await site.app.site.findStored(kept))).toBeDefined();
    expect((await site.app.site.findStored(referrer))?.relationships['field_related']).toEqual([]);
  });

  it('is refused while the site is read-only', async () => {
    await site.app.site.settings({ allowedOperations: 'read_only' });

    expect(formatProblem(await request('', 'publish'))).toBe('403 writes_not_allowed');
  });

  const countUnpublished = async (type: string): Promise<number> => {
    const store = site.app.nest.get(EntryStore);
    const all = await store.count({ type, publishedOnly: false });
    return all - (await store.count({ type, publishedOnly: true }));
  };
});

describe('bulk actions while no process runs jobs', () => {
  let site: ManagedSite;
  let editor: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start({ JOB_CONCURRENCY: '0' });
    editor = await site.withScopes(CONTENT);
  });
  afterAll(() => site.stop());

  it.each<[string, object, string]>([
    ['an unknown type', { resourceType: 'node--nothing', action: 'publish' }, '422 invalid_member'],
    ['a type that is read-only', { resourceType: 'user--user', action: 'delete' }, '422 invalid_member'],
    ['an unknown action', { resourceType: 'node--article', action: 'archive' }, '422 invalid_member'],
    ['no type', { action: 'publish' }, '422 invalid_member'],
    [
      'an unknown member',
      { resourceType: 'node--article', action: 'publish', ids: [] },
      '422 invalid_member',
    ],
    ['a filter that is too long', { ...PUBLICATION, filter: 'x'.repeat(8001) }, '422 invalid_member'],
    [
      'a filter by an unknown field',
      { ...PUBLICATION, all: false, filter: 'filter[nothing]=1' },
      '400 invalid_path',
    ],
  ])('a request with %s is refused', async (_, body, problem) => {
    expect(formatProblem(await editor.post(BULK_ACTIONS, body))).toBe(problem);
  });

  it.each([
    ['page[limit]=1'],
    ['filter[status]=0&page[limit]=1'],
    ['sort=title'],
    ['include=uid'],
    ['fields[node--article]=title'],
    ['resourceVersion=rel:latest-version'],
    ['fooBar=1'],
    ['filter[status]=0&filter[status]=1'],
    ['filter=x&filter[status]=0'],
    ['filter[all][group][conjunction]=AND'],
    ['filter[status]=0&filter[status][value]=1'],
  ])('a filter with other or repeated parameters, or an empty group, is refused: %s', async (filter) => {
    const answer = await editor.post(BULK_ACTIONS, {
      resourceType: 'node--article',
      filter,
      action: 'publish',
    });

    expect(formatProblem(answer)).toBe('400 invalid_parameter');
    expect(answer.body).toMatchObject({ errors: [{ pointer: '/filter' }] });
  });

  it('an action on all entries needs the member all, which a filter excludes', async () => {
    const answers = [
      await editor.post(BULK_ACTIONS, { ...PUBLICATION, all: undefined }),
      await editor.post(BULK_ACTIONS, { ...PUBLICATION, all: false, filter: '' }),
      await editor.post(BULK_ACTIONS, { ...PUBLICATION, filter: UNPUBLISHED }),
    ];

    expect(answers.map(formatErrorPointers)).toEqual(['422 ', '422 ', '422 /all']);
  });

  it('names the filter as the place of its fault', async () => {
    const filter = 'filter[x][condition][path]=title&filter[x][condition][operator]=LIKE';
    const { body } = await editor.post(BULK_ACTIONS, { ...PUBLICATION, all: false, filter });

    expect(body).toMatchObject({ status: 400, errors: [{ pointer: '/filter' }] });
  });

  it('one is queued for a type at a time; its client can cancel and resume it, others cannot', async () => {
    const { id } = (await editor.post(BULK_ACTIONS, PUBLICATION)).body as JobResource;
    const path = `/manage/jobs/${id}`;
    const other = await site.withScopes(CONTENT, 'member');

    expect(formatProblem(await editor.post(BULK_ACTIONS, { ...PUBLICATION, action: 'delete' }))).toBe(
      '409 job_running',
    );
    expect(formatProblem(await other.patch(path, { action: 'cancel' }))).toBe('403 scope_missing');
    expect((await editor.patch(path, { action: 'cancel' })).body).toMatchObject({ state: 'cancelled' });
    expect((await editor.patch(path, { action: 'resume' })).body).toMatchObject({ state: 'queued' });
    const manager = await site.withScopes(SITE_SETTINGS);
    expect((await manager.patch(path, { action: 'cancel' })).body).toMatchObject({ state: 'cancelled' });
  });

  it('its client can change no other job', async () => {
    const manager = await site.administrator();
    const { id } = (await manager.post('/manage/jobs', { kind: 'index.verify' })).body as JobResource;

    for (const job of [id, 'unknown'])
      expect(formatProblem(await editor.patch(`/manage/jobs/${job}`, { action: 'cancel' }))).toBe(
        '403 scope_missing',
      );
  });
});

describe('POST /manage/bulk-actions/{job}/undo', () => {
  let site: ManagedSite;
  let editor: ManagementClient;
  beforeEach(async () => {
    site = await ManagedSite.start();
    editor = await site.withScopes(CONTENT);
  });
  afterEach(() => site.stop());

  const perform = async (filter: string, action: string, type = 'node--article'): Promise<JobResource> => {
    const body = { resourceType: type, filter, all: filter === '', action };
    return editor.waitForJobEnd(await editor.post(BULK_ACTIONS, body));
  };
  const undo = async ({ id }: JobResource): Promise<JobResource> =>
    editor.waitForJobEnd(await editor.post(`${BULK_ACTIONS}/${id}/undo`));

  it('restores the entries that it has deleted, over several batches, with the links between them', async () => {
    const content = site.app.site;
    const articles = await content.articles({ published: 70, unpublished: 50 });
    const [first, last] = [articles[0], articles.at(-1)];
    if (first === undefined || last === undefined) throw new Error('There are articles.');
    const page = await content.page({});
    for (const [from, to] of [
      [first, last],
      [last, first],
    ] as const) {
      const data = [{ type: to.type, id: to.id }];
      const path = `${formatEntryPath(from)}/relationships/field_related`;
      expect((await site.app.api.asAdministrator().patch(path, { data })).status).toBe(204);
    }
    const deletion = await perform('', 'delete');

    const undone = await undo(deletion);

    expect(deletion.result).toMatchObject({ changed: 120, undoable: true });
    expect(undone).toMatchObject({
      ...{ kind: 'entries.bulk-action', state: 'succeeded' },
      result: { changed: 120, unchanged: 0, failed: 0, failures: [] },
    });
    expect((await content.findStored(first))?.relationships['field_related']).toEqual([
      { type: last.type, id: last.id },
    ]);
    expect((await content.findStored(last))?.relationships['field_related']).toEqual([
      { type: first.type, id: first.id },
    ]);
    expect((await content.findStored(last))?.published).toBe(last.published);
    expect((await content.findStored(page))?.version).toBe(1);
  });

  it('sets the publication back of entries that it has changed and that still have it', async () => {
    const [published] = await site.app.site.articles({ published: 1 });
    const drafts = await site.app.site.articles({ unpublished: 3 });
    const publication = await perform('', 'publish');
    const [withdrawn] = drafts;
    if (withdrawn === undefined || published === undefined) throw new Error('There are articles.');
    const body = { data: { type: withdrawn.type, id: withdrawn.id, attributes: { status: false } } };
    await site.app.api.asAdministrator().patch(formatEntryPath(withdrawn), body);

    const undone = await undo(publication);

    expect(undone.result).toMatchObject({ changed: 2, unchanged: 1, failed: 0 });
    for (const draft of drafts) expect((await site.app.site.findStored(draft))?.published).toBe(false);
    expect((await site.app.site.findStored(published))?.version).toBe(1);
  });

  it('names what it cannot restore', async () => {
    const path = { alias: '/taken', langcode: 'en' };
    const { id } = await site.app.site.article({ path });
    const deletion = await perform('', 'delete');
    await site.app.site.page({ path });

    const undone = await undo(deletion);

    expect(undone.result).toMatchObject({ changed: 0, failed: 1, failures: [{ id, code: 'alias_taken' }] });
  });

  it('is refused for a job that was undone already', async () => {
    await site.app.site.articles({ unpublished: 2 });
    const publication = await perform('', 'publish');
    await undo(publication);

    const again = await editor.post(`${BULK_ACTIONS}/${publication.id}/undo`);

    expect(formatProblem(again)).toBe('409 bulk_action_not_undoable');
  });

  it('is refused for other jobs, for those that changed nothing, and for an undo', async () => {
    const nothing = await perform('', 'publish');
    await site.app.site.articles({ unpublished: 1 });
    const undone = await undo(await perform('', 'publish'));
    const manager = await site.administrator();
    const other = await manager.post('/manage/jobs', { kind: 'index.verify' });

    const refusals = [nothing.id, undone.id, (other.body as { id: string }).id].map((id) =>
      editor.post(`${BULK_ACTIONS}/${id}/undo`),
    );

    for (const refusal of await Promise.all(refusals))
      expect(formatProblem(refusal)).toBe('409 bulk_action_not_undoable');
    expect(formatProblem(await editor.post(`${BULK_ACTIONS}/x/undo`))).toBe('404 job_unknown');
  });

  it('is not offered for deletions that the trash does not keep', async () => {
    await (await site.administrator()).patch('/manage/settings/content', { trashDays: 0 });
    await site.app.site.articles({ published: 1 });

    const deletion = await perform('', 'delete');

    expect(deletion.result).toMatchObject({ changed: 1, undoable: false });
    expect(formatProblem(await editor.post(`${BULK_ACTIONS}/${deletion.id}/undo`))).toBe(
      '409 bulk_action_not_undoable',
    );
  });
});
