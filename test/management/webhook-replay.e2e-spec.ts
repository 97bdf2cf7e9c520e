import { ClientRegistry } from '@content-service/oauth-clients';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { eventually } from '../support/eventually.js';
import { ALL_SCOPES, ManagedSite, type ManagementClient } from '../support/managed-site.js';
import { formatProblem } from '../support/problems.js';
import type { Call, Receiver } from '../support/receiver.js';
import { type CreatedWebhook, WebhookSite } from '../support/webhook-site.js';

const WEBHOOKS = '/manage/webhooks';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const LONG_AGO = { from: '2000-01-01T00:00:00Z' };

interface Job {
  readonly id: string;
  readonly state: string;
}
interface Consumer {
  readonly lag: { readonly events: number };
}
interface EventDocument {
  readonly type: string;
  readonly data: { readonly id: string };
  readonly meta: { readonly event: { readonly sequence: string; readonly replay?: boolean } };
}

describe('POST /manage/webhooks/{id}/replay', () => {
  let webhooks: WebhookSite;
  let site: ManagedSite;
  let manager: ManagementClient;
  let receiver: Receiver;
  beforeAll(async () => {
    webhooks = await WebhookSite.start();
    ({ site, manager, receiver } = webhooks);
  });
  afterAll(() => webhooks.stop());
  afterEach(async () => {
    receiver.respond = () => 204;
    await webhooks.deleteAll();
  });

  const create: WebhookSite['create'] = (members, client) =>
    webhooks.create({ visibility: 'content', ...members }, client);
  const replay = async ({ id }: Pick<CreatedWebhook, 'id'>, members: object): Promise<Job> => {
    const answer = await manager.post(`${WEBHOOKS}/${id}/replay`, members);
    expect([answer.status, answer.text]).toEqual([202, expect.any(String)]);
    return answer.body as Job;
  };
  const waitForJob = async ({ id }: Job, state = 'succeeded'): Promise<object> => {
    await eventually(async () => (await manager.get(`/manage/jobs/${id}`)).body.state === state);
    return (await manager.get(`/manage/jobs/${id}`)).body as object;
  };
  const waitForProcessedEvents = (): Promise<void> =>
    eventually(async () => {
      const { items } = (await manager.get('/manage/consumers')).body as { items: readonly Consumer[] };
      return items.every(({ lag }) => lag.events === 0);
    });
  const waitForCalls = (path: string, count: number): Promise<void> =>
    eventually(async () => receiver.of(path).length >= count);
  const listDeliveries = async (
    { id }: Pick<CreatedWebhook, 'id'>,
    query = '',
  ): Promise<readonly { state: string }[]> =>
    (await manager.get(`${WEBHOOKS}/${id}/deliveries${query}`)).body.items as { state: string }[];
  const readCall = ({ body }: Call): EventDocument => JSON.parse(body) as EventDocument;
  /** The events of an entry that the path got, in the order of the calls. */
  const eventsOf = (path: string, entry: string): readonly EventDocument[] =>
    receiver
      .of(path)
      .map(readCall)
      .filter(({ data }) => data.id === entry);

  it('counts the events of a replay with dryRun, and starts none', async () => {
    const webhook = await create({ types: ['entry.created'] });
    const { id } = await site.app.site.article({ title: 'Counted' });
    await site.app.api.asAdministrator().delete(`/api/node/article/${id}`);
    await waitForCalls(webhook.path, 1);
    await waitForProcessedEvents();
    const path = `${WEBHOOKS}/${webhook.id}/replay`;
    const count = async (members: object): Promise<unknown> =>
      (await manager.post(path, { ...LONG_AGO, dryRun: true, ...members })).body as unknown;

    const all = (await count({})) as { events: { minimum: number; maximum: number } };
    expect(all.events.minimum).toBeGreaterThan(0);
    expect(all.events.maximum).toBe(all.events.minimum);
    expect(await count({ types: ['entry.deleted'] })).toEqual({ events: { minimum: 0, maximum: 0 } });
    await eventually(async () => (await listDeliveries(webhook, '?state=delivered')).length === 1);
    expect(await count({ states: ['delivered'] })).toEqual({ events: { minimum: 1, maximum: 1 } });
    expect(await count({ states: ['dead'] })).toEqual({ events: { minimum: 0, maximum: 0 } });
    expect(formatProblem(await manager.post(path, { from: 'monday', dryRun: true }))).toBe(
      '422 webhook_invalid',
    );
    expect((await manager.get('/manage/jobs?kind=webhook.replay&state=queued')).body.items).toEqual([]);
    expect(await waitForJob(await replay(webhook, LONG_AGO))).toMatchObject({
      result: { deliveries: all.events.minimum },
    });
  });

  it('sends what a webhook has missed while it was disabled, from the place that the answers name', async () => {
    const webhook = await create({ types: ['entry.created'] });
    const path = `${WEBHOOKS}/${webhook.id}`;
    const sent = await site.app.site.article({ title: 'Sent' });
    await waitForCalls(webhook.path, 1);
    await manager.patch(path, { enabled: false });
    const missed = [await site.app.site.article(), await site.app.site.article()];
    await waitForProcessedEvents();

    const { replayFrom: start } = (await manager.get(path)).body as { replayFrom: string };
    const enabled = await manager.patch(path, { enabled: true });
    expect(receiver.of(webhook.path)).toHaveLength(1);
    await waitForJob(await replay(webhook, { from: start }));
    await waitForCalls(webhook.path, 3);

    expect(enabled.body).toMatchObject({ enabled: true, replayFrom: start });
    expect((await manager.get(path)).body).toMatchObject({ replayFrom: null });
    const received = receiver.of(webhook.path).map((call) => readCall(call));
    expect(received[0]?.meta.event.sequence).toBe(start);
    expect(new Set(received.map(({ data }) => data.id))).toEqual(
      new Set([sent, ...missed].map(({ id }) => id)),
    );
  });

  it('sends events again with their ids, in order, and says that it is a replay', async () => {
    const webhook = await create();
    const { id } = await site.app.site.article({ title: 'Trams', status: false });
    await site.app.api.asAdministrator().patch(`/api/node/article/${id}`, {
      data: { type: 'node--article', id, attributes: { status: true } },
    });
    await waitForCalls(webhook.path, 2);
    const before = receiver.of(webhook.path).map(({ headers }) => headers['webhook-id']);

    const answer = await manager.post(`${WEBHOOKS}/${webhook.id}/replay`, LONG_AGO);
    const job = answer.body as Job;

    expect(answer.headers['location']).toMatch(new RegExp(`/manage/jobs/${job.id}$`));
    expect(await waitForJob(job)).toMatchObject({ kind: 'webhook.replay', phase: 'replay' });
    await eventually(async () => eventsOf(webhook.path, id).length === 4);
    expect(eventsOf(webhook.path, id).map(({ type, meta: { event } }) => [type, event.replay])).toEqual([
      ...[
        ['entry.created', undefined],
        ['entry.published', undefined],
      ],
      ...[
        ['entry.created', true],
        ['entry.published', true],
      ],
    ]);
    const after = receiver.of(webhook.path).map(({ headers }) => headers['webhook-id']);
    expect(after.slice(2)).toEqual(expect.arrayContaining(before));
    const { body } = await manager.get('/manage/audit-log?action=webhook.replayed');
    expect(body.items[0]).toMatchObject({
      subject: { kind: 'webhook', id: webhook.id },
      details: { job: job.id, from: LONG_AGO.from },
    });
  });

  it('sends events from before the webhook was created, between two cursors and of the given types', async () => {
    const { id } = await site.app.site.article({ title: 'Before' });
    await site.app.api.asAdministrator().delete(`/api/node/article/${id}`);
    await eventually(async () => {
      const { body } = await manager.get(`/manage/events?subject=${id}`);
      return (body.items as unknown[]).length === 2;
    });
    const { body } = await manager.get(`/manage/events?subject=${id}`);
    const [first, second] = (body.items as { sequence: string }[]).map(({ sequence }) => sequence);
    // A webhook gets the events that are not processed yet when it is created.
    await waitForProcessedEvents();
    const webhook = await create();

    await waitForJob(await replay(webhook, { from: first, until: second }));
    await waitForCalls(webhook.path, 1);
    expect(receiver.of(webhook.path).map(readCall)).toMatchObject([{ type: 'entry.deleted', data: { id } }]);

    const members = { ...LONG_AGO, types: ['entry.deleted'], resourceTypes: ['node--page'] };
    expect(await waitForJob(await replay(webhook, members))).toMatchObject({ result: { deliveries: 0 } });
  });

  it('sends what could not be delivered, and nothing else', async () => {
    receiver.respond = (call) => (readCall(call).type === 'entry.created' ? 410 : 204);
    const webhook = await create();
    const { id } = await site.app.site.article();
    await eventually(async () => (await listDeliveries(webhook, '?state=dead')).length === 1);
    expect(formatProblem(await manager.post(`${WEBHOOKS}/${webhook.id}/replay`, LONG_AGO))).toBe(
      '409 webhook_disabled',
    );
    await manager.patch(`${WEBHOOKS}/${webhook.id}`, { enabled: true });
    receiver.respond = () => 204;

    const job = await replay(webhook, { ...LONG_AGO, states: ['dead'] });

    expect(await waitForJob(job)).toMatchObject({ result: { deliveries: 1 } });
    await eventually(async () => (await listDeliveries(webhook)).every(({ state }) => state === 'delivered'));
    expect(eventsOf(webhook.path, id).map(({ meta }) => meta.event.replay)).toEqual([undefined, true]);
    expect(await listDeliveries(webhook)).toMatchObject([{ replayJobId: job.id }]);
  });

  it('sends nothing that the owner of the webhook may not see any more', async () => {
    const client = await site.oauth.client({ allowedScopes: ALL_SCOPES });
    const token = await site.issueToken(client.id);
    const path = webhooks.nextPath();
    const members = { label: 'Search', url: receiver.url(path), visibility: 'content' };
    const answer = await site.app.api.withAuthorization(`Bearer ${token}`).send('post', WEBHOOKS, {
      body: JSON.stringify(members),
      headers: { 'Content-Type': 'application/json' },
    });
    const webhook = { id: (answer.body as unknown as CreatedWebhook).id, path };
    await site.app.site.article();
    await waitForCalls(path, 1);
    const calls = receiver.of(path).length;
    const changes = { allowedScopes: ['site_settings:administer'] };
    await site.app.nest.get(ClientRegistry).update(client.id, changes, OPERATOR_CONTEXT);

    await waitForJob(await replay(webhook, LONG_AGO));

    await eventually(async () => (await listDeliveries(webhook)).every(({ state }) => state === 'skipped'));
    expect(receiver.of(path).length).toBe(calls);
  });

  it('is refused while another replay to the webhook waits, and is cancelled as a job', async () => {
    const idle = await ManagedSite.start({ JOB_CONCURRENCY: '0' });
    const client = await idle.administrator();
    const { body } = await client.post(WEBHOOKS, { label: 'A', url: 'https://example.com/' });
    const path = `${WEBHOOKS}/${(body as CreatedWebhook).id}/replay`;
    const first = await client.post(path, LONG_AGO);

    expect(formatProblem(await client.post(path, LONG_AGO))).toBe('409 job_running');

    const { id } = first.body as Job;
    const cancelled = await client.patch(`/manage/jobs/${id}`, { action: 'cancel' });
    expect(cancelled.body).toMatchObject({ state: 'cancelled' });
    expect((await client.post(path, LONG_AGO)).status).toBe(202);
    await idle.stop();
  });

  it.each([
    [{}, '422 invalid_member'],
    [{ from: 'yesterday' }, '422 webhook_invalid'],
    [{ from: 7 }, '422 invalid_member'],
    [{ from: '999999-00000000' }, '409 cursor_reset'],
    [{ ...LONG_AGO, until: '1999-01-01T00:00:00Z' }, '422 webhook_invalid'],
    [{ ...LONG_AGO, types: ['no.such'] }, '422 invalid_member'],
    [{ ...LONG_AGO, types: [] }, '422 invalid_member'],
    [{ ...LONG_AGO, resourceTypes: ['article'] }, '422 webhook_invalid'],
    [{ ...LONG_AGO, states: ['pending'] }, '422 invalid_member'],
    [{ ...LONG_AGO, more: 1 }, '422 invalid_member'],
  ])('with %j is %s', async (members, problem) => {
    const { id } = await create();

    const answer = await manager.post(`${WEBHOOKS}/${id}/replay`, members);

    expect(formatProblem(answer)).toBe(problem);
  });

  it.each([
    [{ from: 'yesterday' }, { format: 'date-time' }],
    [{ ...LONG_AGO, until: '1999-01-01T00:00:00Z' }, { formatMinimum: LONG_AGO.from }],
    [{ ...LONG_AGO, types: [] }, { minItems: 1 }],
    [{ ...LONG_AGO, states: ['pending'] }, { enum: ['delivered', 'dead', 'skipped'] }],
  ])('names the rule that %j breaks', async (members, rule) => {
    const webhook = await create();

    const { body } = await manager.post(`${WEBHOOKS}/${webhook.id}/replay`, members);

    expect(body).toMatchObject({ errors: [{ meta: rule }] });
  });

  it('of an unknown webhook is 404, and with EVENTS=off 409', async () => {
    expect(formatProblem(await manager.post(`${WEBHOOKS}/${UNKNOWN}/replay`, LONG_AGO))).toBe(
      '404 webhook_unknown',
    );
    const silent = await ManagedSite.start({ EVENTS: 'off' });
    const client = await silent.administrator();

    const answer = await client.post(`${WEBHOOKS}/${UNKNOWN}/replay`, LONG_AGO);

    expect(formatProblem(answer)).toBe('409 events_disabled');
    await silent.stop();
  });
});
