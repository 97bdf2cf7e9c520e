import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { type ContentModel, ContentModelService } from '@content-service/bundles';
import { Entry } from '@content-service/entries';
import { type LoggedEvent, SEQUENCER } from '@content-service/events';
import { FakeClock, UuidV7Generator } from '@content-service/kernel';
import { ScopeSet } from '@content-service/scopes';
import type { Storage } from '@content-service/storage';
import {
  type DeliveryContext,
  CLOSED_CIRCUIT,
  DEFAULT_RETRY_SCHEDULE,
  type WebhookDefinition,
  type WebhookDelivery,
  WebhookDispatcher,
  type WebhookEndpoint,
  WebhookFanOut,
  type WebhookRequest,
  type WebhookResponse,
  WebhookSecretSealer,
  WebhookSender,
  WEBHOOK_CONSUMER,
} from '@content-service/webhooks';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import { serializeEvent } from '../../platform/events/event-document.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OK: WebhookResponse = { status: 200, excerpt: '' };
const DOCUMENT_CONTEXT = {
  apiRoot: { baseUrl: 'https://cms.example', prefix: '/api' },
  adminUrl: 'https://cms.example/admin',
  bytesMaximum: 262_144,
};
const DEFINITION: WebhookDefinition = {
  label: 'Search index',
  url: 'https://example.com/hook',
  types: [],
  resourceTypes: [],
  operations: [],
  visibility: 'content',
  payload: 'full',
  format: 'json',
  ordering: 'entry',
  latestOnly: false,
  maxConcurrency: 4,
  enabled: true,
};

/** A receiver that notes what it gets. */
class RecordingSender extends WebhookSender {
  readonly requests: WebhookRequest[] = [];
  answer: (request: WebhookRequest) => WebhookResponse | Promise<WebhookResponse> = () => OK;

  override async send(request: WebhookRequest): Promise<WebhookResponse> {
    this.requests.push(request);
    return this.answer(request);
  }
}

const ids = new UuidV7Generator();
const sealer = new WebhookSecretSealer({ keySecret: 'a secret', previousKeySecret: undefined });
const dispatchers: WebhookDispatcher[] = [];
const errors: unknown[] = [];
let clock: FakeClock;
let storage: Storage;
let sender: RecordingSender;
let model: ContentModel;
let scopes: ScopeSet | undefined;
let disabled: string[];
beforeEach(async () => {
  storage = new RecordStorage(new MemoryRecordStore());
  const article = { entityType: 'node', bundle: 'article', label: 'Article', fields: [] };
  model = await new ContentModelService(storage.bundles).put(article);
  // The library standardwebhooks judges the age of a message by the system clock.
  clock = new FakeClock(Math.floor(Date.now() / 1000));
  sender = new RecordingSender();
  scopes = ScopeSet.of('content:administer');
  disabled = [];
});
afterEach(async () => {
  for (const dispatcher of dispatchers.splice(0)) await dispatcher.stop(1000);
  expect(errors.splice(0)).toEqual([]);
});

async function addEndpoint(definition: Partial<WebhookDefinition> = {}): Promise<WebhookEndpoint> {
  const id = ids.next();
  const endpoint: WebhookEndpoint = {
    id,
    definition: { ...DEFINITION, ...definition },
    owner: { kind: 'operator' },
    ...sealer.seal(id, { current: SECRET }, { Authorization: 'Bearer abc' }),
    circuit: CLOSED_CIRCUIT,
    createdAt: clock.now(),
    startPosition: (await storage.events.bounds()).newest,
    version: 1,
  };
  await storage.webhookEndpoints.add(endpoint);
  return endpoint;
}

let position = 0;

/** Stores an entry, and changes it until it has the version. */
async function writeEntry(versions = 1): Promise<string> {
  const id = ids.next();
  position += 1;
  for (let version = 1; version <= versions; version += 1) {
    const head = { id, type: 'node--article', published: true, created: 1, changed: 1, position };
    const entry = Entry.of(
      { ...head, version, modelVersion: model.version },
      { title: `Version ${version}` },
      {},
    );
    await storage.entries.apply([
      version === 1 ? { kind: 'insert', entry } : { kind: 'update', entry, expectedVersion: version - 1 },
    ]);
  }
  return id;
}

/** Creates the deliveries of all events. */
async function sequence(): Promise<void> {
  const { events, eventConsumers } = storage;
  const sequencer = await eventConsumers.acquire(SEQUENCER, 'test', 60);
  while (sequencer !== undefined && (await events.sequence(sequencer.lease, 100)) > 0);
  if (sequencer !== undefined) await eventConsumers.release(sequencer.lease);
}

