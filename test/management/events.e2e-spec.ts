import { EVENT_CATALOGUE, EventConsumerStore } from '@content-service/events';
import { eventually } from '../support/eventually.js';
import { ManagedSite, type ManagementClient, SITE_SETTINGS } from '../support/managed-site.js';
import { formatProblem } from '../support/problems.js';

interface Event {
  readonly id: string;
  readonly sequence: string;
  readonly type: string;
}
interface Consumer {
  readonly name: string;
  readonly position: number;
  readonly holder: string | null;
  readonly lag: { readonly events: number };
}
interface Page {
  readonly items: readonly Event[];
  readonly next: string | null;
}

describe('GET /manage/events', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  let id: string;
  beforeAll(async () => {
    site = await ManagedSite.start();
    manager = await site.administrator();
    id = (await site.app.site.article({ title: 'First' })).id;
    await patch({ title: 'Second' });
    await patch({ status: false });
    await site.app.api.asAdministrator().delete(`/api/node/article/${id}`);
    await eventually(async () => (await page(`subject=${id}`)).items.length === 4);
  });
  afterAll(() => site.stop());

  const patch = (attributes: object): Promise<unknown> =>
    site.app.api
      .asAdministrator()
      .patch(`/api/node/article/${id}`, { data: { type: 'node--article', id, attributes } });
  const page = async (query: string): Promise<Page> =>
    (await manager.get(`/manage/events?${query}`)).body as Page;

  it('lists the events of an entry oldest first, with actor, cause and changed members', async () => {
    const { items, next } = await page(`subject=${id}`);

    expect(next).toBeNull();
    expect(items.map(({ type }) => type)).toEqual([
      'entry.created',
      'entry.updated',
      'entry.unpublished',
      'entry.deleted',
    ]);
    expect(items[1]).toMatchObject({
      sequence: expect.stringMatching(/^\d+-[0-9a-f]{8}$/),
      operation: 'update',
      subject: { type: 'node--article', id },
      version: 2,
      visibility: 'public',
      published: { before: true, after: true },
      changed: ['title'],
      cause: 'request',
      actor: { kind: 'client', userId: null, clientId: 'administrator' },
      requestId: expect.any(String),
    });
  });

  it('pages by after without gaps or repetitions', async () => {
    const seen: Event[] = [];
    for (let next: string | null = ''; next !== null;) {
      const part = await page(`subject=${id}&limit=1${next === '' ? '' : `&after=${next}`}`);
      seen.push(...part.items);
      next = part.next;
    }

    expect(seen).toEqual((await page(`subject=${id}`)).items);
  });

  it('lists and pages newest first by order=newest', async () => {
    const oldestFirst = (await page(`subject=${id}`)).items;

    const first = await page(`subject=${id}&order=newest&limit=3`);
    const second = await page(`subject=${id}&order=newest&limit=3&after=${first.next ?? ''}`);

    expect([...first.items, ...second.items]).toEqual(oldestFirst.toReversed());
    expect(second.next).toBeNull();
    expect(formatProblem(await manager.get('/manage/events?order=title'))).toBe('400 invalid_parameter');
  });

  it('selects by type', async () => {
    const { items } = await page('type=entry.deleted');

    expect(items.map(({ type }) => type)).toEqual(['entry.deleted']);
  });

  it('has an event with the state of its entry, of a deleted one the last', async () => {
    const { items } = await page('type=entry.deleted');

    const { status, body } = await manager.get(`/manage/events/${items[0]?.id ?? ''}`);

    expect(status).toBe(200);
    expect(body).toMatchObject({ ...items[0], attributes: { title: 'Second', status: false } });
  });

  it('lists the types with sentence, JSON Schema and example', async () => {
    const { body } = await manager.get('/manage/event-types');

    expect(body).toEqual({ items: EVENT_CATALOGUE, next: null });
  });

  it('lists the consumers with the process that has the lease, and their lag', async () => {
    await eventually(async () => {
      const { body } = await manager.get('/manage/consumers');
      const { items } = body as { items: readonly { readonly lag: { readonly events: number } }[] };
      return items.every(({ lag }) => lag.events === 0);
    });

    const { body } = await manager.get('/manage/consumers');

    const consumer = {
      state: 'ok',
      error: null,
      position: expect.any(Number),
      holder: expect.stringContaining(String(process.pid)),
      lag: { events: 0, seconds: 0 },
    };
    expect(body).toEqual({
      items: [
        { ...consumer, name: 'log' },
        { ...consumer, name: 'webhooks' },
      ],
      next: null,
    });
  });

  describe('a consumer', () => {
    const find = async (name: string): Promise<Consumer | undefined> => {
      const { items } = (await manager.get('/manage/consumers')).body as { items: readonly Consumer[] };
      return items.find((consumer) => consumer.name === name);
    };

    it('stays where it is while it is paused, and goes on when it is resumed', async () => {
      const paused = await manager.patch('/manage/consumers/webhooks', { paused: true });
      expect([paused.status, paused.body]).toMatchObject([200, { state: 'paused', holder: null }]);
      await site.app.site.article();
      await eventually(async () => ((await find('webhooks'))?.lag.events ?? 0) > 0);
      expect(await find('webhooks')).toMatchObject({ state: 'paused', holder: null });

      const resumed = await manager.patch('/manage/consumers/webhooks', { paused: false });

      expect([resumed.status, resumed.body]).toMatchObject([200, { name: 'webhooks', state: 'ok' }]);
      await eventually(async () => (await find('webhooks'))?.lag.events === 0);
      expect(await find('webhooks')).toMatchObject({ holder: expect.any(String) });
    });

    it('processes events again from an earlier position', async () => {
      await site.app.nest.get(EventConsumerStore).acquire('unused', 'here', -1);

      const { body } = await manager.patch('/manage/consumers/unused', { position: 1 });

      const newest = (await find('log'))?.position ?? 0;
      expect(body).toMatchObject({ position: 1, lag: { events: newest - 1 } });
    });

    it('is removed when no process acts for it, which the audit log tells', async () => {
      await site.app.nest.get(EventConsumerStore).acquire('unused', 'here', -1);

      const { status } = await manager.delete('/manage/consumers/unused');

      expect([status, await find('unused')]).toEqual([204, undefined]);
      const { body } = await manager.get('/manage/audit-log?limit=1');
      expect(body).toMatchObject({
        items: [{ action: 'consumer.removed', subject: { kind: 'consumer', id: 'unused' } }],
      });
    });

    it.each([
      ['unknown', { paused: true }, '404 consumer_unknown'],
      ['log', { paused: true }, '409 consumer_fixed'],
      ['webhooks', { position: 999_999 }, '422 invalid_value'],
      ['webhooks', { position: -1 }, '422 invalid_value'],
      ['webhooks', { paused: 'yes' }, '422 invalid_member'],
      ['webhooks', { name: 'other' }, '422 invalid_member'],
    ])('%s refuses %j with %s', async (name, change, problem) => {
      expect(formatProblem(await manager.patch(`/manage/consumers/${name}`, change))).toBe(problem);
    });

    it('is not removed while a process acts for it', async () => {
      await eventually(async () => (await find('webhooks'))?.holder !== null);

      expect(formatProblem(await manager.delete('/manage/consumers/webhooks'))).toBe('409 consumer_in_use');
      expect(formatProblem(await manager.delete('/manage/consumers/log'))).toBe('409 consumer_fixed');
      expect(formatProblem(await manager.delete('/manage/consumers/unknown'))).toBe('404 consumer_unknown');
    });
  });

  it('is 401 without a token and 403 without site_settings:administer', async () => {
    const other = await site.withAllScopesExcept(SITE_SETTINGS);

    expect(formatProblem(await site.anonymous().get('/manage/events'))).toBe('401 token_required');
    expect(formatProblem(await other.get('/manage/events'))).toBe('403 scope_missing');
  });

  it('without content:administer has no events and attributes of entries that are not published', async () => {
    const other = await site.withScopes(SITE_SETTINGS);
    const draft = await site.app.site.article({ title: 'Draft', status: false });
    await eventually(async () => (await page(`subject=${draft.id}`)).items.length === 1);
    const [hidden] = (await page(`subject=${draft.id}`)).items;
    const [created, , unpublished] = (await page(`subject=${id}`)).items;
    const get = (event: Event | undefined) => other.get(`/manage/events/${event?.id ?? ''}`);

    expect((await other.get(`/manage/events?subject=${draft.id}`)).body).toEqual({ items: [], next: null });
    expect(formatProblem(await get(hidden))).toBe('404 event_unknown');
    expect((await get(unpublished)).body).toMatchObject({ attributes: null, relationships: null });
    expect((await get(created)).body).toMatchObject({ attributes: { title: 'First' } });
    expect((await other.get('/manage/events')).body).toMatchObject({ next: null });
  });

  it.each([
    ['events?after=nonsense', '400 invalid_parameter'],
    ['events?after=999999-00000000', '409 cursor_reset'],
    ['events?after=1-00000000', '409 cursor_reset'],
    ['events?type=no.such', '400 invalid_parameter'],
    ['events?limit=0', '400 invalid_parameter'],
    ['events/no-uuid', '404 event_unknown'],
    ['events/00000000-0000-4000-8000-000000000000', '404 event_unknown'],
  ])('refuses %s', async (path, problem) => {
    expect(formatProblem(await manager.get(`/manage/${path}`))).toBe(problem);
  });

  it('records nothing with EVENTS=off', async () => {
    const silent = await ManagedSite.start({ EVENTS: 'off' });
    const client = await silent.administrator();
    await silent.app.site.article();

    const { body } = await client.get('/manage/consumers');

    expect(body).toMatchObject({ items: [{ name: 'log', position: 0, lag: { events: 0 } }] });
    await silent.stop();
  });
});
