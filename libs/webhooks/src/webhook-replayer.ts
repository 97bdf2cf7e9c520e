import {
  countEvents,
  type CreateRangeProblem,
  type EventCount,
  type EventLog,
  type EventRange,
  findRangeProblems,
  formatEventCursor,
  isRecordedWithin,
  type Position,
  REPLAY_MEMBERS,
  RESOURCE_TYPE_RULE,
  resolveEventRange,
} from '@content-service/events';
import {
  AggregateDomainError,
  type Clock,
  type DomainError,
  formatDateTime,
  type IdGenerator,
  type MemberRules,
  type NewOf,
  type Uuid,
} from '@content-service/kernel';
import { createDelivery, type DeliveryState } from './webhook-delivery.js';
import type { WebhookDeliveryStore } from './webhook-delivery.store.js';
import { findValueProblems } from './webhook-draft.js';
import { isSelected, type WebhookEndpoint } from './webhook-endpoint.js';
import type { WebhookEndpointStore } from './webhook-endpoint.store.js';
import { WEBHOOK_MEMBERS } from './webhook-members.js';
import { WebhookDisabled, WebhookInvalid, WebhookNotFound } from './webhook.errors.js';

/** The finished states, which a replay can be restricted to. */
const REPLAYED_STATES = ['delivered', 'dead', 'skipped'] as const satisfies readonly DeliveryState[];

/** The members of the body that requests a replay to an endpoint. */
export const WEBHOOK_REPLAY_MEMBERS = {
  resourceTypes: {
    type: 'array',
    items: RESOURCE_TYPE_RULE,
    minItems: 1,
    maxItems: WEBHOOK_MEMBERS.resourceTypes.maxItems,
    uniqueItems: true,
  },
  states: {
    type: 'array',
    items: { type: 'string', enum: REPLAYED_STATES },
    minItems: 1,
    uniqueItems: true,
    description: 'Only events whose delivery to this webhook is in one of these states.',
  },
  ...REPLAY_MEMBERS,
} as const satisfies MemberRules;

/** The events that an administrator wants to be sent again; those that the endpoint does not select are left out. */
export type ReplayRequest = NewOf<typeof WEBHOOK_REPLAY_MEMBERS>;

/** A request whose ends are positions in the log. */
export type ReplayRange = EventRange & Pick<ReplayRequest, 'types' | 'resourceTypes' | 'states'>;

/** Positions that one batch covers, so that no statement looks through the whole log. */
const BATCH_POSITIONS = 1000;
/** Deliveries that one batch stores. */
const BATCH_DELIVERIES = 100;
/** A replay waits while its endpoint has more deliveries to make. */
const UNFINISHED_MAXIMUM = 1000;

/** The problems of single members of a request. */
export function* findReplayProblems({
  from,
  until,
  resourceTypes = [],
}: Partial<ReplayRequest>): Generator<DomainError> {
  yield* findValueProblems('resourceTypes', WEBHOOK_REPLAY_MEMBERS.resourceTypes, resourceTypes);
  yield* findRangeProblems({ from, until }, createRangeProblem);
}

const createRangeProblem: CreateRangeProblem = (pointer, message, rule) =>
  new WebhookInvalid(pointer, message, rule);

/** Sends events of the log to an endpoint again, with the same ids, as ordinary deliveries. */
export class WebhookReplayer {
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
    AggregateDomainError.throwIfAny([...findReplayProblems({ from, until, resourceTypes })]);
    const range = await resolveEventRange(this.log, { from, until }, createRangeProblem);
    return { ...range, types, resourceTypes, states };
  }

  /**
   * Where a replay begins that sends what a disabled endpoint does not get: the `from` of a `ReplayRequest`. Deliveries are
   * created in the order of the log, so everything behind the last one was not sent.
   *
   * @returns `undefined` for an endpoint that is enabled
   */
  async findStart({ id, definition, createdAt }: WebhookEndpoint): Promise<string | undefined> {
    if (definition.enabled) return undefined;
    let before: Uuid | undefined;
    for (;;) {
      const window = { before, limit: BATCH_DELIVERIES };
      const { deliveries, more } = await this.deliveries.page({ endpointId: id }, window);
      // Deliveries of replays belong to other places of the log.
      const last = deliveries.find(({ replayJobId }) => replayJobId === undefined);
      if (last !== undefined) return formatEventCursor({ position: last.position, id: last.eventId });
      before = deliveries.at(-1)?.id;
      if (!more) return formatDateTime(createdAt);
    }
  }

  /**
   * The number of events that a replay would send now, in a bounded time. What the endpoint may not get is counted, too, since
   * that is decided at each attempt.
   */
  async count(
    endpoint: WebhookEndpoint,
    { types, resourceTypes, states, ...range }: ReplayRange,
  ): Promise<EventCount> {
    return countEvents(this.log, range, { types, subjectTypes: resourceTypes }, async (events) => {
      const ids = events.filter((event) => isSelected(endpoint, event)).map(({ id }) => id);
      if (ids.length === 0) return 0;
      const counts = await this.deliveries.countByState(endpoint.id, ids);
      const add = (total: number, state: DeliveryState): number => total + (counts[state] ?? 0);
      return states === undefined
        ? ids.length - (['pending', 'delivering'] as const).reduce(add, 0)
        : states.reduce(add, 0);
    });
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
