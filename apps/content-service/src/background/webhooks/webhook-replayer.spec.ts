import { Entry } from '@content-service/entries';
import { EventRecorder, formatEventCursor, SEQUENCER } from '@content-service/events';
import { FakeClock, formatDateTime, UuidV7Generator } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import {
  CLOSED_CIRCUIT,
  createDelivery,
  type WebhookDefinition,
  type WebhookDelivery,
  type DeliveryReport,
  WebhookReplayer,
} from '@content-service/webhooks';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';

const EVENTS = 6;
const MINUTES = 60;
const JOB = '0190163d-8694-739b-aea5-966c26f8ad91';
const UNKNOWN = '0190163d-8694-739b-aea5-966c26f8ad92';

const ids = new UuidV7Generator();
let clock: FakeClock;
let storage: Storage;
let replay: WebhookReplayer;
let start: number;
/** Six events, one each half hour; the second and fourth are of pages. */
beforeEach(async () => {
  clock = new FakeClock();
  start = clock.now();
  storage = new RecordStorage(new MemoryRecordStore(), new EventRecorder({ clock }));
  const { bundles, entries, events, eventConsumers } = storage;
  let version = 0;
  for (const bundle of ['article', 'page'])
    ({ version } = await bundles.applyChange(
      { kind: 'put', bundle: { entityType: 'node', bundle, label: bundle, fields: [] } },
      version,
    ));
  const times = { created: 1, changed: 1, position: 1, version: 1, modelVersion: version };
  for (let n = 0; n < EVENTS; n += 1) {
    const type = n === 1 || n === 3 ? 'node--page' : 'node--article';
    const entry = Entry.of({ id: ids.next(), type, published: true, ...times }, {}, {});
    await entries.apply([{ kind: 'insert', entry }]);
    clock.advance(30 * MINUTES);
  }
  const sequencer = await eventConsumers.acquire(SEQUENCER, 'spec', 60);
  await events.sequence(sequencer!.lease, EVENTS);
  replay = new WebhookReplayer(events, storage.webhookEndpoints, storage.webhookDeliveries, ids, clock);
});

async function addEndpoint(enabled = true): Promise<string> {
  const id = ids.next();
  const definition: WebhookDefinition = {
    ...{ label: 'Search', url: 'https://search.example/', types: [], resourceTypes: [], operations: [] },
    visibility: 'public',
    payload: 'full',
    format: 'json',
    ordering: 'entry',
    latestOnly: false,
    maxConcurrency: 4,
    enabled,
  };
  const owner = { kind: 'operator' } as const;
  const health = { circuit: CLOSED_CIRCUIT, createdAt: start, startPosition: 0, version: 1 };
  await storage.webhookEndpoints.add({ id, definition, owner, sealedSecrets: '', ...health });
  return id;
}

async function replayAll(request: Parameters<WebhookReplayer['plan']>[0]): Promise<readonly number[]> {
  const endpoint = await addEndpoint();
  const range = await replay.plan(request);
  const count = await replay.count((await storage.webhookEndpoints.find(endpoint))!, range);
  for (let after = range.after; after < range.upTo;) {
    const batch = await replay.storeBatch(endpoint, range, after, JOB);
    after = batch!.after;
  }
  const positions = getPositions(await listDeliveries(endpoint));
  expect(count).toEqual({ minimum: positions.length, maximum: positions.length });
  return positions;
}

const listDeliveries = async (endpointId: string): Promise<readonly WebhookDelivery[]> =>
  (await storage.webhookDeliveries.page({ endpointId }, { limit: 100 })).deliveries;
const getPositions = (deliveries: readonly WebhookDelivery[]): number[] =>
  deliveries.map(({ position }) => position).sort((a, b) => a - b);
const cursorOf = async (position: number): Promise<string> =>
  formatEventCursor((await storage.events.read(position - 1, 1))[0]!);
const timeOf = (minutes: number): string => formatDateTime(start + minutes * MINUTES);

describe('WebhookReplay.findStart', () => {
  it('is behind the last delivery of a disabled endpoint that no replay has created', async () => {
    const id = await addEndpoint(false);
    const endpoint = (await storage.webhookEndpoints.find(id))!;
    const [, second, , fourth] = await storage.events.read(0, EVENTS);
    const withoutDeliveries = await replay.findStart(endpoint);
    await storage.webhookDeliveries.add([createDelivery(ids.next(), id, second!, start)]);
    const replayed = { ...createDelivery(ids.next(), id, fourth!, start), replayJobId: JOB };
    await storage.webhookDeliveries.replay([replayed], undefined);

    expect(withoutDeliveries).toBe(formatDateTime(start));
    expect(await listDeliveries(id)).toHaveLength(2);
    expect(await replay.findStart(endpoint)).toBe(await cursorOf(2));
  });

  it('is absent for an endpoint that is enabled', async () => {
    const endpoint = (await storage.webhookEndpoints.find(await addEndpoint()))!;

    expect(await replay.findStart(endpoint)).toBeUndefined();
  });
});

