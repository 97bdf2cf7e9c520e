import type { AuditTrail, AuditLines } from '@content-service/audit';
import { isUuid, type Uuid } from '@content-service/kernel';
import type { ActorContext } from '@content-service/scopes';
import { showRequest } from './sent-request.js';
import { assertMayChange, mayKnowOf } from './webhook-authority.js';
import type { DeliveryContext } from './webhook-delivery-attempt.js';
import type { DeliveryAttempt, ShownAttempt, WebhookDelivery } from './webhook-delivery.js';
import type { DeliveryFilter, WebhookDeliveryStore } from './webhook-delivery.store.js';
import { AttemptNotFound, DeliveryInProgress, DeliveryNotFound } from './webhook.errors.js';
import type { WebhookService } from './webhook.service.js';

/** Use cases of administrators: the deliveries of endpoints. */
export class WebhookDeliveryService {
  /** @param onRestarted called when a delivery was started again */
  constructor(
    private readonly webhooks: Pick<WebhookService, 'getUsable'>,
    private readonly deliveries: WebhookDeliveryStore,
    private readonly context: Pick<DeliveryContext, 'clock' | 'log' | 'serialize'>,
    private readonly trail: AuditTrail,
    private readonly onRestarted: () => void,
  ) {}

  /**
   * The deliveries that the actor may know of.
   *
   * @param before the `next` of the page before
   * @returns `next` when there are more, also behind a page without any
   * @throws WebhookNotFound, ScopeNotHeld
   */
  async list(
    id: string,
    actorContext: ActorContext,
    filter: Omit<DeliveryFilter, 'endpointId'>,
    window: { readonly before?: Uuid | undefined; readonly limit: number },
  ): Promise<{ readonly deliveries: readonly WebhookDelivery[]; readonly next: Uuid | undefined }> {
    const endpoint = await this.webhooks.getUsable(id, actorContext);
    const { deliveries, more } = await this.deliveries.page({ ...filter, endpointId: endpoint.id }, window);
    return {
      deliveries: deliveries.filter((delivery) => mayKnowOf(actorContext.actor, delivery, endpoint)),
      next: more ? deliveries.at(-1)?.id : undefined,
    };
  }

  /** @throws WebhookNotFound, ScopeNotHeld, DeliveryNotFound */
  async get(
    id: string,
    deliveryId: string,
    actorContext: ActorContext,
  ): Promise<{ readonly delivery: WebhookDelivery; readonly attempts: readonly DeliveryAttempt[] }> {
    const endpoint = await this.webhooks.getUsable(id, actorContext);
    const found = isUuid(deliveryId) ? await this.deliveries.find(deliveryId) : undefined;
    if (
      found?.delivery.endpointId !== endpoint.id ||
      !mayKnowOf(actorContext.actor, found.delivery, endpoint)
    )
      throw new DeliveryNotFound(deliveryId);
    return found;
  }

  /**
   * One attempt with what it sent, by the rights that its content needs, also when the endpoint is told less today.
   *
   * @throws WebhookNotFound, ScopeNotHeld, DeliveryNotFound, AttemptNotFound
   */
  async getAttempt(
    id: string,
    deliveryId: string,
    attemptId: string,
    actorContext: ActorContext,
  ): Promise<ShownAttempt> {
    const { delivery, attempts } = await this.get(id, deliveryId, actorContext);
    const attempt = attempts.find((one) => one.id === attemptId);
    if (attempt === undefined) throw new AttemptNotFound(attemptId);
    const { request } = attempt;
    if (request === undefined) return { attempt };
    assertMayChange(actorContext.actor, request.options);
    const { log, serialize } = this.context;
    const event = await log.find(delivery.eventId);
    return { attempt, request: showRequest(request, event && serialize(event, request.options).body) };
  }

  /**
   * Starts a finished delivery again, with all its attempts; one that waits for a retry is attempted now.
   *
   * @throws WebhookNotFound, ScopeNotHeld, DeliveryNotFound, DeliveryInProgress
   */
  async redeliver(id: string, deliveryId: string, actorContext: ActorContext): Promise<WebhookDelivery> {
    const { delivery } = await this.get(id, deliveryId, actorContext);
    const details = { delivery: delivery.id };
    const event = this.trail.createEvent('webhook.redelivered', actorContext, id, details);
    const restart = (auditLines: AuditLines): Promise<boolean> =>
      this.deliveries.restart(delivery.id, this.context.clock.now(), auditLines);
    if (!(await this.trail.commit([event], restart))) throw new DeliveryInProgress(deliveryId);
    const restarted = await this.deliveries.find(delivery.id);
    this.onRestarted();
    if (restarted === undefined) throw new DeliveryNotFound(deliveryId);
    return restarted.delivery;
  }
}
