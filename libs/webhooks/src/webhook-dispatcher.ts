import type { AuditEvent } from '@content-service/audit';
import type { Uuid } from '@content-service/kernel';
import { type AttemptSlots, EndpointDeliveries } from './endpoint-deliveries.js';
import type { DeliveryContext } from './webhook-delivery-attempt.js';
import type { DeliveryAttempt } from './webhook-delivery.js';
import type {
  CircuitChange,
  DeliveryExchange,
  DeliveryReport,
  DeliveryResult,
  WebhookDeliveryStore,
} from './webhook-delivery.store.js';
import type { DisabledReason, WebhookEndpoint } from './webhook-endpoint.js';

export interface WebhookDispatcherOptions {
  /** Attempts of this process at the same time. */
  readonly concurrency: number;
  /** Longer than an attempt can take; after a crash another process makes the attempt then. */
  readonly leaseSeconds: number;
  readonly pollMs: number;
  /** Receives the results of attempts that are stored, for metrics. */
  readonly onResult: (result: DeliveryResult, endpoint: WebhookEndpoint) => void;
  /**
   * Called when results have opened the circuit of an endpoint, or closed it.
   *
   * @param last the last attempt that did so
   */
  readonly onCircuit: (
    endpoint: WebhookEndpoint,
    change: CircuitChange,
    last: DeliveryAttempt | undefined,
  ) => void;
  /** The audit events that are stored with a result that disables the endpoint. */
  readonly createDisablingEvents: (
    endpoint: WebhookEndpoint,
    reason: DisabledReason,
  ) => readonly AuditEvent[];
  /** Called when a result has disabled an endpoint, with the stored events. */
  readonly onDisabled: (
    endpoint: WebhookEndpoint,
    reason: DisabledReason,
    events: readonly AuditEvent[],
  ) => void;
  /** Receives errors of the stores; the delivery is attempted again when its lease has expired. */
  readonly onError: (error: unknown) => void;
}

/** Endpoints that are looked at in one round. */
const ENDPOINTS_MAXIMUM = 100;

/** Makes the attempts that are due, in this process; other processes make others. */
export class WebhookDispatcher {
  /** The endpoints with attempts of this process. */
  private readonly active = new Map<Uuid, EndpointDeliveries>();
  private readonly runs = new Set<Promise<void>>();
  /** Further attempts that this process may begin. */
  private freeSlots: number;
  /** Whether the deliveries of an endpoint wait for attempts of others to end. */
  private isFull = false;
  /** The endpoint whose deliveries were begun last. */
  private lastBegun: Uuid = '';
  private state: 'idle' | 'started' | 'stopped' = 'idle';
  private timer: NodeJS.Timeout | undefined;
  private searching: Promise<void> | undefined;
  private wokenUp = false;

  constructor(
    private readonly deliveries: WebhookDeliveryStore,
    private readonly context: DeliveryContext,
    private readonly options: WebhookDispatcherOptions,
  ) {
    this.freeSlots = options.concurrency;
  }

  start(): void {
    if (this.state !== 'idle') return;
    this.state = 'started';
    this.searchSoon(0);
  }

  /** Looks for deliveries soon, after some were created or started again. */
  wake(): void {
    this.wokenUp = true;
    if (this.searching === undefined) this.searchSoon(0);
  }

  /**
   * Begins no more attempts and waits for those under way.
   *
   * @param limitMs an attempt that takes longer is made again by another process, when its lease has expired
   */
  async stop(limitMs: number): Promise<void> {
    this.state = 'stopped';
    clearTimeout(this.timer);
    const limit = new Promise((resolve) => setTimeout(resolve, limitMs).unref());
    const ended = Promise.resolve(this.searching).then(() => Promise.all(this.runs));
    await Promise.race([ended, limit]);
  }

  private searchSoon(delayMs: number): void {
    if (this.state !== 'started') return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.wokenUp = false;
      this.searching = this.search()
        .catch(this.options.onError)
        .then(() => {
          this.searching = undefined;
          this.searchSoon(this.wokenUp ? 0 : this.options.pollMs);
        });
    }, delayMs);
    this.timer.unref();
  }

  /** Begins with the endpoints behind the one that began last, so that each gets its turn. */
  private async search(): Promise<void> {
    if (this.freeSlots <= 0) return;
    const due = await this.deliveries.findDueEndpoints(this.context.clock.now(), ENDPOINTS_MAXIMUM);
    if (this.hasStopped) return;
    const start = due.findIndex((id) => id > this.lastBegun);
    const inTurn = start < 0 ? due : [...due.slice(start), ...due.slice(0, start)];
    this.isFull = false;
    for (const id of inTurn) {
      const active = this.active.get(id);
      if (active !== undefined) active.poke();
      else if (this.freeSlots > 0) this.deliver(id);
      else this.isFull = true;
    }
  }

  private deliver(endpointId: Uuid): void {
    const { slots, context } = this;
    const { leaseSeconds, onError } = this.options;
    this.lastBegun = endpointId;
    const active = new EndpointDeliveries(endpointId, this.deliveries, context, {
      ...{ leaseSeconds, slots, onError },
      hasStopped: () => this.hasStopped,
      createEvents: ({ endpoint, disabled }) =>
        endpoint === undefined || disabled === undefined
          ? []
          : this.options.createDisablingEvents(endpoint, disabled),
      onExchange: (exchange, events) => {
        this.report(exchange, events);
      },
    });
    this.active.set(endpointId, active);
    const run: Promise<void> = active.run().then(() => {
      this.active.delete(endpointId);
      this.runs.delete(run);
    });
    this.runs.add(run);
  }

  private report(
    { endpoint, stored, disabled, circuit }: DeliveryExchange,
    events: readonly AuditEvent[],
  ): void {
    if (endpoint === undefined) return;
    for (const { result } of stored) this.options.onResult(result, endpoint);
    if (circuit !== undefined) this.options.onCircuit(endpoint, circuit, findLastAttempt(stored));
    if (disabled !== undefined) this.options.onDisabled(endpoint, disabled, events);
  }

  private readonly slots: AttemptSlots = {
    // While an endpoint waits for its turn, those that have begun get no more.
    reserve: (wanted) => {
      const isRefused = this.hasStopped || this.isFull;
      const count = isRefused ? 0 : Math.max(0, Math.min(wanted, this.freeSlots));
      this.freeSlots -= count;
      return count;
    },
    release: (count) => {
      this.freeSlots += count;
      if (count > 0 && this.isFull) this.wake();
    },
  };

  private get hasStopped(): boolean {
    return this.state === 'stopped';
  }
}

function findLastAttempt(reports: readonly DeliveryReport[]): DeliveryAttempt | undefined {
  const last = reports.findLast(({ result }) => 'attempt' in result)?.result;
  return last !== undefined && 'attempt' in last ? last.attempt : undefined;
}
