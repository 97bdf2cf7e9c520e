import { type DeliveryAttempt, isUnfinished, type WebhookDelivery } from '@content-service/webhooks';
import type { Uuid } from '@content-service/kernel';
import type { RecordTransaction } from './record-transaction.js';

/** Unfinished deliveries, by endpoint and id. They are apart because every process looks for due ones all the time. */
export const OPEN = 'webhook-open/';
/** Finished deliveries, by endpoint and id. */
export const FINISHED = 'webhook-finished/';
/** The endpoint of a delivery, by the id of the delivery. */
const ENDPOINT_OF = 'webhook-delivery/';
/** The events whose delivery to an endpoint is stored. */
const DELIVERED_EVENTS = 'webhook-event/';

export interface StoredDelivery {
  readonly delivery: WebhookDelivery;
  readonly attempts: readonly DeliveryAttempt[];
  readonly lease?: { readonly token: string; readonly until: number } | undefined;
}

type DeliveryKey = Pick<WebhookDelivery, 'endpointId' | 'id'>;

export async function insertDelivery(
  transaction: RecordTransaction,
  delivery: WebhookDelivery,
): Promise<void> {
  await transaction.put(toEventKey(delivery), { delivery: delivery.id });
  await transaction.put(ENDPOINT_OF + delivery.id, { endpointId: delivery.endpointId });
  await transaction.put(toKey(OPEN, delivery), { delivery, attempts: [] });
}

/** Stores a changed delivery where deliveries of its state belong. */
export async function putDelivery(transaction: RecordTransaction, stored: StoredDelivery): Promise<void> {
  const [to, from] = isUnfinished(stored.delivery) ? [OPEN, FINISHED] : [FINISHED, OPEN];
  await transaction.delete(toKey(from, stored.delivery));
  await transaction.put(toKey(to, stored.delivery), stored);
}

export async function deleteDelivery(
  transaction: RecordTransaction,
  delivery: WebhookDelivery,
): Promise<void> {
  for (const prefix of [OPEN, FINISHED]) await transaction.delete(toKey(prefix, delivery));
  await transaction.delete(ENDPOINT_OF + delivery.id);
  await transaction.delete(toEventKey(delivery));
}

type Reader = Pick<RecordTransaction, 'get'>;

/** A delivery by its id alone. */
export async function findDelivery(from: Reader, id: Uuid): Promise<StoredDelivery | undefined> {
  const found = await from.get<{ endpointId: Uuid }>(ENDPOINT_OF + id);
  return found && findDeliveryOf(from, { id, endpointId: found.endpointId });
}

/** The delivery of an event to an endpoint. */
export async function findDeliveryOfEvent(
  from: Reader,
  { endpointId, eventId }: Pick<WebhookDelivery, 'endpointId' | 'eventId'>,
): Promise<StoredDelivery | undefined> {
  const found = await from.get<{ delivery: Uuid }>(toEventKey({ endpointId, eventId }));
  return found && findDeliveryOf(from, { id: found.delivery, endpointId });
}

async function findDeliveryOf(from: Reader, key: DeliveryKey): Promise<StoredDelivery | undefined> {
  return (
    (await from.get<StoredDelivery>(toKey(OPEN, key))) ??
    (await from.get<StoredDelivery>(toKey(FINISHED, key)))
  );
}

function toKey(prefix: string, { endpointId, id }: DeliveryKey): string {
  return `${prefix}${endpointId}/${id}`;
}

function toEventKey({ endpointId, eventId }: Pick<WebhookDelivery, 'endpointId' | 'eventId'>): string {
  return `${DELIVERED_EVENTS}${endpointId}/${eventId}`;
}
