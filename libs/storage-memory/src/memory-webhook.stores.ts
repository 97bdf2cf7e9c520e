import type { RecordsOf, TransactionalRecords } from '@content-service/audit';
import { groupBy, type Uuid } from '@content-service/kernel';
import {
  applyResults,
  countAttemptsBegun,
  countFreeAttempts,
  hastenDelivery,
  type ClaimedDelivery,
  CLOSED_CIRCUIT,
  type DeliveryAttempt,
  type DeliveryClaim,
  type DeliveryCounts,
  type DeliveryExchange,
  type DeliveryFilter,
  type DeliveryPage,
  type DeliveryReport,
  finishDelivery,
  followsDelivery,
  getCircuitState,
  isUnfinished,
  type DeliveryState,
  type ReplayDelivery,
  restartDelivery,
  startProbe,
  type WebhookDelivery,
  WebhookDeliveryStore,
  type WebhookEndpoint,
  WebhookEndpointStore,
} from '@content-service/webhooks';
import { atomic } from './atomic.js';
import { RecordedTransactions } from './recorded-transactions.js';

export class MemoryWebhookEndpointStore extends WebhookEndpointStore {
  constructor(
    readonly endpoints = new Map<Uuid, WebhookEndpoint>(),
    readonly deliveries = new Map<Uuid, StoredDelivery>(),
    readonly transactions = new RecordedTransactions(),
  ) {
    super();
  }

  override add(endpoint: WebhookEndpoint, records?: TransactionalRecords): Promise<void> {
    return this.transactions.run(records, () => {
      this.endpoints.set(endpoint.id, endpoint);
    });
  }

  override find(id: Uuid): Promise<WebhookEndpoint | undefined> {
    return atomic(() => this.endpoints.get(id));
  }

  override list(): Promise<readonly WebhookEndpoint[]> {
    return atomic(() => [...this.endpoints.values()].sort((a, b) => (a.id < b.id ? -1 : 1)));
  }

  override replace(
    endpoint: WebhookEndpoint,
    expectedVersion: number,
    records?: TransactionalRecords,
  ): Promise<boolean> {
    return this.transactions.run(records, () => {
      const stored = this.endpoints.get(endpoint.id);
      if (stored?.version !== expectedVersion) return false;
      const circuit = stored.definition.enabled ? stored.circuit : CLOSED_CIRCUIT;
      this.endpoints.set(endpoint.id, { ...endpoint, circuit, rate: stored.rate });
      return true;
    });
  }

  override remove(id: Uuid, records?: TransactionalRecords): Promise<boolean> {
    return this.transactions.run(records, () => this.endpoints.delete(id));
  }
}

export interface StoredDelivery {
  readonly delivery: WebhookDelivery;
  readonly attempts: readonly DeliveryAttempt[];
  readonly lease?: { readonly token: string; readonly until: number } | undefined;
}

export class MemoryWebhookDeliveryStore extends WebhookDeliveryStore {
  private readonly endpoints: Map<Uuid, WebhookEndpoint>;
  private readonly deliveries: Map<Uuid, StoredDelivery>;
  private readonly transactions: RecordedTransactions;

  constructor({ endpoints, deliveries, transactions }: MemoryWebhookEndpointStore) {
    super();
    this.endpoints = endpoints;
    this.deliveries = deliveries;
    this.transactions = transactions;
  }

  override add(deliveries: readonly WebhookDelivery[]): Promise<void> {
    return atomic(() => {
      for (const delivery of deliveries) {
        const isStored = this.select(delivery.endpointId).some(
          (stored) => stored.delivery.eventId === delivery.eventId,
        );
        if (!isStored) this.deliveries.set(delivery.id, { delivery, attempts: [] });
      }
    });
  }

  override replay(deliveries: readonly ReplayDelivery[], states?: readonly DeliveryState[]): Promise<number> {
    return atomic(() => deliveries.filter((delivery) => this.replayOne(delivery, states)).length);
  }

  override countByState(endpointId: Uuid, eventIds: readonly Uuid[]): Promise<DeliveryCounts> {
    return atomic(() => {
      const found = this.select(endpointId).filter((stored) => eventIds.includes(stored.delivery.eventId));
      const byState = groupBy(found, ({ delivery }) => delivery.state);
      return Object.fromEntries(byState.map((group) => [group[0].delivery.state, group.length]));
    });
  }

