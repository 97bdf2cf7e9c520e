import type { RecordsOf, TransactionalRecords } from '@content-service/audit';
import type { Uuid } from '@content-service/kernel';
import {
  MemoryWebhookDeliveryStore,
  MemoryWebhookEndpointStore,
  type StoredDelivery,
} from '@content-service/storage-memory';
import {
  type DeliveryAttempt,
  type DeliveryClaim,
  type DeliveryCounts,
  type DeliveryExchange,
  type DeliveryFilter,
  type DeliveryPage,
  type DeliveryReport,
  type DeliveryState,
  hastenDelivery,
  isUnfinished,
  type ReplayDelivery,
  restartDelivery,
  type WebhookDelivery,
  WebhookDeliveryStore,
  type WebhookEndpoint,
  WebhookEndpointStore,
} from '@content-service/webhooks';
import type { LoadedMap, NeededIds } from './loaded-map.js';
import type { RecordTransaction } from './record-transaction.js';
import type { Records } from './records.js';

const ENDPOINTS = 'webhook/';
/** Unfinished deliveries, by endpoint and id. They are apart because every process looks for due ones all the time. */
const OPEN = 'webhook-open/';
/** Finished deliveries, by endpoint and id. */
const FINISHED = 'webhook-finished/';
/** The endpoint of a delivery, by the id of the delivery. */
const ENDPOINT_OF = 'webhook-delivery/';
/** The events whose delivery to an endpoint is stored. */
const DELIVERED_EVENTS = 'webhook-event/';

export class RecordWebhookEndpointStore extends WebhookEndpointStore {
  constructor(private readonly records: Records) {
    super();
  }

  override add(endpoint: WebhookEndpoint, records?: TransactionalRecords): Promise<void> {
    return this.run([endpoint.id], (store) => store.add(endpoint), records);
  }

  override find(id: Uuid): Promise<WebhookEndpoint | undefined> {
    return this.run([id], (store) => store.find(id));
  }

  override list(): Promise<readonly WebhookEndpoint[]> {
    return this.run('all', (store) => store.list());
  }

  override replace(
    endpoint: WebhookEndpoint,
    expectedVersion: number,
    records?: TransactionalRecords,
  ): Promise<boolean> {
    return this.run([endpoint.id], (store) => store.replace(endpoint, expectedVersion), records);
  }

  override remove(id: Uuid, records?: TransactionalRecords): Promise<boolean> {
    return this.records.recordedTransaction(records, (transaction) => transaction.delete(ENDPOINTS + id));
  }

  private run<T>(
    ids: NeededIds,
    operation: (store: MemoryWebhookEndpointStore) => Promise<T>,
    records?: TransactionalRecords,
  ): Promise<T> {
    return this.records.recordedTransaction(records, async (transaction) =>
      operation(new MemoryWebhookEndpointStore(await transaction.load<WebhookEndpoint>(ENDPOINTS, ids))),
    );
  }
}

export class RecordWebhookDeliveryStore extends WebhookDeliveryStore {
  constructor(private readonly records: Records) {
    super();
  }

  override add(deliveries: readonly WebhookDelivery[]): Promise<void> {
    return this.records.transaction(async (transaction) => {
      for (const delivery of deliveries)
        if ((await transaction.get(toEventKey(delivery))) === undefined) await insert(transaction, delivery);
    });
  }

  override replay(deliveries: readonly ReplayDelivery[], states?: readonly DeliveryState[]): Promise<number> {
    return this.records.transaction(async (transaction) => {
      let count = 0;
      for (const delivery of deliveries) if (await replayOne(transaction, delivery, states)) count += 1;
      return count;
    });
  }

  override async countByState(endpointId: Uuid, eventIds: readonly Uuid[]): Promise<DeliveryCounts> {
    const select = (prefix: string): Promise<StoredDelivery[]> =>
      this.records.select<StoredDelivery>(`${prefix}${endpointId}/`);
    const stored = [...(await select(OPEN)), ...(await select(FINISHED))];
    return toMemory([], stored).countByState(endpointId, eventIds);
  }

