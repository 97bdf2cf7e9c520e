import type { AuditLinesOf, AuditLines } from '@content-service/audit';
import { groupBy, type Uuid } from '@content-service/kernel';
import {
  applyResults,
  type DeliveryAttempt,
  type DeliveryClaim,
  type DeliveryCounts,
  type DeliveryExchange,
  type DeliveryFilter,
  type DeliveryPage,
  type DeliveryReport,
  type DeliveryState,
  finishDelivery,
  hastenDelivery,
  isUnfinished,
  type ReplayDelivery,
  restartDelivery,
  type WebhookDelivery,
  WebhookDeliveryStore,
  type WebhookEndpoint,
} from '@content-service/webhooks';
import { claimDeliveries, isDue, isReady } from './claim-deliveries.js';
import type { RecordDatabase } from './record-database.js';
import type { RecordTransaction } from './record-transaction.js';
import { ENDPOINTS } from './record-webhook-endpoint.store.js';
import {
  deleteDelivery,
  findDelivery,
  findDeliveryOfEvent,
  FINISHED,
  insertDelivery,
  OPEN,
  putDelivery,
  type StoredDelivery,
} from './stored-deliveries.js';

export class RecordWebhookDeliveryStore extends WebhookDeliveryStore {
  constructor(private readonly database: RecordDatabase) {
    super();
  }

  override add(deliveries: readonly WebhookDelivery[]): Promise<void> {
    return this.database.transaction(async (transaction) => {
      for (const delivery of deliveries)
        if ((await findDeliveryOfEvent(transaction, delivery)) === undefined)
          await insertDelivery(transaction, delivery);
    });
  }

  override replay(deliveries: readonly ReplayDelivery[], states?: readonly DeliveryState[]): Promise<number> {
    return this.database.transaction(async (transaction) => {
      let count = 0;
      for (const delivery of deliveries) if (await replayOne(transaction, delivery, states)) count += 1;
      return count;
    });
  }

  override async countByState(endpointId: Uuid, eventIds: readonly Uuid[]): Promise<DeliveryCounts> {
    const found = await this.select(endpointId, ({ eventId }) => eventIds.includes(eventId));
    const byState = groupBy(found, ({ state }) => state);
    return Object.fromEntries(byState.map((group) => [group[0].state, group.length]));
  }

  override async countUnfinished(endpointId: Uuid, limit: number): Promise<number> {
    const open = await this.database.store.list({ prefix: `${OPEN}${endpointId}/`, limit });
    return open.length;
  }

  override async findDueEndpoints(now: number, limit: number): Promise<readonly Uuid[]> {
    const due = await this.database.select<StoredDelivery>(OPEN, (stored) => isDue(stored, now));
    const ids = [...new Set(due.map(({ delivery }) => delivery.endpointId))];
    const ready: Uuid[] = [];
    for (const id of ids) {
      const endpoint = await this.database.get<WebhookEndpoint>(ENDPOINTS + id);
      if (endpoint !== undefined && isReady(endpoint, now)) ready.push(id);
    }
    return ready.slice(0, limit);
  }

  override exchange(
    reports: readonly DeliveryReport[],
    claim: DeliveryClaim,
    auditLines?: AuditLinesOf<DeliveryExchange>,
  ): Promise<DeliveryExchange> {
    return this.database.transaction(async (transaction) => {
      const present = await transaction.get<WebhookEndpoint>(ENDPOINTS + claim.endpointId);
      if (present === undefined) return { endpoint: undefined, stored: [], claimed: [] };
      const stored: DeliveryReport[] = [];
      for (const report of reports) if (await finish(transaction, report, claim.now)) stored.push(report);
      const { endpoint, disabled, circuit } = applyResults(present, stored, claim.now);
      const { claimed, endpoint: changed } = await claimDeliveries(transaction, endpoint, claim);
      if (changed !== present) await transaction.put(ENDPOINTS + changed.id, changed);
      return { endpoint, stored, disabled, circuit, claimed };
    }, auditLines);
  }

