import { createTestDatabase, type TestDatabase } from '../support/database.js';
import {
  type JobResource,
  type ManagementClient,
  ManagedSite,
  SITE_SETTINGS,
} from '../support/managed-site.js';
import { formatProblem } from '../support/problems.js';

const RESPOND_ASYNC = { Prefer: 'respond-async' };
const BUNDLE = '/manage/bundles/node/article';
const FIELDS_SCOPE = 'content_type:administer_fields';

describe('/manage/jobs', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start();
    manager = await site.administrator();
  });
  afterAll(() => site.stop());

  it('POST queues a verification of the index, and GET shows its result', async () => {
    await site.app.site.articles({ published: 2 });

    const answer = await manager.post('/manage/jobs', { kind: 'index.verify' });

    const { id } = answer.body as JobResource;
    expect(answer.status).toBe(202);
    expect(answer.headers['location']).toMatch(new RegExp(`^http.+/manage/jobs/${id}$`));
    const job = await manager.waitForJobEnd(answer);
    expect(job).toMatchObject({ state: 'succeeded', result: { differences: 0, drifts: [] }, error: null });
    const { body } = await manager.get('/manage/audit-log?action=job.queued');
    expect(body.items[0]).toMatchObject({ subject: { kind: 'job', id }, details: { kind: 'index.verify' } });
  });

  it('POST queues a rebuild of the index, which reads all entries', async () => {
    const answer = await manager.post('/manage/jobs', { kind: 'index.rebuild' });

    const job = await manager.waitForJobEnd(answer);
    expect(job).toMatchObject({ state: 'succeeded', result: { entries: expect.any(Number) } });
  });

  it.each([
    [{ kind: 'model.apply' }, '422 invalid_member'],
    [{}, '422 invalid_member'],
    [{ kind: 'cache.purge' }, '409 purge_not_configured'],
    [{ kind: 'index.verify', n: 1 }, '422 invalid_member'],
  ])('POST %j is %s', async (body, problem) => {
    expect(formatProblem(await manager.post('/manage/jobs', body))).toBe(problem);
  });

  it.each(['x', '0190b0a0-0000-7000-8000-000000000001', '%00'])('GET %s is 404', async (id) => {
    expect(formatProblem(await manager.get(`/manage/jobs/${id}`))).toBe('404 job_unknown');
  });

  it.each(['state=done', 'cursor=x', 'limit=0'])('GET ?%s is 400', async (query) => {
    expect(formatProblem(await manager.get(`/manage/jobs?${query}`))).toBe('400 invalid_parameter');
  });

  it('GET lists jobs of a kind and state page by page, the newest first', async () => {
    for (let n = 0; n < 3; n += 1)
      await manager.waitForJobEnd(await manager.post('/manage/jobs', { kind: 'index.verify' }));

    const first = await manager.get('/manage/jobs?kind=index.verify&state=succeeded&limit=2');
    const second = await manager.get(
      `/manage/jobs?kind=index.verify&state=succeeded&limit=2&cursor=${String(first.body.next)}`,
    );

    const ids = [first, second].flatMap(({ body }) => (body.items as JobResource[]).map((job) => job.id));
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
    expect(first.body.items).toHaveLength(2);
    expect((await manager.get('/manage/jobs?state=failed')).body.items).toEqual([]);
  });

  it('a field is added by a job when the client prefers it, and its client can read the job without the scope', async () => {
    const client = await site.withScopes(FIELDS_SCOPE);
    const field = { name: 'field_async', type: 'string', label: 'Async' };

    const answer = await client.post(`${BUNDLE}/fields`, field, RESPOND_ASYNC);

    expect(answer.status).toBe(202);
    const job = await client.waitForJobEnd(answer);
    expect(job).toMatchObject({ kind: 'model.apply', state: 'succeeded', error: null });
    expect((await client.get(`${BUNDLE}/fields/field_async`)).body).toMatchObject(field);
    const { body } = await manager.get('/manage/audit-log?action=field.added');
    expect(body.items[0]).toMatchObject({
      who: { kind: 'client', clientId: client.id },
      subject: { kind: 'bundle', id: 'node--article' },
      details: { field: 'field_async', type: 'string' },
    });
    const other = await site.withScopes('content_type:administer');
    expect(formatProblem(await other.get(`/manage/jobs/${job.id}`))).toBe('403 scope_missing');
    expect((await (await site.withScopes(SITE_SETTINGS)).get(`/manage/jobs/${job.id}`)).status).toBe(200);
    expect(formatProblem(await client.patch(`/manage/jobs/${job.id}`, { action: 'cancel' }))).toBe(
      '403 scope_missing',
    );
  });

  it.each(['wait=10, respond-async', 'respond-async;x=1', 'Respond-Async'])(
    'Prefer: %s is 202',
    async (prefer) => {
      const answer = await manager.patch(BUNDLE, { label: 'Article' }, { Prefer: prefer });

      expect(answer.status).toBe(202);
      await manager.waitForJobEnd(answer);
    },
  );

  it.each(['return=minimal', 'respond-asynchronously'])(
    'Prefer: %s is answered as without it',
    async (prefer) => {
      expect((await manager.patch(BUNDLE, { label: 'Article' }, { Prefer: prefer })).status).toBe(200);
    },
  );

  it('a job that meets an error in the entries fails with its code, and the model stays', async () => {
    const field = { name: 'field_kept', type: 'string', label: 'Kept' };
    await manager.post(`${BUNDLE}/fields`, field);
    await site.app.site.article({ field_kept: 'text' });
    await manager.delete(`${BUNDLE}/fields/field_kept?force=true`);

    const answer = await manager.post(`${BUNDLE}/fields`, { ...field, type: 'integer' }, RESPOND_ASYNC);

    const job = await manager.waitForJobEnd(answer);
    expect(job).toMatchObject({ state: 'failed', error: { code: 'field_in_use' } });
    expect(formatProblem(await manager.get(`${BUNDLE}/fields/field_kept`))).toBe('404 field_unknown');
    const retried = await manager.patch(`/manage/jobs/${job.id}`, { action: 'retry' });
    expect(retried.status).toBe(200);
    expect((await manager.waitForJobEnd(retried)).state).toBe('failed');
  });
});