  override async countUnfinished(endpointId: Uuid, limit: number): Promise<number> {
    const open = await this.records.select<StoredDelivery>(`${OPEN}${endpointId}/`);
    return Math.min(open.length, limit);
  }

  override async findDueEndpoints(now: number, limit: number): Promise<readonly Uuid[]> {
    const open = await this.records.select<StoredDelivery>(OPEN);
    if (open.length === 0) return [];
    const endpoints = await this.records.select<WebhookEndpoint>(ENDPOINTS);
    return toMemory(endpoints, open).findDueEndpoints(now, limit);
  }

  override exchange(
    reports: readonly DeliveryReport[],
    claim: DeliveryClaim,
    records?: RecordsOf<DeliveryExchange>,
  ): Promise<DeliveryExchange> {
    const ids = claim.limit > 0 ? 'all' : reports.map(({ claimed }) => claimed.delivery.id);
    return this.change(claim.endpointId, ids, (store) => store.exchange(reports, claim), records);
  }

  override async find(
    id: Uuid,
  ): Promise<{ delivery: WebhookDelivery; attempts: readonly DeliveryAttempt[] } | undefined> {
    const found = await this.records.get<{ endpointId: Uuid }>(ENDPOINT_OF + id);
    if (found === undefined) return undefined;
    const place = { id, endpointId: found.endpointId };
    const stored =
      (await this.records.get<StoredDelivery>(toKey(OPEN, place))) ??
      (await this.records.get<StoredDelivery>(toKey(FINISHED, place)));
    return stored && { delivery: stored.delivery, attempts: stored.attempts };
  }

  override async page(
    filter: DeliveryFilter,
    window: { before?: Uuid | undefined; limit: number },
  ): Promise<DeliveryPage> {
    const open = await this.records.select<StoredDelivery>(`${OPEN}${filter.endpointId}/`);
    const finished = await this.records.select<StoredDelivery>(`${FINISHED}${filter.endpointId}/`);
    return toMemory([], [...open, ...finished]).page(filter, window);
  }

  override restart(id: Uuid, now: number, records?: TransactionalRecords): Promise<boolean> {
    return this.records.recordedTransaction(records, async (transaction) => {
      const found = await transaction.get<{ endpointId: Uuid }>(ENDPOINT_OF + id);
      if (found === undefined) return false;
      const place = { id, endpointId: found.endpointId };
      const open = await transaction.get<StoredDelivery>(toKey(OPEN, place));
      if (open?.delivery.state === 'pending') {
        await transaction.put(toKey(OPEN, place), { ...open, delivery: hastenDelivery(open.delivery, now) });
        return true;
      }
      const key = toKey(FINISHED, place);
      const stored = await transaction.get<StoredDelivery>(key);
      if (stored === undefined) return false;
      await transaction.delete(key);
      const restarted = { ...stored, delivery: restartDelivery(stored.delivery, now) };
      await transaction.put(toKey(OPEN, stored.delivery), restarted);
      return true;
    });
  }

  override removeByEndpoint(endpointId: Uuid, limit: number): Promise<number> {
    return this.remove([`${FINISHED}${endpointId}/`, `${OPEN}${endpointId}/`], () => true, limit);
  }

  override prune(before: number, limit: number): Promise<number> {
    return this.remove([FINISHED, OPEN], (delivery) => isExpired(delivery, before), limit);
  }

  private async remove(
    prefixes: readonly string[],
    isRemoved: (delivery: WebhookDelivery) => boolean,
    limit: number,
  ): Promise<number> {
    const removed: WebhookDelivery[] = [];
    for (const prefix of prefixes)
      for await (const { delivery } of this.records.values<StoredDelivery>(prefix))
        if (removed.length < limit && isRemoved(delivery)) removed.push(delivery);
    return this.records.transaction(async (transaction) => {
      for (const delivery of removed) await forget(transaction, delivery);
      return removed.length;
    });
  }

