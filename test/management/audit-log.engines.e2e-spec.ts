import { ManagedSite, type ManagementClient, SITE_SETTINGS } from '../support/managed-site.js';
import { formatProblem } from '../support/problems.js';

const LOG = '/manage/audit-log';

interface Event {
  readonly id: string;
  readonly at: string;
  readonly action: string;
  readonly who: { readonly name: string | null };
  readonly subject: { readonly id: string };
}

describe('GET /manage/audit-log', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  const created: string[] = [];
  beforeAll(async () => {
    site = await ManagedSite.start();
    manager = await site.administrator();
    for (let n = 0; n < 5; n++) {
      const { body } = await manager.post('/manage/api-clients', { label: `Client ${n}` });
      created.push((body as { id: string }).id);
      site.app.clock.advance(10);
    }
    await manager.delete(`/manage/api-clients/${created[0] ?? ''}`);
  });
  afterAll(() => site.stop());

  const page = async (query: string): Promise<{ items: readonly Event[]; next: string | null }> =>
    (await manager.get(`${LOG}?${query}`)).body as { items: readonly Event[]; next: string | null };

  it('lists records newest first with actor, action and subject', async () => {
    const { items } = await page('limit=1');

    expect(items).toEqual([
      {
        id: expect.any(String),
        at: '2023-11-14T22:14:10+00:00',
        who: { kind: 'client', userId: null, clientId: manager.id, name: manager.id },
        from: '127.0.0.1',
        action: 'client.deleted',
        says: 'deleted an API client',
        subject: { kind: 'client', id: created[0] },
        details: { label: 'Client 0' },
      },
    ]);
  });

  it('pages without gaps or repetitions while records are added', async () => {
    const seen: Event[] = [];
    for (let next: string | null = ''; next !== null;) {
      const cursor: string = next === '' ? '' : `&cursor=${next}`;
      const part = await page(`limit=2&action=client.created&actor=${manager.id}${cursor}`);
      expect(part.items.length).toBeLessThanOrEqual(2);
      seen.push(...part.items);
      next = part.next;
      await manager.patch('/manage/settings/cors', {});
    }

    expect(seen.map(({ subject }) => subject.id)).toEqual([...created].reverse());
  });

  it.each([
    ['action=client.deleted', ['client.deleted']],
    ['action=no.such', []],
    ['actor=unknown', []],
    ['since=2023-11-14T22:14:10Z', ['client.deleted']],
    ['since=2023-11-14T22:14:00%2B00:00&until=2023-11-14T22:14:10Z', ['client.created']],
  ])('%s selects the matching events', async (query, actions) => {
    const { items } = await page(query);

    expect(items.map(({ action }) => action)).toEqual(actions);
  });

  it('selects by subjectKind and subjectId', async () => {
    const { items } = await page(`subjectKind=client&subjectId=${created[0] ?? ''}`);

    expect(items.map(({ action }) => action)).toEqual(['client.deleted', 'client.created']);
  });

  it('omits an action', async () => {
    const { items } = await page(`exceptAction=client.created&limit=100`);

    const actions = items.map(({ action }) => action);
    expect(actions).toContain('client.deleted');
    expect(actions).not.toContain('client.created');
  });

  it('selects the records of a user by name', async () => {
    const { id, name } = await site.signIn();

    const { items } = await page(`actor=${id}`);

    expect(items.map(({ action, who: actor }) => [action, actor.name])).toEqual([['login.succeeded', name]]);
  });

  it('is 401 without a token and 403 without site_settings:administer', async () => {
    const other = await site.withAllScopesExcept(SITE_SETTINGS);

    expect(formatProblem(await site.anonymous().get(LOG))).toBe('401 token_required');
    expect(formatProblem(await other.get(LOG))).toBe('403 scope_missing');
  });

  it.each([
    ['limit=0', '400 invalid_parameter'],
    ['limit=101', '400 invalid_parameter'],
    ['limit=ten', '400 invalid_parameter'],
    ['cursor=nonsense', '400 audit_cursor_invalid'],
    ['since=yesterday', '400 invalid_parameter'],
    ['subjectKind=client', '400 invalid_parameter'],
  ])('refuses the parameter %s', async (query, problem) => {
    expect(formatProblem(await manager.get(`${LOG}?${query}`))).toBe(problem);
  });
});