async function fanOut(): Promise<void> {
  const { events, eventConsumers, webhookEndpoints, webhookDeliveries } = storage;
  await sequence();
  const task = new WebhookFanOut(events, eventConsumers, webhookEndpoints, webhookDeliveries, ids, clock, {
    createEvents: () => [],
    onStored: () => undefined,
  });
  let held = await eventConsumers.acquire(WEBHOOK_CONSUMER, 'test', 60);
  while (held !== undefined) {
    const next = await task.process(held);
    if (next === held.position) break;
    held = { ...held, position: next };
  }
  if (held !== undefined) await eventConsumers.release(held.lease);
}

/** A consumer begins behind the newest event, so it is made known before the first one. */
async function follow(): Promise<void> {
  const held = await storage.eventConsumers.acquire(WEBHOOK_CONSUMER, 'test', 60);
  if (held !== undefined) await storage.eventConsumers.release(held.lease);
}

function startDispatcher(concurrency = 32): WebhookDispatcher {
  const context: DeliveryContext = {
    ...{ log: storage.events, sender, sealer, ids, clock, schedule: DEFAULT_RETRY_SCHEDULE },
    ...{ userAgent: 'content-service/test', random: () => 0.5, findScopes: async () => scopes },
    serialize: (event: LoggedEvent, options) =>
      serializeEvent(event, options, { ...DOCUMENT_CONTEXT, model }),
  };
  const dispatcher = new WebhookDispatcher(storage.webhookDeliveries, context, {
    ...{ concurrency, leaseSeconds: 30, pollMs: 5, onResult: () => undefined, onCircuit: () => undefined },
    createDisablingEvents: () => [],
    onDisabled: ({ id }, reason) => {
      disabled.push(`${id} ${reason}`);
    },
    onError: (error) => {
      errors.push(error);
    },
  });
  dispatchers.push(dispatcher);
  dispatcher.start();
  return dispatcher;
}

async function listDeliveries({ id: endpointId }: WebhookEndpoint): Promise<readonly WebhookDelivery[]> {
  return (await storage.webhookDeliveries.page({ endpointId }, { limit: 1000 })).deliveries;
}

async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 50_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('The condition was not met within 50 s.');
    await sleep(5);
  }
}

async function waitForStates(endpoint: WebhookEndpoint, ...states: readonly string[]): Promise<void> {
  await eventually(async () => (await listDeliveries(endpoint)).every(({ state }) => states.includes(state)));
}

/** Entry and version of a request. */
const describeRequest = ({ body }: WebhookRequest): [string, number] => {
  const document = JSON.parse(body) as { data: { id: string }; meta: { event: { version: number } } };
  return [document.data.id, document.meta.event.version];
};

