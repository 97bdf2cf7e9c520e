import type { AuditEvent } from '@content-service/audit';
import { generateSecret, type Uuid } from '@content-service/kernel';
import { attemptDelivery, type AttemptContext } from './webhook-delivery-attempt.js';
import type { ClaimedDelivery, DeliveryResult, WebhookDeliveryStore } from './webhook-delivery.store.js';
import type { DisabledReason, WebhookEndpoint } from './webhook-endpoint.js';
import type { WebhookEndpointStore } from './webhook-endpoint.store.js';

export interface WebhookDispatcherOptions {
  /** Attempts of this process at the same time. */
  readonly concurrency: number;
  /** Longer than an attempt can take; after a crash another process makes the attempt then. */
  readonly leaseSeconds: number;
  readonly pollMs: number;
  /** Receives the results of attempts that are stored, for metrics. */
  readonly onResult: (result: DeliveryResult) => void;
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
  private readonly attempts = new Set<Promise<void>>();
  private state: 'idle' | 'started' | 'stopped' = 'idle';
  private timer: NodeJS.Timeout | undefined;
  private claiming: Promise<void> | undefined;
  private wokenUp = false;

  constructor(
    private readonly endpoints: WebhookEndpointStore,
    private readonly deliveries: WebhookDeliveryStore,
    private readonly context: AttemptContext,
    private readonly options: WebhookDispatcherOptions,
  ) {}

  start(): void {
    if (this.state !== 'idle') return;
    this.state = 'started';
    this.claimSoon(0);
  }

  /** Looks for deliveries soon, after some were created or an attempt has ended. */
  wake(): void {
    this.wokenUp = true;
    if (this.claiming === undefined) this.claimSoon(0);
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
    const ended = Promise.resolve(this.claiming).then(() => Promise.all(this.attempts));
    await Promise.race([ended, limit]);
  }

  private claimSoon(delayMs: number): void {
    if (this.state !== 'started') return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.wokenUp = false;
      this.claiming = this.claimDue()
        .catch(this.options.onError)
        .then(() => {
          this.claiming = undefined;
          this.claimSoon(this.wokenUp ? 0 : this.options.pollMs);
        });
    }, delayMs);
    this.timer.unref();
  }

  private async claimDue(): Promise<void> {
    const { clock } = this.context;
    if (this.free <= 0) return;
    const due = await this.deliveries.findDueEndpoints(clock.now(), ENDPOINTS_MAXIMUM);
    for (const endpointId of due) if (this.free > 0) await this.claimOf(endpointId);
  }

  private async claimOf(endpointId: Uuid): Promise<void> {
    const lease = { token: generateSecret(), seconds: this.options.leaseSeconds };
    const now = this.context.clock.now();
    const claimed = await this.deliveries.claim({ endpointId, now, lease, limit: this.free });
    for (const one of claimed) {
      const attempt: Promise<void> = this.deliver(one)
        .catch(this.options.onError)
        .then(() => {
          this.attempts.delete(attempt);
          this.wake();
        });
      this.attempts.add(attempt);
    }
  }

  private async deliver(claimed: ClaimedDelivery): Promise<void> {
    const { delivery } = claimed;
    const endpoint = await this.endpoints.find(delivery.endpointId);
    // It was deleted, and its deliveries with it.
    if (endpoint === undefined) return;
    const result: DeliveryResult = this.hasStopped
      ? { kind: 'released' }
      : await attemptDelivery(delivery, endpoint, this.context);
    let audit: readonly AuditEvent[] = [];
    const finished = await this.deliveries.finish(claimed, result, this.context.clock.now(), (reason) => ({
      audit: (audit = this.options.createDisablingEvents(endpoint, reason)),
    }));
    if (finished === undefined) return;
    this.options.onResult(result);
    if (finished.disabled !== undefined) this.options.onDisabled(endpoint, finished.disabled, audit);
  }

  private get free(): number {
    return this.options.concurrency - this.attempts.size;
  }

  private get hasStopped(): boolean {
    return this.state === 'stopped';
  }
}
