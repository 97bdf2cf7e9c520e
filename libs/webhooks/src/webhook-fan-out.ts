import type { AuditEvent } from '@content-service/audit';
import type {
  AcquiredLease,
  ConsumerLease,
  EventConsumerStore,
  EventLog,
  Position,
} from '@content-service/events';
import type { Clock, IdGenerator } from '@content-service/kernel';
import { createDelivery } from './webhook-delivery.js';
import type { WebhookDeliveryStore } from './webhook-delivery.store.js';
import { isSelected } from './webhook-endpoint.js';
import type { WebhookEndpointStore } from './webhook-endpoint.store.js';

/** The consumer of the event log that creates deliveries. */
export const WEBHOOK_CONSUMER = 'webhooks';

/** Events that were deleted from the log before their deliveries were created: those between two positions. */
export interface EventGap {
  readonly after: Position;
  readonly before: Position;
}

/** Tells administrators about a gap, once. */
export interface EventGapReporter {
  /** The audit events that are stored together with the position behind the gap. */
  readonly createEvents: (gap: EventGap) => readonly AuditEvent[];
  readonly onStored: (gap: EventGap, events: readonly AuditEvent[]) => void;
}

/** Events that are read at once. */
const BATCH = 100;

/**
 * Creates the deliveries of new events. They are stored before the position: after a crash in between they are stored
 * again, which changes nothing, because an endpoint has one delivery of an event. An endpoint gets no event that had its
 * position before the endpoint was created, though it may be processed late; a replay sends those.
 */
export class WebhookFanOut {
  constructor(
    private readonly log: EventLog,
    private readonly consumers: EventConsumerStore,
    private readonly endpoints: WebhookEndpointStore,
    private readonly deliveries: WebhookDeliveryStore,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly gaps: EventGapReporter,
  ) {}

  /** The task of the consumer. @throws ConsumerLeaseLost */
  async process({ lease, position }: AcquiredLease): Promise<Position> {
    const events = await this.log.read(position, BATCH, { withoutSnapshots: true });
    const [first, last] = [events.at(0), events.at(-1)];
    if (first === undefined || last === undefined) return position;
    const enabled = (await this.endpoints.list()).filter(({ definition }) => definition.enabled);
    const now = this.clock.now();
    const deliveries = events.flatMap((event) =>
      enabled
        .filter((endpoint) => event.position > endpoint.startPosition && isSelected(endpoint, event))
        .map((endpoint) => createDelivery(this.ids.next(), endpoint.id, event, now)),
    );
    if (deliveries.length > 0) await this.deliveries.add(deliveries);
    if (first.position === position + 1) await this.consumers.advance(lease, last.position);
    else await this.advanceBehindGap(lease, { after: position, before: first.position }, last.position);
    return last.position;
  }

  private async advanceBehindGap(lease: ConsumerLease, gap: EventGap, to: Position): Promise<void> {
    const audit = this.gaps.createEvents(gap);
    await this.consumers.advance(lease, to, { audit });
    this.gaps.onStored(gap, audit);
  }
}