  private change<T>(
    endpointId: Uuid,
    ids: NeededIds,
    operation: (store: MemoryWebhookDeliveryStore) => Promise<T>,
    records?: RecordsOf<T>,
  ): Promise<T> {
    return this.records.recordedTransaction(records, async (transaction) => {
      const endpoints = await transaction.load<WebhookEndpoint>(ENDPOINTS, [endpointId]);
      const open = await transaction.load<StoredDelivery>(`${OPEN}${endpointId}/`, ids);
      const endpointStore = new MemoryWebhookEndpointStore(endpoints, open);
      const result = await operation(new MemoryWebhookDeliveryStore(endpointStore));
      await moveFinished(transaction, open);
      return result;
    });
  }
}

async function insert(transaction: RecordTransaction, delivery: WebhookDelivery): Promise<void> {
  await transaction.put(toEventKey(delivery), { delivery: delivery.id });
  await transaction.put(ENDPOINT_OF + delivery.id, { endpointId: delivery.endpointId });
  await transaction.put(toKey(OPEN, delivery), { delivery, attempts: [] });
}

/** @returns whether the event has a delivery of the replay */
async function replayOne(
  transaction: RecordTransaction,
  delivery: ReplayDelivery,
  states: readonly DeliveryState[] | undefined,
): Promise<boolean> {
  const { endpointId, createdAt, replayJobId } = delivery;
  const present = await transaction.get<{ delivery: Uuid }>(toEventKey(delivery));
  if (present === undefined) {
    if (states === undefined) await insert(transaction, delivery);
    return states === undefined;
  }
  const place = { endpointId, id: present.delivery };
  const open = await transaction.get<StoredDelivery>(toKey(OPEN, place));
  if (open !== undefined) return open.delivery.replayJobId === replayJobId;
  const stored = await transaction.get<StoredDelivery>(toKey(FINISHED, place));
  if (stored === undefined) return false;
  if (stored.delivery.replayJobId === replayJobId) return true;
  if (states?.includes(stored.delivery.state) === false) return false;
  const restarted = { ...restartDelivery(stored.delivery, createdAt), createdAt, replayJobId };
  await transaction.delete(toKey(FINISHED, place));
  await transaction.put(toKey(OPEN, place), { ...stored, delivery: restarted });
  return true;
}

async function moveFinished(transaction: RecordTransaction, open: LoadedMap<StoredDelivery>): Promise<void> {
  for (const [id, stored] of open.differences) {
    if (stored === undefined || isUnfinished(stored.delivery)) continue;
    open.delete(id);
    await transaction.put(toKey(FINISHED, stored.delivery), stored);
  }
}

/** Deletes a delivery. */
async function forget(transaction: RecordTransaction, delivery: WebhookDelivery): Promise<void> {
  for (const prefix of [OPEN, FINISHED]) await transaction.delete(toKey(prefix, delivery));
  await transaction.delete(ENDPOINT_OF + delivery.id);
  await transaction.delete(toEventKey(delivery));
}

function isExpired({ state, createdAt }: WebhookDelivery, before: number): boolean {
  return state !== 'delivering' && createdAt < before;
}

function toKey(prefix: string, { endpointId, id }: Pick<WebhookDelivery, 'endpointId' | 'id'>): string {
  return `${prefix}${endpointId}/${id}`;
}

function toEventKey({ endpointId, eventId }: WebhookDelivery): string {
  return `${DELIVERED_EVENTS}${endpointId}/${eventId}`;
}

/** A store for reading. */
function toMemory(
  endpoints: readonly WebhookEndpoint[],
  deliveries: readonly StoredDelivery[],
): MemoryWebhookDeliveryStore {
  return new MemoryWebhookDeliveryStore(
    new MemoryWebhookEndpointStore(
      new Map(endpoints.map((endpoint) => [endpoint.id, endpoint])),
      new Map(deliveries.map((stored) => [stored.delivery.id, stored])),
    ),
  );
}