describe('WebhookReplayer', () => {
  it('takes the events behind one cursor and up to another', async () => {
    const range = { from: await cursorOf(2), until: await cursorOf(4) };

    expect(await replayAll(range)).toEqual([3, 4]);
  });

  it.each([
    [0, 60, [1, 2]],
    [30, 61, [2, 3]],
    [-999, 999, [1, 2, 3, 4, 5, 6]],
    [151, 999, []],
    [60, 60, []],
  ])('takes the events recorded from minute %d and before minute %d', async (from, until, positions) => {
    expect(await replayAll({ from: timeOf(from), until: timeOf(until) })).toEqual(positions);
  });

  it('ends with the present end of the log, and takes the given types', async () => {
    expect(await replayAll({ from: timeOf(90) })).toEqual([4, 5, 6]);
    expect(await replayAll({ from: timeOf(0), resourceTypes: ['node--page'] })).toEqual([2, 4]);
    expect(await replayAll({ from: timeOf(0), types: ['entry.deleted'] })).toEqual([]);
  });

  it.each([
    [{ from: 'yesterday' }, 'webhook_invalid', '/from'],
    [{ from: '2026-01-01' }, 'webhook_invalid', '/from'],
    [{ from: '1-00000000' }, 'cursor_reset', '/from'],
    [{ from: '99-00000000' }, 'cursor_reset', '/from'],
    [{ from: '2023-01-01T00:00:00Z', until: 'now' }, 'webhook_invalid', '/until'],
    [{ from: '2023-01-02T00:00:00Z', until: '2023-01-01T00:00:00Z' }, 'webhook_invalid', '/until'],
    [{ from: '2023-01-01T00:00:00Z', resourceTypes: ['article'] }, 'webhook_invalid', '/resourceTypes/0'],
  ])('refuses %j', async (request, code, pointer) => {
    await expect(replay.plan(request)).rejects.toMatchObject({ code, source: { pointer } });
  });

  it('refuses an end before the beginning, and a cursor whose events were deleted', async () => {
    const [from, until] = [await cursorOf(4), await cursorOf(2)];
    await expect(replay.plan({ from, until })).rejects.toMatchObject({ source: { pointer: '/until' } });

    await storage.events.prune({ upTo: 5, recordedBefore: clock.microseconds() }, 5);

    await expect(replay.plan({ from: until })).rejects.toMatchObject({
      ...{ code: 'cursor_expired', source: { pointer: '/from' } },
    });
  });

  it('sends an event once when a batch is repeated after a crash', async () => {
    const endpoint = await addEndpoint();
    const range = await replay.plan({ from: timeOf(0) });

    const first = await replay.storeBatch(endpoint, range, range.after, JOB);
    const claim = { endpointId: endpoint, now: clock.now(), limit: 4, lease: { token: 'a', seconds: 60 } };
    const { claimed } = await storage.webhookDeliveries.exchange([], claim);
    const reports = claimed.map((one): DeliveryReport => {
      const attempt = { id: ids.next(), startedAt: clock.now(), durationMs: 1, status: 204 };
      return { claimed: one, result: { kind: 'delivered', attempt } };
    });
    await storage.webhookDeliveries.exchange(reports, { ...claim, limit: 0 });
    const repeated = await replay.storeBatch(endpoint, range, range.after, JOB);

    expect([first?.deliveries, repeated?.deliveries]).toEqual([EVENTS, EVENTS]);
    const states = (await listDeliveries(endpoint)).map(({ state }) => state);
    expect(states.filter((state) => state === 'delivered').length).toBe(claimed.length);
  });

  it('waits while the endpoint has 1000 deliveries to make, and fails when it is disabled or deleted', async () => {
    const endpoint = await addEndpoint();
    const range = await replay.plan({ from: timeOf(0) });
    const subject = { type: 'node--page', id: ids.next() };
    const waiting = Array.from({ length: 1000 }, () => ({
      ...{
        id: ids.next(),
        endpointId: endpoint,
        eventId: ids.next(),
        eventType: 'entry.created',
        position: 1,
      },
      ...{ subject, state: 'pending', attempts: 0, nextAttemptAt: 0, createdAt: 0 },
    })) as WebhookDelivery[];
    await storage.webhookDeliveries.add(waiting);

    expect(await replay.storeBatch(endpoint, range, range.after, JOB)).toBeUndefined();

    const disabled = await addEndpoint(false);
    await expect(replay.storeBatch(disabled, range, range.after, JOB)).rejects.toMatchObject({
      code: 'webhook_disabled',
    });
    await expect(replay.storeBatch(UNKNOWN, range, range.after, JOB)).rejects.toMatchObject({
      code: 'webhook_unknown',
    });
  });
});
