import { Webhook } from 'standardwebhooks';
import { Metrics } from '@content-service/app';
import { ClientRegistry } from '@content-service/oauth-clients';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { Storage } from '@content-service/storage';
import { eventually } from '../support/eventually.js';
import { ALL_SCOPES, ManagedSite, type ManagementClient, SITE_SETTINGS } from '../support/managed-site.js';
import { formatProblem } from '../support/problems.js';
import type { Receiver } from '../support/receiver.js';
import { type CreatedWebhook, WebhookSite } from '../support/webhook-site.js';

const WEBHOOKS = '/manage/webhooks';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const REPLAY = { from: '2024-01-01T00:00:00Z' };
/** Longer than the first retry with its jitter. */
const RETRY_SECONDS = 10;

interface Delivery {
  readonly id: string;
  readonly type: string;
  readonly state: string;
  readonly skipReason: string | null;
}

describe('/manage/webhooks', () => {
  let webhooks: WebhookSite;
  let site: ManagedSite;
  let manager: ManagementClient;
  let receiver: Receiver;
  beforeAll(async () => {
    // The library standardwebhooks judges the age of a message by the system clock.
    webhooks = await WebhookSite.start(({ app: { clock } }) => {
      clock.advance(Math.floor(Date.now() / 1000) - clock.now());
    });
    ({ site, manager, receiver } = webhooks);
  });
  afterAll(() => webhooks.stop());
  afterEach(async () => {
    receiver.status = 204;
    await webhooks.deleteAll();
  });

  const create: WebhookSite['create'] = (...definition) => webhooks.create(...definition);
  const listDeliveries = async ({ id }: CreatedWebhook, query = ''): Promise<readonly Delivery[]> =>
    (await manager.get(`${WEBHOOKS}/${id}/deliveries${query}`)).body.items as Delivery[];
  const waitForCalls = (path: string, count: number): Promise<void> =>
    eventually(async () => receiver.of(path).length >= count);
  const waitForState = (webhook: CreatedWebhook, state: string): Promise<void> =>
    eventually(async () => {
      const deliveries = await listDeliveries(webhook);
      return deliveries.length > 0 && deliveries.every((delivery) => delivery.state === state);
    });
  const change = (id: string, attributes: object): Promise<unknown> =>
    site.app.api
      .asAdministrator()
      .patch(`/api/node/article/${id}`, { data: { type: 'node--article', id, attributes } });
  const remove = (id: string): Promise<unknown> =>
    site.app.api.asAdministrator().delete(`/api/node/article/${id}`);

  it('are called about creation, publication and deletion, in order and signed', async () => {
    const { path, secret } = await create({
      visibility: 'content',
      headers: { Authorization: 'Bearer abc' },
    });
    const { id } = await site.app.site.article({ title: 'Trams', status: false });
    await change(id, { status: true });
    await remove(id);

    await waitForCalls(path, 3);

    const documents = receiver
      .of(path)
      .map(
        ({ body, headers }) => new Webhook(secret).verify(body, headers) as { type: string; data: object },
      );
    expect(documents.map(({ type }) => type)).toEqual(['entry.created', 'entry.published', 'entry.deleted']);
    expect(documents[1]).toMatchObject({
      data: { type: 'node--article', id, attributes: { title: 'Trams' }, meta: { operation: 'update' } },
    });
    expect(receiver.of(path)[0]?.headers).toMatchObject({
      authorization: 'Bearer abc',
      'content-type': 'application/json',
      'user-agent': 'content-service',
      'idempotency-key': receiver.of(path)[0]?.headers['webhook-id'],
    });
  });

  it('are called again after a failure, with the same id, and started again on request', async () => {
    receiver.status = 500;
    const webhook = await create();
    await site.app.site.article();
    await waitForCalls(webhook.path, 1);
    await waitForState(webhook, 'pending');
    const [pending] = await listDeliveries(webhook);
    const address = `${WEBHOOKS}/${webhook.id}/deliveries/${pending?.id ?? ''}`;
    site.app.clock.advance(RETRY_SECONDS);
    await waitForCalls(webhook.path, 2);
    await waitForState(webhook, 'pending');

    receiver.status = 204;
    // Now instead of in five minutes.
    expect(await manager.post(`${address}/redeliver`)).toMatchObject({ status: 202 });
    await waitForState(webhook, 'delivered');
    expect(await manager.get(address)).toMatchObject({
      body: { attempts: 3, lastStatus: 204, history: [{ status: 500 }, { status: 500 }, { status: 204 }] },
    });

    const redelivery = await manager.post(`${address}/redeliver`);
    await waitForCalls(webhook.path, 4);
    expect([redelivery.status, redelivery.body]).toEqual([202, expect.objectContaining({ id: pending?.id })]);
    expect(new Set(receiver.of(webhook.path).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const { body } = await manager.get('/manage/audit-log?action=webhook.redelivered');
    expect(body.items[0]).toMatchObject({ subject: { kind: 'webhook', id: webhook.id } });
  });

  it('that are public learn nothing of unpublished entries', async () => {
    const webhook = await create();
    const hidden = await site.app.site.article({ title: 'Secret', status: false });
    await change(hidden.id, { title: 'Still secret' });
    await waitForState(webhook, 'skipped');
    const shown = await site.app.site.article({ title: 'Shown' });
    await change(shown.id, { status: false });
    await waitForCalls(webhook.path, 2);

    const texts = receiver.of(webhook.path).map(({ body }) => body);
    expect(texts.join()).not.toContain(hidden.id);
    expect(JSON.parse(texts[1] ?? '')).toMatchObject({ type: 'entry.unpublished', data: { id: shown.id } });
    expect(JSON.parse(texts[1] ?? '').data.attributes).toBeUndefined();
    const skipped = await listDeliveries(webhook, '?state=skipped');
    expect(skipped.map(({ skipReason }) => skipReason)).toEqual(['visibility', 'visibility']);
  });

  it.each([
    ['loses site_settings:administer', { allowedScopes: ['content:administer'] }],
    ['is disabled', { enabled: false }],
  ])('are not called any more when their owner %s', async (_, changes) => {
    const client = await site.oauth.client({ allowedScopes: ALL_SCOPES });
    const token = await site.issueToken(client.id);
    const path = webhooks.nextPath();
    const members = { label: 'Search', url: receiver.url(path) };
    const { body } = await site.app.api.withAuthorization(`Bearer ${token}`).send('post', WEBHOOKS, {
      body: JSON.stringify(members),
      headers: { 'Content-Type': 'application/json' },
    });
    await site.app.nest.get(ClientRegistry).update(client.id, changes, OPERATOR_CONTEXT);
    await site.app.site.article();

    await waitForState(body as CreatedWebhook, 'skipped');

    expect(receiver.of(path)).toEqual([]);
  });

  it('are disabled by an answer 410, which is in the audit log', async () => {
    receiver.status = 410;
    const webhook = await create();
    await site.app.site.article();

    await eventually(async () => {
      const { body } = await manager.get('/manage/audit-log?action=webhook.disabled');
      const items = body.items as { subject: { id: string }; who: { kind: string } }[];
      return items.some(({ subject, who }) => subject.id === webhook.id && who.kind === 'service');
    });

    const { body } = await manager.get(`${WEBHOOKS}/${webhook.id}`);
    expect(body).toMatchObject({ enabled: false, disabledReason: 'gone' });
    const enabled = await manager.patch(`${WEBHOOKS}/${webhook.id}`, { enabled: true });
    expect(enabled.body).toMatchObject({ enabled: true, disabledReason: null });
  });

  it('DELETE leaves the deliveries to a job', async () => {
    const webhook = await create();
    await site.app.site.article();
    await waitForState(webhook, 'delivered');
    const deliveries = await listDeliveries(webhook);

    expect((await manager.delete(`${WEBHOOKS}/${webhook.id}`)).status).toBe(204);

    const { webhookDeliveries } = site.app.nest.get(Storage);
    for (const { id } of deliveries)
      await eventually(async () => (await webhookDeliveries.find(id)) === undefined);
  });

  it('are counted by their results', async () => {
    const { webhookDeliveries } = site.app.nest.get(Metrics);
    const count = async (wanted: string): Promise<number> =>
      (await webhookDeliveries.get()).values.find(({ labels: { outcome } }) => outcome === wanted)!.value;
    const [delivered, failed] = [await count('delivered'), await count('failed')];
    receiver.status = 500;
    const webhook = await create();
    await site.app.site.article();
    await eventually(async () => (await count('failed')) > failed);

    receiver.status = 204;
    site.app.clock.advance(RETRY_SECONDS);
    await waitForState(webhook, 'delivered');

    expect(await count('delivered')).toBeGreaterThan(delivered);
  });

  it('POST /test calls the endpoint once and shows the attempt', async () => {
    const { id, path, secret } = await create();

    const { status, body } = await manager.post(`${WEBHOOKS}/${id}/test`);

    expect([status, body]).toEqual([200, expect.objectContaining({ status: 204, error: null })]);
    const [call] = receiver.of(path);
    expect(new Webhook(secret).verify(call!.body, call!.headers)).toMatchObject({ type: 'webhook.test' });
  });

  it('POST /secret lets both secrets sign', async () => {
    const { id, path, secret } = await create();

    const { body } = await manager.post(`${WEBHOOKS}/${id}/secret`, { graceSeconds: 60 });
    await manager.post(`${WEBHOOKS}/${id}/test`);

    const [call] = receiver.of(path);
    const next = (body as CreatedWebhook).secret;
    expect(next).not.toBe(secret);
    for (const one of [secret, next])
      expect(new Webhook(one).verify(call!.body, call!.headers)).toMatchObject({ type: 'webhook.test' });
    const shown = await manager.get(`${WEBHOOKS}/${id}`);
    expect(shown.text).not.toContain('whsec_');
    expect(shown.body.previousSecretUntil).toEqual(expect.any(String));
  });

  it('show headers by name only, and change with If-Match', async () => {
    const { id } = await create({ headers: { 'X-Key': 'abc' } });
    const { body, headers } = await manager.get(`${WEBHOOKS}/${id}`);

    const changed = await manager.patch(
      `${WEBHOOKS}/${id}`,
      { label: 'New', headers: {} },
      { 'If-Match': headers['etag'] ?? '' },
    );
    const outdated = await manager.patch(
      `${WEBHOOKS}/${id}`,
      { label: 'Old' },
      { 'If-Match': headers['etag'] ?? '' },
    );

    expect(body).toMatchObject({ headerNames: ['X-Key'], signature: 'v1', circuit: { state: 'closed' } });
    expect(changed.body).toMatchObject({ label: 'New', headerNames: [] });
    expect(formatProblem(outdated)).toBe('412 outdated');
  });

  it.each([
    [{ url: 'http://10.0.0.1/' }, '422 webhook_url_refused'],
    [{ url: 'ftp://example.com/' }, '422 webhook_url_refused'],
    [{ url: 'https://user:secret@example.com/' }, '422 webhook_url_refused'],
    [{ url: 'https://example.com:22/' }, '422 webhook_url_refused'],
    [{ label: ' ' }, '422 webhook_invalid'],
    [{ resourceTypes: ['article'] }, '422 webhook_invalid'],
    [{ maxConcurrency: 33 }, '422 webhook_invalid'],
    [{ maxPerSecond: 0 }, '422 webhook_invalid'],
    [{ headers: { Host: 'x' } }, '422 webhook_invalid'],
    [{ headers: { 'Webhook-Id': 'x' } }, '422 webhook_invalid'],
    [{ headers: { A: 'x\r\ny: z' } }, '422 webhook_invalid'],
    [{ headers: { A: 1 } }, '422 webhook_invalid'],
    [{ types: ['no.such'] }, '422 invalid_member'],
    [{ signature: 'v2' }, '422 invalid_member'],
    [{ more: 1 }, '422 invalid_member'],
  ])('POST with %j is %s', async (members, problem) => {
    const answer = await manager.post(WEBHOOKS, { label: 'A', url: 'https://example.com/', ...members });

    expect(formatProblem(answer)).toBe(problem);
    expect((await manager.get(WEBHOOKS)).body.items).toEqual([]);
  });

  it.each([
    [{ url: 'ftp://example.com/' }, { format: 'https-uri' }],
    [{ url: 'https://example.com:22/' }, { format: 'uri-with-allowed-port' }],
    [{ signature: 'v2' }, { enum: ['v1', 'v1a'] }],
  ])('POST with %j names the broken rule', async (members, rule) => {
    const { body } = await manager.post(WEBHOOKS, { label: 'A', url: 'https://example.com/', ...members });

    expect(body).toMatchObject({ errors: [{ meta: rule }] });
  });

  it('with the visibility content are for actors with content:administer', async () => {
    const other = await site.withScopes(SITE_SETTINGS);
    const { id } = await create({ visibility: 'content' });
    const members = { label: 'A', url: 'https://example.com/', visibility: 'content' };

    expect(formatProblem(await other.post(WEBHOOKS, members))).toBe('403 scope_not_held');
    expect(formatProblem(await other.patch(`${WEBHOOKS}/${id}`, { url: members.url }))).toBe(
      '403 scope_not_held',
    );
    expect(formatProblem(await other.post(`${WEBHOOKS}/${id}/secret`, {}))).toBe('403 scope_not_held');
    expect(formatProblem(await other.delete(`${WEBHOOKS}/${id}`))).toBe('403 scope_not_held');
  });

  it('with the visibility content are called and their deliveries read only with content:administer', async () => {
    const other = await site.withScopes(SITE_SETTINGS);
    const webhook = await create({ visibility: 'content' });
    await site.app.site.article({ title: 'Draft', status: false });
    await waitForCalls(webhook.path, 1);
    const [delivery] = await listDeliveries(webhook);
    const path = `${WEBHOOKS}/${webhook.id}`;

    for (const [method, route] of [
      ['post', 'test'],
      ['post', 'replay'],
      ['get', 'deliveries'],
      ['get', `deliveries/${delivery?.id ?? ''}`],
      ['post', `deliveries/${delivery?.id ?? ''}/redeliver`],
    ] as const)
      expect([
        route,
        formatProblem(await other.send(method, `${path}/${route}`, method === 'get' ? undefined : REPLAY)),
      ]).toEqual([route, '403 scope_not_held']);
    expect(formatProblem(await other.post(`${path}/replay`, { ...REPLAY, dryRun: true }))).toBe(
      '403 scope_not_held',
    );
    expect(receiver.of(webhook.path)).toHaveLength(1);
  });

  it('with the visibility public do not name unpublished entries to actors without content:administer', async () => {
    const other = await site.withScopes(SITE_SETTINGS);
    const webhook = await create();
    await site.app.site.article({ title: 'Draft', status: false });
    await waitForState(webhook, 'skipped');
    await site.app.site.article({ title: 'Public' });
    await waitForCalls(webhook.path, 1);
    const path = `${WEBHOOKS}/${webhook.id}/deliveries`;
    const [hidden] = await listDeliveries(webhook, '?state=skipped');

    const { body } = await other.get(path);

    expect(body).toMatchObject({ items: [{ skipReason: null }], next: null });
    expect((await other.get(`${path}?limit=1`)).body).toMatchObject({ next: expect.any(String) });
    for (const route of [`${path}/${hidden?.id ?? ''}`, `${path}/${hidden?.id ?? ''}/redeliver`])
      expect(formatProblem(await other.send(route.endsWith('redeliver') ? 'post' : 'get', route))).toBe(
        '404 delivery_unknown',
      );
  });

  it('keep their headers for the origin that they were given for', async () => {
    const { id, path } = await create({ headers: { Authorization: 'Bearer abc' } });
    const elsewhere = `http://127.0.0.2:${new URL(receiver.url('/')).port}/`;
    const patch = (members: object) => manager.patch(`${WEBHOOKS}/${id}`, members);

    expect((await patch({ url: elsewhere })).body).toMatchObject({
      code: 'webhook_invalid',
      errors: [{ pointer: '/headers' }],
    });
    expect((await patch({ url: receiver.url(`${path}/other`) })).body).toMatchObject({
      headerNames: ['Authorization'],
    });
    expect((await patch({ url: elsewhere, headers: {} })).body).toMatchObject({ headerNames: [] });
    expect((await patch({ url: receiver.url(path) })).status).toBe(200);
  });

  it.each([
    [`/${UNKNOWN}`, '404 webhook_unknown'],
    ['/no-uuid/deliveries', '404 webhook_unknown'],
  ])('GET %s is %s', async (path, problem) => {
    expect(formatProblem(await manager.get(WEBHOOKS + path))).toBe(problem);
  });

  it.each([
    ['state=done', '400 invalid_parameter'],
    ['cursor=x', '400 invalid_parameter'],
    ['since=x', '400 invalid_parameter'],
    ['type=x', '400 invalid_parameter'],
  ])('GET deliveries?%s is %s', async (query, problem) => {
    const { id } = await create();

    expect(formatProblem(await manager.get(`${WEBHOOKS}/${id}/deliveries?${query}`))).toBe(problem);
    expect(formatProblem(await manager.get(`${WEBHOOKS}/${id}/deliveries/${UNKNOWN}`))).toBe(
      '404 delivery_unknown',
    );
  });

  it('cannot be created with EVENTS=off', async () => {
    const silent = await ManagedSite.start({ EVENTS: 'off' });
    const client = await silent.administrator();

    const answer = await client.post(WEBHOOKS, { label: 'A', url: 'https://example.com/' });

    expect(formatProblem(answer)).toBe('409 events_disabled');
    await silent.stop();
  });
});