  override countUnfinished(endpointId: Uuid, limit: number): Promise<number> {
    return atomic(() =>
      Math.min(this.select(endpointId).filter(({ delivery }) => isUnfinished(delivery)).length, limit),
    );
  }

  override findDueEndpoints(now: number, limit: number): Promise<readonly Uuid[]> {
    return atomic(() =>
      [...this.endpoints.values()]
        .filter((endpoint) => isReady(endpoint, now))
        .filter(({ id }) => this.select(id).some((stored) => isDue(stored, now)))
        .map(({ id }) => id)
        .sort()
        .slice(0, limit),
    );
  }

  override exchange(
    reports: readonly DeliveryReport[],
    claim: DeliveryClaim,
    records?: RecordsOf<DeliveryExchange>,
  ): Promise<DeliveryExchange> {
    return this.transactions.run(records, () => {
      const present = this.endpoints.get(claim.endpointId);
      if (present === undefined) return { endpoint: undefined, stored: [], claimed: [] };
      const stored = reports.filter((report) => this.finish(report, claim.now));
      const { endpoint, disabled, circuit } = applyResults(present, stored, claim.now);
      this.endpoints.set(endpoint.id, endpoint);
      return { endpoint, stored, disabled, circuit, claimed: this.claim(endpoint, claim) };
    });
  }

  override find(
    id: Uuid,
  ): Promise<{ delivery: WebhookDelivery; attempts: readonly DeliveryAttempt[] } | undefined> {
    return atomic(() => {
      const stored = this.deliveries.get(id);
      if (stored === undefined) return undefined;
      const attempts = stored.attempts.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      return { delivery: stored.delivery, attempts };
    });
  }

  override page(
    { endpointId, state, eventType, subjectId, since = 0 }: DeliveryFilter,
    { before, limit }: { before?: Uuid | undefined; limit: number },
  ): Promise<DeliveryPage> {
    return atomic(() => {
      const found = this.select(endpointId)
        .map(({ delivery }) => delivery)
        .filter((delivery) => (state ?? delivery.state) === delivery.state)
        .filter((delivery) => (eventType ?? delivery.eventType) === delivery.eventType)
        .filter(({ subject }) => (subjectId ?? subject.id) === subject.id)
        .filter(({ id, createdAt }) => createdAt >= since && (before === undefined || id < before))
        .sort((a, b) => (a.id < b.id ? 1 : -1));
      return { deliveries: found.slice(0, limit), more: found.length > limit };
    });
  }

  override restart(id: Uuid, now: number, records?: TransactionalRecords): Promise<boolean> {
    return this.transactions.run(records, () => {
      const stored = this.deliveries.get(id);
      if (stored === undefined || stored.delivery.state === 'delivering') return false;
      const start = stored.delivery.state === 'pending' ? hastenDelivery : restartDelivery;
      this.deliveries.set(id, { ...stored, delivery: start(stored.delivery, now) });
      return true;
    });
  }

  override removeByEndpoint(id: Uuid, limit: number): Promise<number> {
    return atomic(() => this.remove(({ endpointId }) => endpointId === id, limit));
  }

  override prune(before: number, limit: number): Promise<number> {
    return atomic(() =>
      this.remove(({ state, createdAt }) => state !== 'delivering' && createdAt < before, limit),
    );
  }

  private remove(condition: (delivery: WebhookDelivery) => boolean, limit: number): number {
    const removed = [...this.deliveries.values()]
      .filter(({ delivery }) => condition(delivery))
      .slice(0, limit);
    for (const { delivery } of removed) this.deliveries.delete(delivery.id);
    return removed.length;
  }

  /** @returns whether the event has a delivery of the replay */
  private replayOne(delivery: ReplayDelivery, states: readonly DeliveryState[] | undefined): boolean {
    const { endpointId, eventId, createdAt, replayJobId } = delivery;
    const stored = this.select(endpointId).find((one) => one.delivery.eventId === eventId);
    if (stored === undefined) {
      if (states === undefined) this.deliveries.set(delivery.id, { delivery, attempts: [] });
      return states === undefined;
    }
    if (stored.delivery.replayJobId === replayJobId) return true;
    const { id, state } = stored.delivery;
    if (isUnfinished(stored.delivery) || states?.includes(state) === false) return false;
    const restarted = { ...restartDelivery(stored.delivery, createdAt), createdAt, replayJobId };
    this.deliveries.set(id, { ...stored, delivery: restarted });
    return true;
  }