describe('WebhookDispatcher', () => {
  it('delivers no event to an endpoint that was created after it, though it is processed later', async () => {
    await follow();
    const earlier = await addEndpoint();
    await writeEntry();
    await sequence();
    const later = await addEndpoint();

    await fanOut();

    expect(await listDeliveries(earlier)).toHaveLength(1);
    expect(await listDeliveries(later)).toEqual([]);
  });

  beforeEach(follow);

  it('calls an endpoint with a signed event that the library standardwebhooks verifies', async () => {
    const endpoint = await addEndpoint();
    const id = await writeEntry();
    await fanOut();

    startDispatcher();
    await waitForStates(endpoint, 'delivered');

    const [request] = sender.requests;
    const { headers = {}, body = '', url } = request ?? {};
    expect(url).toBe('https://example.com/hook');
    expect(new Webhook(SECRET).verify(body, { ...headers })).toMatchObject({
      type: 'entry.created',
      data: { type: 'node--article', id },
    });
    expect(headers).toMatchObject({
      'Content-Type': 'application/json',
      'User-Agent': 'content-service/test',
      Authorization: 'Bearer abc',
      'Idempotency-Key': headers['webhook-id'],
    });
  });

  it('creates deliveries for the endpoints that select an event, and once when that is repeated', async () => {
    const all = await addEndpoint();
    const deletions = await addEndpoint({ operations: ['delete'] });
    const off = await addEndpoint({ enabled: false });
    const before = (await storage.eventConsumers.list()).find(({ name }) => name === WEBHOOK_CONSUMER);
    await writeEntry(3);
    await fanOut();

    // As after a crash between deliveries and position.
    const held = await storage.eventConsumers.acquire(WEBHOOK_CONSUMER, 'test', 60);
    if (held === undefined) throw new Error('The lease is not free.');
    await storage.eventConsumers.advance(held.lease, before?.position ?? 0);
    await storage.eventConsumers.release(held.lease);
    await fanOut();

    expect(await listDeliveries(all)).toHaveLength(3);
    expect(await listDeliveries(deletions)).toEqual([]);
    expect(await listDeliveries(off)).toEqual([]);
  });

  it('keeps the order of each entry in two processes while a third of the calls fail', async () => {
    const endpoint = await addEndpoint({ maxConcurrency: 8 });
    const entries = [await writeEntry(6), await writeEntry(6), await writeEntry(6)];
    await fanOut();
    let calls = 0;
    const accepted: [string, number][] = [];
    sender.answer = (request) => {
      calls += 1;
      if (calls % 3 === 0) return { status: 500, excerpt: '' };
      accepted.push(describeRequest(request));
      return OK;
    };

    startDispatcher();
    startDispatcher();
    await eventually(async () => {
      clock.advance(1);
      return (await listDeliveries(endpoint)).every(({ state }) => state === 'delivered');
    });

    for (const entry of entries)
      expect(accepted.filter(([id]) => id === entry).map(([, version]) => version)).toEqual([
        1, 2, 3, 4, 5, 6,
      ]);
    const bodies = new Map(sender.requests.map(({ headers, body }) => [headers['webhook-id'], body]));
    expect(bodies.size).toBe(18);
    for (const { headers, body } of sender.requests) expect(body).toBe(bodies.get(headers['webhook-id']));
  });

  it('makes nine attempts at the times of the schedule, then the delivery is dead', async () => {
    const endpoint = await addEndpoint();
    await writeEntry();
    await fanOut();
    const start = clock.now();
    const times: number[] = [];
    sender.answer = () => {
      times.push(clock.now() - start);
      return { status: 500, excerpt: 'broken' };
    };

    startDispatcher();
    await eventually(async () => {
      const [delivery] = await listDeliveries(endpoint);
      if (delivery?.state === 'pending' && delivery.attempts > 0)
        clock.advance(delivery.nextAttemptAt - clock.now());
      return delivery?.state === 'dead';
    });

    expect(times).toEqual([0, 5, 305, 2105, 9305, 27_305, 63_305, 113_705, 185_705]);
    const [dead] = await listDeliveries(endpoint);
    const found = await storage.webhookDeliveries.find(dead?.id ?? '');
    expect(found?.attempts.map(({ status, excerpt }) => [status, excerpt])).toEqual(
      Array(9).fill([500, 'broken']),
    );
  });

  it.each([
    ['whose owner was disabled', undefined],
    ['whose owner lost content:administer', ScopeSet.of('site_settings:administer')],
  ])('sends nothing to an endpoint %s after the event', async (_, present) => {
    const endpoint = await addEndpoint();
    await writeEntry();
    await fanOut();
    scopes = present;

    startDispatcher();
    await waitForStates(endpoint, 'skipped');

    expect(sender.requests).toEqual([]);
    expect(await listDeliveries(endpoint)).toMatchObject([{ skipReason: 'visibility' }]);
  });

  it('disables an endpoint that answers 410, and calls it no more', async () => {
    const endpoint = await addEndpoint({ maxConcurrency: 1 });
    await writeEntry(3);
    await fanOut();
    sender.answer = () => ({ status: 410, excerpt: '' });

    startDispatcher();
    await eventually(() => disabled.length > 0);

    expect(disabled).toEqual([`${endpoint.id} gone`]);
    expect(sender.requests).toHaveLength(1);
    expect((await storage.webhookEndpoints.find(endpoint.id))?.definition.enabled).toBe(false);
  });

  it('calls other endpoints while one hangs', async () => {
    const hanging = await addEndpoint({ url: 'https://hanging.example/', maxConcurrency: 2 });
    const other = await addEndpoint();
    for (let n = 0; n < 6; n += 1) await writeEntry();
    await fanOut();
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    sender.answer = ({ url }) => (url.includes('hanging') ? ended.then(() => OK) : OK);

    startDispatcher(4);
    await waitForStates(other, 'delivered');

    expect(sender.requests.filter(({ url }) => url.includes('hanging'))).toHaveLength(2);
    end();
    await waitForStates(hanging, 'delivered');
  });

  it('stops behind the attempts under way and begins no others', async () => {
    const endpoint = await addEndpoint({ maxConcurrency: 1 });
    await writeEntry(2);
    await fanOut();
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    sender.answer = () => ended.then(() => OK);
    const dispatcher = startDispatcher();
    await eventually(() => sender.requests.length === 1);

    const stopped = dispatcher.stop(10_000);
    end();
    await stopped;

    const states = (await listDeliveries(endpoint)).map(({ state }) => state).sort();
    expect(states).toEqual(['delivered', 'pending']);
    expect(sender.requests).toHaveLength(1);
  });

  it('makes an attempt again when its process has ended, with the same id', async () => {
    const endpoint = await addEndpoint();
    await writeEntry();
    await fanOut();
    // The process ends right after its claim: its lease has expired when the other one looks.
    const lease = { token: 'of a process that was killed', seconds: -2 };
    const claim = { endpointId: endpoint.id, now: clock.now(), lease, limit: 9 };
    await storage.webhookDeliveries.exchange([], claim);

    startDispatcher();
    await waitForStates(endpoint, 'delivered');

    const [delivery] = await listDeliveries(endpoint);
    expect(delivery?.attempts).toBe(2);
    expect(sender.requests.map(({ headers }) => headers['webhook-id'])).toEqual([
      `evt_${delivery?.eventId.replaceAll('-', '') ?? ''}`,
    ]);
  });
});
