import {
  type EventLog,
  type EventRange,
  type EventRangeRequest,
  type EventType,
  isRecordedWithin,
  type Position,
  resolveEventRange,
} from '@content-service/events';
import {
  AggregateDomainError,
  type Clock,
  type IdGenerator,
  ProblemList,
  type Uuid,
} from '@content-service/kernel';
import { createDelivery, type DeliveryState } from './webhook-delivery.js';
import type { WebhookDeliveryStore } from './webhook-delivery.store.js';
import { findResourceTypeProblems } from './webhook-draft.js';
import { isSelected } from './webhook-endpoint.js';
import type { WebhookEndpointStore } from './webhook-endpoint.store.js';
import { WebhookDisabled, WebhookInvalid, WebhookNotFound } from './webhook.errors.js';

/** The events that an administrator wants to be sent again; those that the endpoint does not select are left out. */
export interface ReplayRequest extends EventRangeRequest {
  readonly types?: readonly EventType[] | undefined;
  readonly resourceTypes?: readonly string[] | undefined;
  /** Only events whose delivery to the endpoint is in one of these states. */
  readonly states?: readonly DeliveryState[] | undefined;
}

/** A request whose ends are positions in the log. */
export type ReplayRange = EventRange & Pick<ReplayRequest, 'types' | 'resourceTypes' | 'states'>;

/** The finished states, which a replay can be restricted to. */
export const REPLAYED_STATES = ['delivered', 'dead', 'skipped'] as const satisfies readonly DeliveryState[];

/** Positions that one batch covers, so that no statement looks through the whole log. */
const BATCH_POSITIONS = 1000;
/** Deliveries that one batch stores. */
const BATCH_DELIVERIES = 100;
/** A replay waits while its endpoint has more deliveries to make. */
const UNFINISHED_MAXIMUM = 1000;

/** Sends events of the log to an endpoint again, with the same ids, as ordinary deliveries. */
export class WebhookReplay {
  constructor(
    private readonly log: EventLog,
    private readonly endpoints: WebhookEndpointStore,
    private readonly deliveries: WebhookDeliveryStore,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /**
   * Resolves the ends of a request.
   *
   * @throws WebhookInvalid, EventCursorExpired, EventCursorReset (as `AggregateDomainError` when there are several)
   */
  async plan({ from, until, types, resourceTypes, states }: ReplayRequest): Promise<ReplayRange> {
    const problems = new ProblemList();
    for (const problem of findResourceTypeProblems(resourceTypes ?? [])) problems.add(() => problem);
    AggregateDomainError.throwIfAny(problems);
    const range = await resolveEventRange(
      this.log,
      { from, until },
      (pointer, message) => new WebhookInvalid(pointer, message),
    );
    return { ...range, types, resourceTypes, states };
  }

  /**
   * Stores the deliveries of the next events. It can be repeated: an event is sent once by one job.
   *
   * @returns the position behind the batch and the number of deliveries; `undefined` while too many are to be made
   * @throws WebhookNotFound, WebhookDisabled
   */
  async storeBatch(
    endpointId: Uuid,
    { types, resourceTypes, states, ...range }: ReplayRange,
    after: Position,
    replayJobId: Uuid,
  ): Promise<{ readonly after: Position; readonly deliveries: number } | undefined> {
    const endpoint = await this.endpoints.find(endpointId);
    if (endpoint === undefined) throw new WebhookNotFound(endpointId);
    if (!endpoint.definition.enabled) throw new WebhookDisabled(endpointId);
    const unfinished = await this.deliveries.countUnfinished(endpointId, UNFINISHED_MAXIMUM);
    if (unfinished >= UNFINISHED_MAXIMUM) return undefined;
    const upTo = Math.min(after + BATCH_POSITIONS, range.upTo);
    const selection = { types, subjectTypes: resourceTypes, upTo };
    const events = await this.log.read(after, BATCH_DELIVERIES, selection);
    const now = this.clock.now();
    const selected = events
      .filter((event) => isRecordedWithin(event, range) && isSelected(endpoint, event))
      .map((event) => ({ ...createDelivery(this.ids.next(), endpointId, event, now), replayJobId }));
    const last = events.length === BATCH_DELIVERIES ? events.at(-1)?.position : undefined;
    return {
      after: last ?? upTo,
      deliveries: selected.length === 0 ? 0 : await this.deliveries.replay(selected, states),
    };
  }
}
