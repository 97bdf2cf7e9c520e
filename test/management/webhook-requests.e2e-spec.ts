import { EventLog } from '@content-service/events';
import { eventually } from '../support/eventually.js';
import { type ManagedSite, type ManagementClient, SITE_SETTINGS } from '../support/managed-site.js';
import type { Receiver } from '../support/receiver.js';
import { type CreatedWebhook, WebhookSite } from '../support/webhook-site.js';

const WEBHOOKS = '/manage/webhooks';

interface Request {
  readonly headers: readonly { readonly name: string; readonly value: string | null }[];
  readonly body: string | null;
}

describe('an attempt at a delivery', () => {
  let webhooks: WebhookSite;
  let site: ManagedSite;
  let manager: ManagementClient;
  let receiver: Receiver;
  beforeAll(async () => {
    webhooks = await WebhookSite.start();
    ({ site, manager, receiver } = webhooks);
  });
  afterAll(() => webhooks.stop());
  afterEach(() => webhooks.deleteAll());

  const listDeliveries = async ({ id }: CreatedWebhook): Promise<readonly { id: string; state: string }[]> =>
    (await manager.get(`${WEBHOOKS}/${id}/deliveries`)).body.items as { id: string; state: string }[];
  /** Waits until the delivery has arrived. @returns the path of its attempt */
  const findAttempt = async (webhook: CreatedWebhook): Promise<string> => {
    await eventually(async () => (await listDeliveries(webhook))[0]?.state === 'delivered');
    const [delivery] = await listDeliveries(webhook);
    const address = `${WEBHOOKS}/${webhook.id}/deliveries/${delivery?.id ?? ''}`;
    const { history } = (await manager.get(address)).body as unknown as { history: { id: string }[] };
    return `${address}/attempts/${history[0]?.id ?? ''}`;
  };

  it('has the headers and the body as they arrived, without secret values', async () => {
    const webhook = await webhooks.create({
      ...{ visibility: 'content', format: 'cloudevents' },
      headers: { Authorization: 'Bearer abc', 'X-Key': 'hidden' },
    });
    await site.app.site.article({ title: 'Trams – «ü»' });
    const address = await findAttempt(webhook);

    const shown = await manager.get(address);

    const [call] = receiver.of(webhook.path);
    const { headers, body } = (shown.body as { request: Request }).request;
    expect(body).toBe(call?.body);
    const named = headers.map(({ name, value }) => [name.toLowerCase(), value] as const);
    const secret = ['authorization', 'x-key'];
    expect(named.filter(([, value]) => value === null).map(([name]) => name)).toEqual(secret);
    const ofConnection = ['host', 'connection', 'content-length', 'accept-encoding'];
    const arrived = Object.entries(call?.headers ?? {});
    expect(Object.fromEntries(named.filter(([name]) => !secret.includes(name)))).toEqual(
      Object.fromEntries(arrived.filter(([name]) => ![...secret, ...ofConnection].includes(name))),
    );
    expect(JSON.stringify(shown.body)).not.toMatch(/Bearer abc|hidden|whsec_/);
    expect(await manager.get(`${address}x`)).toMatchObject({
      status: 404,
      body: { code: 'attempt_unknown' },
    });
  });

  it('has them as they were sent after a change of the webhook and a new secret', async () => {
    const webhook = await webhooks.create({ visibility: 'content', payload: 'thin' });
    await site.app.site.article();
    const address = await findAttempt(webhook);
    await manager.patch(`${WEBHOOKS}/${webhook.id}`, { payload: 'full', visibility: 'public' });
    await manager.post(`${WEBHOOKS}/${webhook.id}/secret`, { graceSeconds: 0 });

    const { request } = (await manager.get(address)).body as { request: Request };

    const [call] = receiver.of(webhook.path);
    expect(request.body).toBe(call?.body);
    expect(request.headers).toContainEqual({
      name: 'webhook-signature',
      value: call?.headers['webhook-signature'],
    });
  });

  it('tells what was sent about unpublished entries to actors alone that may read them', async () => {
    const webhook = await webhooks.create({ visibility: 'content' });
    await site.app.site.article({ title: 'Secret', status: false });
    const address = await findAttempt(webhook);
    await manager.patch(`${WEBHOOKS}/${webhook.id}`, { visibility: 'public' });
    const other = await site.withScopes(SITE_SETTINGS);

    expect(await other.get(address)).toMatchObject({ status: 403, body: { code: 'scope_not_held' } });
    expect(await manager.get(address)).toMatchObject({ status: 200 });
  });

  it('has the headers alone when the log does not have the event any more', async () => {
    const webhook = await webhooks.create();
    await site.app.site.article();
    const address = await findAttempt(webhook);
    // The newest event stays in the log.
    await site.app.site.article();
    const log = site.app.nest.get(EventLog);
    await eventually(async () => (await log.bounds()).unsequenced === 0);
    await log.prune({ upTo: Number.MAX_SAFE_INTEGER, recordedBefore: Number.MAX_SAFE_INTEGER }, 1000);

    const { request } = (await manager.get(address)).body as { request: Request };

    expect(request.body).toBeNull();
    expect(request.headers).toContainEqual({ name: 'Content-Type', value: 'application/json' });
  });

  it('has what a test has sent, in its answer', async () => {
    const webhook = await webhooks.create({ headers: { 'X-Key': 'hidden' } });

    const { body } = await manager.post(`${WEBHOOKS}/${webhook.id}/test`);

    const { request } = body as { request: Request };
    expect(request.body).toBe(receiver.of(webhook.path)[0]?.body);
    expect(request.headers).toContainEqual({ name: 'X-Key', value: null });
  });
});
