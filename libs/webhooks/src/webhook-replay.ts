import {
  type EventLog,
  type EventType,
  findPosition,
  InvalidEventCursor,
  type LoggedEvent,
  parseEventCursor,
  type Position,
  resolveCursor,
} from '@content-service/events';
import {
  AggregateDomainError,
  type Clock,
  type IdGenerator,
  parseDateTime,
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
export interface ReplayRequest {
  /** The cursor of an event (exclusive) or a date-time (inclusive). */
  readonly from: string;
  /** The cursor of an event (inclusive) or a date-time (exclusive); without it the present end of the log. */
  readonly until?: string | undefined;
  readonly types?: readonly EventType[] | undefined;
  readonly resourceTypes?: readonly string[] | undefined;
  /** Only events whose delivery to the endpoint is in one of these states. */
  readonly states?: readonly DeliveryState[] | undefined;
}

/** A request whose ends are positions in the log. */
export interface ReplayRange extends Pick<ReplayRequest, 'types' | 'resourceTypes' | 'states'> {
  /** Exclusive. */
  readonly after: Position;
  /** Inclusive. */
  readonly upTo: Position;
  /** UNIX microseconds, inclusive. */
  readonly recordedFrom?: number | undefined;
  /** UNIX microseconds, exclusive. */
  readonly recordedBefore?: number | undefined;
}

/** The finished states, which a replay can be restricted to. */
export const REPLAYED_STATES = ['delivered', 'dead', 'skipped'] as const satisfies readonly DeliveryState[];

/** Positions that one batch covers, so that no statement looks through the whole log. */
const BATCH_POSITIONS = 1000;
/** Deliveries that one batch stores. */
const BATCH_DELIVERIES = 100;
/** A replay waits while its endpoint has more deliveries to make. */
const UNFINISHED_MAXIMUM = 1000;
/** By how much the clocks of processes may differ: events up to that far apart can stand in another order. */
const CLOCK_DIFFERENCE_MICROSECONDS = 600_000_000;

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
    const { newest } = await this.log.bounds();
    const start = await this.resolve('/from', from);
    const end = until === undefined ? { position: newest } : await this.resolve('/until', until);
    const [recordedFrom, recordedBefore] = [start.recordedAt, end.recordedAt];
    const isReversed = recordedFrom !== undefined && recordedBefore !== undefined;
    if (isReversed ? recordedBefore < recordedFrom : end.position < start.position)
      throw new WebhookInvalid('/until', 'until must not be before from.');
    const after =
      recordedFrom === undefined
        ? start.position
        : await findPosition(this.log, recordedFrom - CLOCK_DIFFERENCE_MICROSECONDS);
    const upTo =
      recordedBefore === undefined
        ? end.position
        : await findPosition(this.log, recordedBefore + CLOCK_DIFFERENCE_MICROSECONDS);
    return { after, upTo, recordedFrom, recordedBefore, types, resourceTypes, states };
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

  /** The position of a cursor, or that of a time (UNIX microseconds). */
  private async resolve(
    pointer: '/from' | '/until',
    text: string,
  ): Promise<{ readonly position: Position; readonly recordedAt?: number }> {
    const seconds = parseDateTime(text);
    if (seconds !== undefined) {
      const recordedAt = seconds * 1_000_000;
      return { position: await findPosition(this.log, recordedAt), recordedAt };
    }
    try {
      return { position: await resolveCursor(this.log, parseEventCursor(text), { pointer }) };
    } catch (error) {
      if (!(error instanceof InvalidEventCursor)) throw error;
      const rule = 'must be the sequence of an event, such as 4711-0190163d, or a date-time';
      throw new WebhookInvalid(pointer, `${pointer.slice(1)} ${rule}, got '${text}'.`);
    }
  }
}

function isRecordedWithin(
  { recordedAt }: LoggedEvent,
  {
    recordedFrom = -Infinity,
    recordedBefore = Infinity,
  }: Pick<ReplayRange, 'recordedFrom' | 'recordedBefore'>,
): boolean {
  return recordedAt >= recordedFrom && recordedAt < recordedBefore;
}