describe('a verification of an index that differs from the entries', () => {
  let database: TestDatabase;
  let site: ManagedSite;
  beforeAll(async () => {
    database = await createTestDatabase('sqlite');
    site = await ManagedSite.start({ DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await site.stop();
    await database.remove();
  });

  it('fails and shows the differences, and succeeds when it is retried after a rebuild', async () => {
    const manager = await site.administrator();
    await site.app.site.articles({ published: 2 });
    await database.connect((run) => run('UPDATE entry_count SET total = total + 1'));

    const answer = await manager.post('/manage/jobs', { kind: 'index.verify' });
    const failed = await manager.waitForJobEnd(answer);
    await manager.waitForJobEnd(await manager.post('/manage/jobs', { kind: 'index.rebuild' }));
    const retried = await manager.patch(`/manage/jobs/${failed.id}`, { action: 'retry' });

    expect(failed).toMatchObject({
      state: 'failed',
      error: { code: 'index_differs' },
      result: {
        differences: 1,
        drifts: [{ table: 'entry_count', id: 'node--article', problem: 'different' }],
      },
    });
    expect(retried.body).toMatchObject({ state: 'queued', result: null });
    const succeeded = await manager.waitForJobEnd(answer);
    expect(succeeded).toMatchObject({ state: 'succeeded', result: { differences: 0 }, error: null });
    const { body } = await manager.get('/manage/audit-log?action=job.finished');
    expect(body.items).toContainEqual(
      expect.objectContaining({ details: { kind: 'index.verify', state: 'failed' } }),
    );
  });
});

describe('/manage/jobs while no process runs jobs', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start({ JOB_CONCURRENCY: '0', MODEL_JOB_ENTRIES: '2' });
    manager = await site.administrator();
    await site.app.site.articles({ published: 3 });
  });
  afterAll(() => site.stop());

  it('POST is 409 while there is an unfinished job of the kind', async () => {
    const { id } = (await manager.post('/manage/jobs', { kind: 'index.rebuild' })).body as JobResource;

    const again = await manager.post('/manage/jobs', { kind: 'index.rebuild' });

    expect([formatProblem(again), again.body.job]).toEqual(['409 job_running', id]);
    await manager.patch(`/manage/jobs/${id}`, { action: 'cancel' });
  });

  it('PATCH cancels a queued job and resumes it', async () => {
    const { body, headers } = await manager.post('/manage/jobs', { kind: 'index.verify' });
    const path = `/manage/jobs/${String(body.id)}`;

    const outdated = await manager.patch(path, { action: 'cancel' }, { 'If-Match': '"99"' });
    const cancelled = await manager.patch(
      path,
      { action: 'cancel' },
      { 'If-Match': String(headers['etag']) },
    );
    const again = await manager.patch(path, { action: 'cancel' });
    const retried = await manager.patch(path, { action: 'retry' });
    const resumed = await manager.patch(path, { action: 'resume' });
    const twice = await manager.patch(path, { action: 'resume' });

    expect(formatProblem(outdated)).toBe('412 outdated');
    expect(cancelled.body).toMatchObject({ state: 'cancelled', endedAt: expect.any(String) });
    expect(formatProblem(again)).toBe('409 job_not_cancellable');
    expect(formatProblem(retried)).toBe('409 job_not_resumable');
    expect(resumed.body).toMatchObject({ state: 'queued', endedAt: null });
    expect(formatProblem(twice)).toBe('409 job_running');
    const { body: log } = await manager.get('/manage/audit-log?limit=3');
    expect(log.items.map(({ action }: { action: string }) => action).sort()).toEqual([
      'job.cancelled',
      'job.finished',
      'job.resumed',
    ]);
  });

  it('a change of a type with many entries is 202, and the model stays as it is until the job ends', async () => {
    const field = { name: 'field_large', type: 'string', label: 'Large' };

    const answer = await manager.post(`${BUNDLE}/fields`, field);

    expect(answer.status).toBe(202);
    expect(formatProblem(await manager.get(`${BUNDLE}/fields/field_large`))).toBe('404 field_unknown');
    const second = await manager.patch(BUNDLE, { label: 'Other' });
    expect([formatProblem(second), second.body.job]).toEqual(['409 job_running', answer.body.id]);
    await manager.patch(`/manage/jobs/${String(answer.body.id)}`, { action: 'cancel' });
  });

  it('the removal of a field that entries have values of is refused at once, and is a job with force', async () => {
    await site.app.site.article({ body: { value: 'text', format: 'plain_text' } });

    const refused = await manager.delete(`${BUNDLE}/fields/body`);
    const forced = await manager.delete(`${BUNDLE}/fields/body?force=true`);

    expect([formatProblem(refused), refused.body.entries]).toEqual(['409 field_in_use', 1]);
    expect(forced.status).toBe(202);
    await manager.patch(`/manage/jobs/${String(forced.body.id)}`, { action: 'cancel' });
  });

  it('a change of a type with few entries is made at once', async () => {
    const field = { name: 'field_small', type: 'string', label: 'Small' };

    expect((await manager.post('/manage/bundles/node/page/fields', field)).status).toBe(201);
  });

  it.each<['post' | 'patch' | 'delete', string, object | undefined, string]>([
    ['post', `${BUNDLE}/fields`, { name: 'Bad Name', type: 'string', label: 'x' }, '422 invalid_definition'],
    ['patch', BUNDLE, { fieldOrder: [] }, '422 invalid_definition'],
    ['delete', `${BUNDLE}/fields/field_missing`, undefined, '404 field_unknown'],
    ['delete', BUNDLE, undefined, '409 bundle_in_use'],
  ])('%s %s with %j is refused at once: %s', async (method, path, body, problem) => {
    expect(formatProblem(await manager.send(method, path, body))).toBe(problem);
    expect((await manager.get('/manage/jobs?kind=model.apply&state=queued')).body.items).toEqual([]);
  });
});
