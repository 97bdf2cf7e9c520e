import { Metrics, SchedulerLifecycle } from '@content-service/app';
import { EntryScheduler } from '@content-service/entries';
import { eventually } from '../support/eventually.js';
import { ManagedSite, type ManagementClient } from '../support/managed-site.js';
import { formatProblem } from '../support/problems.js';

const SCHEDULES = '/manage/entry-schedules';
const HOUR = 3600;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

interface Schedule {
  readonly entry: { readonly type: string; readonly id: string; readonly label: string };
  readonly action: string;
  readonly dueAt: string;
}

interface Answer {
  readonly status: number;
  readonly body: {
    readonly data: { readonly id: string; readonly attributes: Readonly<Record<string, unknown>> };
    readonly errors: readonly { readonly source: object }[];
  };
}

describe('publish_on and unpublish_on', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start();
    // The tests perform what is due: a round in the background may fail for the same schedule at the same time.
    await site.app.nest.get(SchedulerLifecycle).onModuleDestroy();
    manager = await site.createClient();
  });
  afterAll(() => site.stop());

  /** Turns the clock, which ends the token of the manager. */
  const advance = async (seconds: number): Promise<void> => {
    site.app.clock.advance(seconds);
    manager = await site.createClient();
  };
  /** @param seconds from now on, by the clock of the site */
  const timeIn = (seconds: number): string =>
    new Date((site.app.clock.now() + seconds) * 1000).toISOString().replace('.000Z', 'Z');
  const change = (id: string, attributes: object): Promise<Answer> =>
    site.app.api
      .asAdministrator()
      .patch(`/api/node/article/${id}`, { data: { type: 'node--article', id, attributes } });
  const read = async (id: string): Promise<Readonly<Record<string, unknown>>> => {
    const answer: Answer = await site.app.api.asAdministrator().get(`/api/node/article/${id}`);
    return answer.body.data.attributes;
  };
  const listOf = async (id: string): Promise<readonly (readonly [string, string])[]> =>
    ((await manager.get(`${SCHEDULES}?entry=${id}`)).body.items as Schedule[]).map(({ action, dueAt }) => [
      action,
      dueAt,
    ]);
  const performDue = (): Promise<void> => site.app.nest.get(EntryScheduler).performDue();
  const eventsOf = async (id: string): Promise<readonly { type: string; cause: string }[]> =>
    (await manager.get(`/manage/events?subject=${id}`)).body.items as { type: string; cause: string }[];

  it('are listed of several entries, and of a period', async () => {
    const [a, b] = [await site.app.site.article({ status: false }), await site.app.site.article()];
    await change(a.id, { publish_on: timeIn(10 * HOUR), unpublish_on: timeIn(30 * HOUR) });
    await change(b.id, { unpublish_on: timeIn(20 * HOUR) });
    const list = async (parameters: string): Promise<readonly string[]> =>
      ((await manager.get(`${SCHEDULES}?${parameters}`)).body.items as Schedule[]).map(({ dueAt }) => dueAt);
    const ids = `entry=${a.id}&entry=${b.id}`;
    const times = [await list(`entry=${a.id}`), await list(`entry=${b.id}`)].flat().sort();

    expect(await list(ids)).toEqual(times);
    expect(await list(`${ids}&from=${timeIn(10 * HOUR)}&until=${timeIn(20 * HOUR)}`)).toEqual(
      times.slice(0, 2),
    );
    expect(await list(`${ids}&from=${timeIn(10 * HOUR + 1)}`)).toEqual(times.slice(1));
    for (const parameters of [
      'from=soon',
      'until=x',
      'entry=x',
      ids.concat('&', `entry=${a.id}&`.repeat(99)),
    ])
      expect(formatProblem(await manager.get(`${SCHEDULES}?${parameters}`))).toBe('400 invalid_parameter');
    for (const { id } of [a, b]) await change(id, { publish_on: null, unpublish_on: null });
  });

  it('publish and unpublish an entry at their times, once, with the cause in event and audit log', async () => {
    const { id } = await site.app.site.article({ title: 'Trams', status: false });
    const answer = await change(id, { publish_on: timeIn(HOUR), unpublish_on: timeIn(2 * HOUR) });
    expect([answer.status, Object.keys(answer.body.data.attributes)]).toEqual([
      200,
      expect.not.arrayContaining(['publish_on', 'unpublish_on']),
    ]);
    const [publish, unpublish] = await listOf(id);
    expect([publish?.[0], unpublish?.[0]]).toEqual(['publish', 'unpublish']);
    await advance(HOUR - 1);
    await performDue();
    expect((await read(id))['status']).toBe(false);

    await advance(1);
    await Promise.all([performDue(), performDue(), performDue()]);
    await eventually(async () => (await read(id))['status'] === true);
    expect(await listOf(id)).toEqual([unpublish]);
    await advance(HOUR);
    await performDue();
    await eventually(async () => (await read(id))['status'] === false);

    expect(await listOf(id)).toEqual([]);
    await eventually(async () => (await eventsOf(id)).length === 4);
    expect((await eventsOf(id)).map(({ type, cause }) => [type, cause])).toEqual([
      ...[
        ['entry.created', 'internal'],
        ['entry.updated', 'request'],
      ],
      ...[
        ['entry.published', 'schedule'],
        ['entry.unpublished', 'schedule'],
      ],
    ]);
    const { body } = await manager.get('/manage/audit-log?action=entry.published');
    expect(body.items[0]).toMatchObject({
      ...{ who: { kind: 'service' }, subject: { id } },
      details: { cause: 'schedule' },
    });
  });

  it('are performed at once when they are past; of two that are due the later one counts', async () => {
    const { id } = await site.app.site.article({ status: false });
    await change(id, { publish_on: timeIn(-HOUR) });
    await performDue();
    await eventually(async () => (await read(id))['status'] === true);

    await change(id, { publish_on: timeIn(-2), unpublish_on: timeIn(-1) });
    await performDue();

    await eventually(async () => (await read(id))['status'] === false);
    expect(await listOf(id)).toEqual([]);
  });

  describe('of an entry with changes that are not published yet', () => {
    const change = async (id: string, attributes: object, query = ''): Promise<Answer> =>
      site.app.api
        .asAdministrator()
        .patch(`/api/node/article/${id}${query}`, { data: { type: 'node--article', id, attributes } });
    const save = (id: string, attributes: object): Promise<Answer> =>
      change(id, attributes, '?resourceVersion=rel:working-copy');

    it('publish the changes once', async () => {
      const { id } = await site.app.site.article({ title: 'Live' });
      expect((await save(id, { title: 'Copy' })).status).toBe(200);
      expect((await save(id, { publish_on: timeIn(HOUR) })).status).toBe(200);
      expect(await listOf(id)).toHaveLength(1);
      await advance(HOUR);

      await Promise.all([performDue(), performDue(), performDue()]);

      await eventually(async () => (await read(id))['title'] === 'Copy');
      expect(await listOf(id)).toEqual([]);
      expect((await manager.get(`/manage/entry-copies?entry=${id}`)).body.items).toEqual([]);
      await eventually(async () => (await eventsOf(id)).length === 2);
      expect((await eventsOf(id)).at(-1)).toMatchObject({ type: 'entry.updated', cause: 'schedule' });
    });

    it('fail while they are in conflict with the published entry, and are tried again after a minute', async () => {
      const { id } = await site.app.site.article({ title: 'Live' });
      await save(id, { title: 'Copy', publish_on: timeIn(HOUR) });
      await change(id, { title: 'Corrected' });
      await advance(HOUR);
      await performDue();
      await save(id, { title: 'Corrected', field_rating: 5 });
      await performDue();
      expect(await read(id)).toMatchObject({ title: 'Corrected', field_rating: null });
      expect(await listOf(id)).toHaveLength(1);
      await advance(60);

      await performDue();

      await eventually(async () => (await read(id))['field_rating'] === 5);
      expect(await listOf(id)).toEqual([]);
    });

    it('unpublish the entry, which keeps them', async () => {
      const { id } = await site.app.site.article({ title: 'Live' });
      await save(id, { title: 'Copy', unpublish_on: timeIn(HOUR) });
      await advance(HOUR);

      await performDue();

      await eventually(async () => (await read(id))['status'] === false);
      expect((await manager.get(`/manage/entry-copies?entry=${id}`)).body.items).toMatchObject([
        { changed: ['title'] },
      ]);
    });
  });

  it('have no effect on an entry that was published by hand meanwhile', async () => {
    const { id } = await site.app.site.article({ status: false });
    await change(id, { publish_on: timeIn(HOUR) });
    await change(id, { status: true });
    const before = await eventsOf(id);
    await advance(HOUR);

    await performDue();

    await eventually(async () => (await listOf(id)).length === 0);
    await eventually(async () => (await eventsOf(id)).length === 3);
    expect((await eventsOf(id)).filter(({ cause }) => cause === 'schedule')).toEqual([]);
    expect(before.length).toBeLessThanOrEqual(3);
  });

  it('end with their entry, and are cancelled by null', async () => {
    const [gone, kept] = [await site.app.site.article(), await site.app.site.article({ status: false })];
    await change(gone.id, { unpublish_on: timeIn(HOUR) });
    await change(kept.id, { publish_on: timeIn(HOUR), unpublish_on: timeIn(HOUR + 1) });

    await site.app.api.asAdministrator().delete(`/api/node/article/${gone.id}`);
    await change(kept.id, { publish_on: null });

    expect(await listOf(gone.id)).toEqual([]);
    expect((await listOf(kept.id)).map(([action]) => action)).toEqual(['unpublish']);
  });

  it('can be given to a new entry', async () => {
    const answer: Answer = await site.app.api.asAdministrator().post('/api/node/article', {
      data: {
        type: 'node--article',
        attributes: { title: 'New', status: false, publish_on: '2099-12-31T12:00:00+01:00' },
      },
    });

    expect(await listOf(answer.body.data.id)).toEqual([
      ['publish', expect.stringContaining('2099-12-31T11:00:00')],
    ]);
  });

  it.each(['tomorrow', '2024-01-31', 1_700_000_000, true, ['2099-01-01T00:00:00Z'], {}, ''])(
    'with the value %j are 422 with a pointer, and nothing is changed',
    async (value) => {
      const { id } = await site.app.site.article({ title: 'Kept' });

      const { status, body } = await change(id, { title: 'Changed', publish_on: value });

      expect([status, body.errors[0]?.source]).toEqual([422, { pointer: '/data/attributes/publish_on' }]);
      expect((await read(id))['title']).toBe('Kept');
      expect(await listOf(id)).toEqual([]);
    },
  );

  it('are unknown to terms', async () => {
    const answer = await site.app.api.asAdministrator().post('/api/taxonomy_term/tags', {
      data: { type: 'taxonomy_term--tags', attributes: { name: 'A', publish_on: timeIn(HOUR) } },
    });

    expect([404, 422]).toContain(answer.status);
  });

  it('GET /manage/entry-schedules lists all, the next first, page by page', async () => {
    const entries = [await site.app.site.article(), await site.app.site.article()];
    for (const { id } of entries) await change(id, { unpublish_on: timeIn(9 * HOUR) });
    const { body } = await manager.get(`${SCHEDULES}?limit=100`);
    const all = body.items as Schedule[];
    const paged: Schedule[] = [];
    for (let cursor = ''; ;) {
      const page = await manager.get(`${SCHEDULES}?limit=1${cursor}`);
      paged.push(...(page.body.items as Schedule[]));
      if (page.body.next === null) break;
      cursor = `&cursor=${String(page.body.next)}`;
    }

    expect(paged).toEqual(all);
    expect(all.map(({ dueAt }) => dueAt)).toEqual(all.map(({ dueAt }) => dueAt).sort());
    expect(all.map(({ entry }) => entry)).toEqual(
      expect.arrayContaining(
        entries.map(({ id }) => ({ type: 'node--article', id, label: expect.any(String) })),
      ),
    );
  });

  it('DELETE /manage/entry-schedules/{entry}/{action} cancels one, with an audit line', async () => {
    const { id } = await site.app.site.article();
    await change(id, { unpublish_on: timeIn(HOUR) });

    expect((await manager.delete(`${SCHEDULES}/${id}/unpublish`)).status).toBe(204);

    expect(await listOf(id)).toEqual([]);
    expect(formatProblem(await manager.delete(`${SCHEDULES}/${id}/unpublish`))).toBe(
      '404 entry_schedule_unknown',
    );
    const { body } = await manager.get('/manage/audit-log?action=schedule.cancelled');
    expect(body.items[0]).toMatchObject({ subject: { kind: 'entry', id }, details: { action: 'unpublish' } });
  });

  it.each([
    ['get', '?entry=x', '400 invalid_parameter'],
    ['get', '?cursor=x', '400 invalid_parameter'],
    ['delete', `/${UNKNOWN}/publish`, '404 entry_schedule_unknown'],
    ['delete', `/x/publish`, '404 entry_schedule_unknown'],
    ['delete', `/${UNKNOWN}/archive`, '404 entry_schedule_unknown'],
  ] as const)('%s /manage/entry-schedules%s is %s', async (method, path, problem) => {
    expect(formatProblem(await manager.send(method, SCHEDULES + path))).toBe(problem);
  });

  it('are counted by their outcome', async () => {
    const { scheduledActions } = site.app.nest.get(Metrics);
    const { values } = await scheduledActions.get();
    const count = (action: string, outcome: string): number =>
      values.find(({ labels }) => labels.action === action && labels.outcome === outcome)!.value;

    expect(count('publish', 'done')).toBeGreaterThan(0);
    // The one that was in conflict with the published entry.
    expect(count('publish', 'failed')).toBe(1);
  });
});
