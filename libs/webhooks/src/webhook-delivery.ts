import { type EventSubject, type EventType, formatSubject } from '@content-service/events';
import type { Uuid } from '@content-service/kernel';
import type { SentRequest, ShownRequest } from './sent-request.js';

/**
 * `pending` deliveries wait for their next attempt, `delivering` ones have a lease. The others are finished: `dead` ones
 * were attempted in vain, `skipped` ones never had to be, see `SkipReason`. Finished ones can be started again.
 */
export const DELIVERY_STATES = ['pending', 'delivering', 'delivered', 'dead', 'skipped'] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * `visibility`: the endpoint may not get the event. `superseded`: a later event of the same entry is delivered instead.
 * `event_expired`: the log does not have the event any more.
 */
export type SkipReason = 'visibility' | 'superseded' | 'event_expired';

/** One event for one endpoint. An endpoint has one delivery of an event, which can be started again. */
export interface WebhookDelivery {
  /** UUID version 7: the ids of later deliveries are greater. */
  readonly id: Uuid;
  readonly endpointId: Uuid;
  readonly eventId: Uuid;
  readonly eventType: EventType;
  /** The position of the event; deliveries about a subject are made in its order. */
  readonly position: number;
  readonly subject: Pick<EventSubject, 'type' | 'id'>;
  readonly state: DeliveryState;
  readonly skipReason?: SkipReason | undefined;
  /** The number of attempts since it was started. */
  readonly attempts: number;
  /** UNIX seconds, like all times here; no attempt is made before. */
  readonly nextAttemptAt: number;
  /** The HTTP status of the last attempt; absent when there was no answer. */
  readonly lastStatus?: number | undefined;
  /** The code of the last attempt that had no answer, such as `timeout`. */
  readonly lastError?: string | undefined;
  /** When it was created, or started again by a replay. */
  readonly createdAt: number;
  readonly endedAt?: number | undefined;
  /** The job of the replay that created it or started it again; receivers are told that it is one. */
  readonly replayJobId?: Uuid | undefined;
}

/** One HTTP request, for administrators. */
export interface DeliveryAttempt {
  readonly id: Uuid;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly status?: number | undefined;
  /** A code such as `timeout`, and a sentence. */
  readonly error?: string | undefined;
  readonly detail?: string | undefined;
  /** The beginning of the answer. */
  readonly excerpt?: string | undefined;
  /** Absent for a test, and for an attempt of a version before it was kept. */
  readonly request?: SentRequest | undefined;
}

/** An attempt and what it sent; absent when that was not kept. */
export interface ShownAttempt {
  readonly attempt: DeliveryAttempt;
  readonly request?: ShownRequest | undefined;
}

/** `the last answer was 500`, or `no answer (timeout)`. */
export function formatAnswer({ status, error = '' }: Pick<DeliveryAttempt, 'status' | 'error'>): string {
  return status === undefined ? `no answer (${error})` : `the last answer was ${status}`;
}

/** A new delivery, to be attempted at once. */
export function createDelivery(
  id: Uuid,
  endpointId: Uuid,
  event: {
    readonly id: Uuid;
    readonly type: EventType;
    readonly position: number;
    readonly subject: WebhookDelivery['subject'];
  },
  now: number,
): WebhookDelivery {
  return {
    ...{ id, endpointId, eventId: event.id, eventType: event.type, position: event.position },
    subject: { type: event.subject.type, id: event.subject.id },
    ...{ state: 'pending', attempts: 0, nextAttemptAt: now, createdAt: now },
  };
}

/** Whether a delivery is about the same subject as another one, and its event is later in the log. */
export function followsDelivery(delivery: WebhookDelivery, earlier: WebhookDelivery): boolean {
  const isLater = delivery.position > earlier.position;
  return isLater && formatSubject(delivery.subject) === formatSubject(earlier.subject);
}

/** A delivery that waits for a retry and is to be attempted now, with the attempts that it has left. */
export function hastenDelivery(delivery: WebhookDelivery, now: number): WebhookDelivery {
  return { ...delivery, nextAttemptAt: Math.min(delivery.nextAttemptAt, now) };
}

/** A finished delivery that is to be attempted again, with all its attempts. */
export function restartDelivery(delivery: WebhookDelivery, now: number): WebhookDelivery {
  return {
    ...delivery,
    ...{ state: 'pending', skipReason: undefined, attempts: 0, nextAttemptAt: now, endedAt: undefined },
  };
}

export function isUnfinished({ state }: Pick<WebhookDelivery, 'state'>): boolean {
  return state === 'pending' || state === 'delivering';
}
