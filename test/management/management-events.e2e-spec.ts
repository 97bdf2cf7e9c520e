import type { AddressInfo } from 'node:net';
import { ClientRegistry } from '@content-service/oauth-clients';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { EventStreamReader } from '../support/event-stream.js';
import { eventually } from '../support/eventually.js';
import type { ManagedSite } from '../support/managed-site.js';
import { ALL_SCOPES, type ManagementClient } from '../support/managed-site.js';
import { formatErrorPointers, formatProblem } from '../support/problems.js';
import type { Receiver } from '../support/receiver.js';
import { type CreatedWebhook, WebhookSite } from '../support/webhook-site.js';

const WEBHOOKS = '/manage/webhooks';
const ROLES = '/manage/roles';
const PASSWORD = 'correct horse battery staple';

interface Event {
  readonly id: string;
  readonly type: string;
  readonly action: string | null;
  readonly actor: { readonly clientId: string | null } | null;
  readonly details: object | null;
}
type Change = (manager: ManagementClient) => Promise<{ readonly status: number }>;

describe('an event of management data', () => {
  let webhooks: WebhookSite;
  let site: ManagedSite;
  let manager: ManagementClient;
  let receiver: Receiver;
  let created = 0;
  beforeAll(async () => {
    webhooks = await WebhookSite.start();
    ({ site, manager, receiver } = webhooks);
  });
  afterAll(() => webhooks.stop());
  afterEach(() => webhooks.deleteAll());

  const createWebhook = (visibility: string, client = manager): Promise<CreatedWebhook> =>
    webhooks.create({ label: visibility, visibility }, client);
  const getBodies = (path: string): readonly { readonly data: { readonly id: string } }[] =>
    receiver.of(path).map(({ body }) => JSON.parse(body) as { data: { id: string } });
  const createRole = async (): Promise<string> => {
    const name = `role_${++created}`;
    expect((await manager.post(ROLES, { name, label: name, scopes: ['member'] })).status).toBe(201);
    return name;
  };
  const listEvents = async (type: string, id: string): Promise<readonly Event[]> => {
    const { body } = await manager.get(`/manage/events?subjectType=${type}&subject=${id}`);
    return (body as { items: Event[] }).items;
  };
  const listLines = async (kind: string, id: string): Promise<readonly Event[]> => {
    const { body } = await manager.get(`/manage/audit-log?subjectKind=${kind}&subjectId=${id}`);
    return (body as { items: Event[] }).items.toReversed();
  };

  it('reaches management webhooks, and neither others nor streams', async () => {
    const [management, content, open] = [
      await createWebhook('management'),
      await createWebhook('content'),
      await createWebhook('public'),
    ];
    const { port } = site.app.nest.getHttpServer().address() as AddressInfo;
    const token = await site.issueToken(manager.id);
    const stream = await EventStreamReader.open(`http://127.0.0.1:${port}/api/events`, {
      Authorization: `Bearer ${token}`,
    });

    const name = await createRole();
    const { id } = await site.app.site.article();
    await manager.patch(`${ROLES}/${name}`, { label: 'Changed' });
    // Earlier changes may get their positions after the webhooks were created.
    const getEvents = (): readonly unknown[] =>
      getBodies(management.path).filter(({ data }) => data.id === name);
    await eventually(
      async () =>
        getEvents().length >= 2 && getBodies(content.path).length > 0 && getBodies(open.path).length > 0,
    );
    await stream.waitForEvents(1);

    const [event, changed] = getEvents();
    const [line] = await listLines('role', name);
    expect(event).toMatchObject({
      type: 'role.created',
      data: { type: 'role', id: name, action: 'role.created', details: { label: name, scopes: ['member'] } },
      meta: { event: { id: line?.id } },
    });
    expect(changed).toMatchObject({
      type: 'role.changed',
      data: { id: name, details: { label: 'Changed' } },
    });
    expect(getEvents()).toHaveLength(2);
    for (const { path } of [content, open])
      expect(getBodies(path)).toEqual([expect.objectContaining({ type: 'entry.created' })]);
    expect(stream.events).toEqual([{ event: 'entry.created', id }]);
    expect(stream.messages.map(({ event: type }) => type).filter((type) => type?.startsWith('role'))).toEqual(
      [],
    );
    const listDeliveries = async (): Promise<readonly { readonly state: string }[]> => {
      const { body } = await manager.get(`${WEBHOOKS}/${management.id}/deliveries?subject=${name}`);
      return (body as { items: { state: string }[] }).items;
    };
    // The result of a call is recorded after its receiver has answered.
    await eventually(async () => (await listDeliveries()).every(({ state }) => state !== 'delivering'));
    expect(await listDeliveries()).toEqual([
      expect.objectContaining({
        type: 'role.changed',
        subject: { type: 'role', id: name },
        state: 'delivered',
      }),
      expect.objectContaining({
        type: 'role.created',
        subject: { type: 'role', id: name },
        state: 'delivered',
      }),
    ]);
    stream.close();
    await stream.waitForEnd();
  });

  it.each<[string, string, string, Change]>([
    [
      'a setting',
      'setting',
      'publicAccess',
      (by) => by.patch('/manage/settings/jsonapi', { publicAccess: true }),
    ],
    [
      'a bundle',
      'bundle',
      'node--harbour',
      (by) => by.post('/manage/bundles', { entityType: 'node', bundle: 'harbour', label: 'Harbour' }),
    ],
  ])('of %s is recorded once, with the id of its audit line', async (_, kind, id, change) => {
    const answer = await change(manager);

    expect([200, 201]).toContain(answer.status);
    const lines = await listLines(kind, id);
    expect(lines.length).toBeGreaterThan(0);
    await eventually(async () => (await listEvents(kind, id)).length === lines.length);
    const events = await listEvents(kind, id);
    expect(new Set(events.map((event) => event.id))).toEqual(new Set(lines.map((line) => line.id)));
    expect(events[0]).toMatchObject({
      operation: null,
      visibility: 'management',
      published: null,
      actor: { kind: 'client', clientId: manager.id },
    });
  });

  it('of a user has no password, and is not part of the history of its entry', async () => {
    const { body } = await manager.post('/manage/users', {
      name: 'bella',
      password: PASSWORD,
      role: 'member',
    });
    const { id } = body as { id: string };
    await manager.patch(`/manage/users/${id}`, { password: `${PASSWORD} again` });
    await eventually(async () => (await listEvents('user', id)).length >= 2);

    const events = await listEvents('user', id);

    expect(events.map(({ type }) => type)).toEqual(['user.created', 'user.password_changed']);
    expect(JSON.stringify(events)).not.toContain(PASSWORD);
    expect((await listEvents('user--user', id)).map(({ type }) => type)).toEqual(['entry.created']);
  });

  it('is not recorded of a change that is refused', async () => {
    const name = await createRole();

    expect(
      formatProblem(await manager.patch(`${ROLES}/${name}`, { label: 'x' }, { 'If-Match': '"9"' })),
    ).toBe('412 outdated');
    expect(formatProblem(await manager.post(ROLES, { name, label: 'x', scopes: [] }))).toMatch(/^409 /);

    await eventually(async () => (await listEvents('role', name)).length > 0);
    expect((await listEvents('role', name)).map(({ type }) => type)).toEqual(['role.created']);
    expect((await listLines('role', name)).map(({ action }) => action)).toEqual(['role.created']);
  });

  it('is skipped when the owner of the webhook loses site_settings:administer', async () => {
    const owner = await site.withScopes('site_settings:administer', 'content:administer');
    const { id, path } = await createWebhook('management', owner);
    const changes = { allowedScopes: ['content:administer'] };
    await site.app.nest.get(ClientRegistry).update(owner.id, changes, OPERATOR_CONTEXT);

    await createRole();
    const list = async (): Promise<readonly object[]> => {
      const { body } = await manager.get(`${WEBHOOKS}/${id}/deliveries?state=skipped&type=role.created`);
      return (body as { items: object[] }).items;
    };
    await eventually(async () => (await list()).length > 0);

    expect(await list()).toEqual([expect.objectContaining({ skipReason: 'visibility' })]);
    expect(receiver.of(path)).toEqual([]);
  });

  it.each([
    [{ visibility: 'management', types: ['entry.created'] }, '/types/0'],
    [{ visibility: 'public', types: ['entry.created', 'client.created'] }, '/types/1'],
    [{ visibility: 'content', types: ['client.created'] }, '/types/0'],
    [{ visibility: 'management', resourceTypes: ['node--article'] }, '/resourceTypes'],
    [{ visibility: 'management', operations: ['create'] }, '/operations'],
  ])('is not selected by %j', async (members, pointers) => {
    const answer = await manager.post(WEBHOOKS, { label: 'A', url: receiver.url('/none'), ...members });

    expect(formatErrorPointers(answer)).toBe(`422 ${pointers}`);
  });

  it('is no type of the stream', async () => {
    const token = await site.issueToken(manager.id, ALL_SCOPES);
    const api = site.app.api.withAuthorization(`Bearer ${token}`);

    expect((await api.get('/api/events?types=client.created')).status).toBe(400);
  });
});