  override async find(
    id: Uuid,
  ): Promise<{ delivery: WebhookDelivery; attempts: readonly DeliveryAttempt[] } | undefined> {
    const stored = await findDelivery(this.database, id);
    if (stored === undefined) return undefined;
    const attempts = stored.attempts.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return { delivery: stored.delivery, attempts };
  }

  override async page(
    { endpointId, state, eventType, subjectId, since = 0 }: DeliveryFilter,
    { before, limit }: { before?: Uuid | undefined; limit: number },
  ): Promise<DeliveryPage> {
    const found = await this.select(
      endpointId,
      (delivery) =>
        (state ?? delivery.state) === delivery.state &&
        (eventType ?? delivery.eventType) === delivery.eventType &&
        (subjectId ?? delivery.subject.id) === delivery.subject.id &&
        delivery.createdAt >= since &&
        (before === undefined || delivery.id < before),
    );
    found.sort((a, b) => (a.id < b.id ? 1 : -1));
    return { deliveries: found.slice(0, limit), more: found.length > limit };
  }

  override restart(id: Uuid, now: number, auditLines?: AuditLines): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const stored = await findDelivery(transaction, id);
      if (stored === undefined || stored.delivery.state === 'delivering') return false;
      const start = stored.delivery.state === 'pending' ? hastenDelivery : restartDelivery;
      await putDelivery(transaction, { ...stored, delivery: start(stored.delivery, now) });
      return true;
    }, auditLines);
  }

  override removeByEndpoint(endpointId: Uuid, limit: number): Promise<number> {
    return this.remove([`${FINISHED}${endpointId}/`, `${OPEN}${endpointId}/`], () => true, limit);
  }

  override prune(before: number, limit: number): Promise<number> {
    const isOld = ({ state, createdAt }: WebhookDelivery): boolean =>
      state !== 'delivering' && createdAt < before;
    return this.remove([FINISHED, OPEN], isOld, limit);
  }

  private async remove(
    prefixes: readonly string[],
    isRemoved: (delivery: WebhookDelivery) => boolean,
    limit: number,
  ): Promise<number> {
    const removed: WebhookDelivery[] = [];
    for (const prefix of prefixes)
      for await (const { delivery } of this.database.values<StoredDelivery>(prefix)) {
        if (removed.length >= limit) break;
        if (isRemoved(delivery)) removed.push(delivery);
      }
    return this.database.transaction(async (transaction) => {
      for (const delivery of removed) await deleteDelivery(transaction, delivery);
      return removed.length;
    });
  }

  private async select(
    endpointId: Uuid,
    isSelected: (delivery: WebhookDelivery) => boolean,
  ): Promise<WebhookDelivery[]> {
    const selected: WebhookDelivery[] = [];
    for (const prefix of [OPEN, FINISHED])
      for await (const { delivery } of this.database.values<StoredDelivery>(`${prefix}${endpointId}/`))
        if (isSelected(delivery)) selected.push(delivery);
    return selected;
  }
}

/** @returns whether the event has a delivery of the replay */
async function replayOne(
  transaction: RecordTransaction,
  delivery: ReplayDelivery,
  states: readonly DeliveryState[] | undefined,
): Promise<boolean> {
  const { createdAt, replayJobId } = delivery;
  const stored = await findDeliveryOfEvent(transaction, delivery);
  if (stored === undefined) {
    if (states === undefined) await insertDelivery(transaction, delivery);
    return states === undefined;
  }
  if (stored.delivery.replayJobId === replayJobId) return true;
  if (isUnfinished(stored.delivery) || states?.includes(stored.delivery.state) === false) return false;
  const restarted = { ...restartDelivery(stored.delivery, createdAt), createdAt, replayJobId };
  await putDelivery(transaction, { ...stored, delivery: restarted });
  return true;
}

/** @returns false when the lease is another's */
async function finish(
  transaction: RecordTransaction,
  { claimed: { delivery, lease }, result }: DeliveryReport,
  now: number,
): Promise<boolean> {
  const stored = await findDelivery(transaction, delivery.id);
  if (stored?.lease?.token !== lease.token) return false;
  const attempts = 'attempt' in result ? [...stored.attempts, result.attempt] : stored.attempts;
  await putDelivery(transaction, { delivery: finishDelivery(stored.delivery, result, now), attempts });
  return true;
}