  /** @returns false when the lease is another's */
  private finish({ claimed: { delivery, lease }, result }: DeliveryReport, now: number): boolean {
    const stored = this.deliveries.get(delivery.id);
    if (stored?.lease?.token !== lease.token) return false;
    const attempts = 'attempt' in result ? [...stored.attempts, result.attempt] : stored.attempts;
    this.deliveries.set(delivery.id, { delivery: finishDelivery(stored.delivery, result, now), attempts });
    return true;
  }

  private claim(endpoint: WebhookEndpoint, { now, lease, limit }: DeliveryClaim): ClaimedDelivery[] {
    const { id: endpointId, circuit } = endpoint;
    if (limit <= 0 || !isReady(endpoint, now)) return [];
    const { latestOnly, ordering, maxConcurrency, maxPerSecond } = endpoint.definition;
    if (latestOnly) this.skipSuperseded(endpointId, now);
    const isProbe = getCircuitState(circuit, now) === 'half-open';
    const underWay = this.select(endpointId).filter(isUnderWay).length;
    const free = Math.min(limit, countFreeAttempts(endpoint.rate, maxPerSecond, now));
    const capacity = Math.min(free, isProbe ? 1 : maxConcurrency - underWay);
    const due = this.select(endpointId)
      .filter((stored) => isDue(stored, now))
      .filter(({ delivery }) => ordering === 'none' || !this.hasEarlier(delivery))
      .sort(byTime)
      .slice(0, Math.max(0, capacity));
    if (due.length > 0)
      this.endpoints.set(endpointId, {
        ...endpoint,
        circuit: isProbe ? startProbe(circuit, now, lease.seconds) : circuit,
        rate: countAttemptsBegun(endpoint.rate, due.length, now),
      });
    return due.map((stored) => {
      const { id, attempts } = stored.delivery;
      const delivery: WebhookDelivery = { ...stored.delivery, state: 'delivering', attempts: attempts + 1 };
      const until = getSeconds() + lease.seconds;
      this.deliveries.set(id, { ...stored, delivery, lease: { token: lease.token, until } });
      return { delivery, lease, isProbe };
    });
  }

  private select(endpointId: Uuid): readonly StoredDelivery[] {
    return [...this.deliveries.values()].filter(({ delivery }) => delivery.endpointId === endpointId);
  }

  private hasEarlier(delivery: WebhookDelivery): boolean {
    return this.select(delivery.endpointId).some(
      ({ delivery: other }) => followsDelivery(delivery, other) && isUnfinished(other),
    );
  }

  private skipSuperseded(endpointId: Uuid, now: number): void {
    const pending = this.select(endpointId).filter(({ delivery }) => delivery.state === 'pending');
    const result = { kind: 'skipped', reason: 'superseded' } as const;
    for (const stored of pending)
      if (pending.some(({ delivery }) => followsDelivery(delivery, stored.delivery)))
        this.deliveries.set(stored.delivery.id, {
          ...stored,
          delivery: finishDelivery(stored.delivery, result, now),
        });
  }
}

/** In real time, because leases are compared with the clock of the store. */
const getSeconds = (): number => Math.floor(Date.now() / 1000);

function isReady({ definition, circuit }: WebhookEndpoint, now: number): boolean {
  return definition.enabled && getCircuitState(circuit, now) !== 'open';
}

function isUnderWay({ delivery, lease }: StoredDelivery): boolean {
  return delivery.state === 'delivering' && lease !== undefined && lease.until >= getSeconds();
}

function isDue(stored: StoredDelivery, now: number): boolean {
  const { state, nextAttemptAt } = stored.delivery;
  return (state === 'pending' && nextAttemptAt <= now) || (state === 'delivering' && !isUnderWay(stored));
}

function byTime({ delivery: a }: StoredDelivery, { delivery: b }: StoredDelivery): number {
  return a.nextAttemptAt - b.nextAttemptAt || a.position - b.position;
}
