import type { AuditEvent } from '@content-service/audit';
import { generateSecret, type Uuid } from '@content-service/kernel';
import { attemptDelivery, type DeliveryContext, type DeliveryTarget } from './webhook-delivery-attempt.js';
import type {
  ClaimedDelivery,
  DeliveryExchange,
  DeliveryReport,
  DeliveryResult,
  WebhookDeliveryStore,
} from './webhook-delivery.store.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';

/** The attempts that one process may make at the same time. */
export interface AttemptSlots {
  /** @returns how many of the wanted slots the caller gets */
  readonly reserve: (wanted: number) => number;
  readonly release: (count: number) => void;
}

export interface EndpointDeliveriesOptions {
  readonly leaseSeconds: number;
  readonly slots: AttemptSlots;
  /** Whether the process stops: claimed deliveries are given back. */
  readonly hasStopped: () => boolean;
  /** The audit events that are stored with what an act of the store has changed. */
  readonly createEvents: (exchange: DeliveryExchange) => readonly AuditEvent[];
  /** Receives what each act of the store has changed, with the stored events. */
  readonly onExchange: (exchange: DeliveryExchange, events: readonly AuditEvent[]) => void;
  /** Receives errors of attempts and of the store. */
  readonly onError: (error: unknown) => void;
}

/** Deliveries of the first claim, when the limit of the endpoint is not known yet. */
const FIRST_CLAIM = 4;
/**
 * Results that arrive within this time are stored together, unless no further attempt is under way: as long as the store
 * took last, within bounds, so that a slow store gets few acts.
 */
const GATHER_MS = { minimum: 10, maximum: 200 };

/**
 * Makes the attempts at deliveries of one endpoint, in this process, until none is due. Results are stored together with
 * the next claim: one transaction for as many deliveries as are under way at the same time.
 */
export class EndpointDeliveries {
  private reports: DeliveryReport[] = [];
  private underWay = 0;
  private maxConcurrency = FIRST_CLAIM;
  /** Whether further deliveries may be due. */
  private isDue = true;
  private gatherMs = GATHER_MS.minimum;
  private gathering: NodeJS.Timeout | undefined;
  /** Ends the waiting of `pause`; absent while nothing waits. */
  private resume: (() => void) | undefined;

  constructor(
    private readonly endpointId: Uuid,
    private readonly deliveries: WebhookDeliveryStore,
    private readonly context: DeliveryContext,
    private readonly options: EndpointDeliveriesOptions,
  ) {}

  /** Never rejects. */
  async run(): Promise<void> {
    do {
      await this.exchange().catch(this.options.onError);
      await this.pause();
    } while (this.isDue || this.underWay > 0 || this.reports.length > 0);
  }

  /** Looks for further deliveries soon. */
  poke(): void {
    this.isDue = true;
    this.resume?.();
  }

  private async exchange(): Promise<void> {
    const { reports } = this;
    const { slots, leaseSeconds, createEvents, onExchange } = this.options;
    this.reports = [];
    this.isDue = false;
    const limit = slots.reserve(this.maxConcurrency - this.underWay);
    if (limit === 0 && reports.length === 0) return;
    const lease = { token: generateSecret(), seconds: leaseSeconds };
    const claim = { endpointId: this.endpointId, now: this.context.clock.now(), lease, limit };
    let unused = limit;
    const started = performance.now();
    try {
      let audit: readonly AuditEvent[] = [];
      const exchange = await this.deliveries.exchange(reports, claim, (changed) => ({
        audit: (audit = createEvents(changed)),
      }));
      const elapsedMs = performance.now() - started;
      this.gatherMs = Math.min(Math.max(elapsedMs, GATHER_MS.minimum), GATHER_MS.maximum);
      const { endpoint, claimed } = exchange;
      unused -= claimed.length;
      if (endpoint !== undefined) this.attemptAll(claimed, endpoint);
      this.isDue ||= unused === 0 && limit > 0 && this.underWay < this.maxConcurrency;
      onExchange(exchange, audit);
    } finally {
      slots.release(unused);
    }
  }

  private attemptAll(claimed: readonly ClaimedDelivery[], endpoint: WebhookEndpoint): void {
    this.maxConcurrency = endpoint.definition.maxConcurrency;
    if (this.options.hasStopped()) {
      this.options.slots.release(claimed.length);
      this.reports.push(...claimed.map((one) => ({ claimed: one, result: RELEASED })));
      return;
    }
    if (claimed.length === 0) return;
    this.underWay += claimed.length;
    const { log, findScopes } = this.context;
    const events = log.findAll(claimed.map(({ delivery }) => delivery.eventId));
    const target = { endpoint, events, ownerScopes: findScopes(endpoint.owner) };
    for (const one of claimed) void this.attempt(one, target);
  }

  private async attempt(claimed: ClaimedDelivery, target: DeliveryTarget): Promise<void> {
    try {
      const result = await attemptDelivery(claimed.delivery, target, this.context);
      this.reports.push({ claimed, result });
    } catch (error) {
      this.options.onError(error);
    }
    this.underWay -= 1;
    this.options.slots.release(1);
    if (this.underWay === 0) this.resume?.();
    else this.gather();
  }

  /** Waits for results that are to be stored, or for further deliveries. */
  private async pause(): Promise<void> {
    if (this.isDue || this.underWay === 0) return;
    await new Promise<void>((resolve) => {
      this.resume = resolve;
      if (this.reports.length > 0) this.gather();
    });
    this.resume = undefined;
    clearTimeout(this.gathering);
    this.gathering = undefined;
  }

  private gather(): void {
    const { resume } = this;
    if (resume !== undefined) this.gathering ??= setTimeout(resume, this.gatherMs);
  }
}

const RELEASED: DeliveryResult = { kind: 'released' };
