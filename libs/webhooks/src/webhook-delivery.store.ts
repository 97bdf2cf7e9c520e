import type { RecordsOf, TransactionalRecords } from '@content-service/audit';
import type { EventType } from '@content-service/events';
import type { Uuid } from '@content-service/kernel';
import { type Circuit, CLOSED_CIRCUIT, hasFailedTooLong, recordFailure } from './circuit.js';
import type { DeliveryAttempt, DeliveryState, SkipReason, WebhookDelivery } from './webhook-delivery.js';
import type { DisabledReason } from './webhook-endpoint.js';

/** The right of one process to make an attempt. */
export interface DeliveryLease {
  /** Unique for each claim, so that a process whose lease has expired stores nothing any more. */
  readonly token: string;
  /** The lease expires after this time, by the clock of the store. */
  readonly seconds: number;
}

export interface DeliveryClaim {
  readonly endpointId: Uuid;
  /** UNIX seconds, compared with `nextAttemptAt` and the circuit. */
  readonly now: number;
  readonly lease: DeliveryLease;
  readonly limit: number;
}

/** A delivery whose attempt this process makes. */
export interface ClaimedDelivery {
  readonly delivery: WebhookDelivery;
  readonly lease: DeliveryLease;
  /** Whether the attempt decides about the circuit. */
  readonly isProbe: boolean;
}

/** How a claim ends. */
export type DeliveryResult =
  | { readonly kind: 'delivered'; readonly attempt: DeliveryAttempt }
  /** Without `nextAttemptAt` it was the last attempt. */
  | {
      readonly kind: 'failed';
      readonly attempt: DeliveryAttempt;
      readonly nextAttemptAt?: number | undefined;
      readonly failures: 1 | 2;
    }
  /** The receiver wants no more deliveries. */
  | { readonly kind: 'gone'; readonly attempt: DeliveryAttempt }
  | { readonly kind: 'skipped'; readonly reason: SkipReason }
  /** No attempt was made, because the process stops. */
  | { readonly kind: 'released' };

export interface FinishedClaim {
  /** Why the result has disabled the endpoint. */
  readonly disabled?: DisabledReason | undefined;
}

/** For adapters: the records of `WebhookDeliveryStore.finish` by its result. */
export function toFinishRecords(
  createRecords: ((reason: DisabledReason) => TransactionalRecords) | undefined,
): RecordsOf<FinishedClaim | undefined> | undefined {
  return (
    createRecords &&
    ((finished) => (finished?.disabled === undefined ? {} : createRecords(finished.disabled)))
  );
}

export interface DeliveryFilter {
  readonly endpointId: Uuid;
  readonly state?: DeliveryState | undefined;
  readonly eventType?: EventType | undefined;
  readonly subjectId?: Uuid | undefined;
  /** UNIX seconds of `createdAt`, inclusive. */
  readonly since?: number | undefined;
}

export interface DeliveryPage {
  /** The newest first. */
  readonly deliveries: readonly WebhookDelivery[];
  readonly more: boolean;
}

/** A new delivery that belongs to a replay. */
export type ReplayDelivery = WebhookDelivery & { readonly replayJobId: Uuid };

/** The port for storing deliveries, their attempts and the circuits of endpoints. Every method is atomic. */
export abstract class WebhookDeliveryStore {
  /** Stores deliveries, except of events whose delivery to the endpoint is stored already. */
  abstract add(deliveries: readonly WebhookDelivery[]): Promise<void>;

  /**
   * Stores deliveries of one replay to one endpoint. Where the delivery of an event is stored already and finished, it
   * is started again with the new `createdAt` and `replayJobId`; unfinished ones, and those that the same replay has
   * started before, stay as they are.
   *
   * @param states only stored deliveries in these states are started again, and none is added
   * @returns how many of the events have a delivery of the replay
   */
  abstract replay(deliveries: readonly ReplayDelivery[], states?: readonly DeliveryState[]): Promise<number>;

  /** The number of deliveries of an endpoint that are not finished, counted up to `limit`. */
  abstract countUnfinished(endpointId: Uuid, limit: number): Promise<number>;

  /** The enabled endpoints without an open circuit that have a delivery to be attempted now. */
  abstract findDueEndpoints(now: number, limit: number): Promise<readonly Uuid[]>;

  /**
   * Takes deliveries of an endpoint whose time has come, or whose lease has expired; of parallel callers one gets a
   * delivery. At most `maxConcurrency` of an enabled endpoint are under way; while its circuit is half-open, one. With the
   * ordering `entry` a delivery waits until the earlier ones of the same entry are finished. With `latestOnly`, deliveries
   * that a later one of the same entry makes superfluous are skipped.
   */
  abstract claim(claim: DeliveryClaim): Promise<readonly ClaimedDelivery[]>;

  /**
   * Stores the result of a claim, with its attempt and its effect on the circuit and the endpoint (`applyResult`).
   *
   * @param now UNIX seconds
   * @param createRecords creates what is stored with a result that disables the endpoint
   * @returns `undefined` when the lease is another's; nothing is changed then
   */
  abstract finish(
    claimed: ClaimedDelivery,
    result: DeliveryResult,
    now: number,
    createRecords?: (reason: DisabledReason) => TransactionalRecords,
  ): Promise<FinishedClaim | undefined>;

  /** A delivery with its attempts, the first one first. */
  abstract find(
    id: Uuid,
  ): Promise<
    { readonly delivery: WebhookDelivery; readonly attempts: readonly DeliveryAttempt[] } | undefined
  >;

  /** @param window `before`: the last id of the page before */
  abstract page(
    filter: DeliveryFilter,
    window: { readonly before?: Uuid | undefined; readonly limit: number },
  ): Promise<DeliveryPage>;

  /**
   * Starts a finished delivery again, with all its attempts.
   *
   * @param records are stored with the delivery
   * @returns false when it is not finished
   */
  abstract restart(id: Uuid, now: number, records?: TransactionalRecords): Promise<boolean>;

  /** Deletes deliveries of a deleted endpoint with their attempts, whatever their state. @returns how many */
  abstract removeByEndpoint(endpointId: Uuid, limit: number): Promise<number>;

  /** Deletes deliveries that were created before (UNIX seconds) and are not under way. @returns how many */
  abstract prune(before: number, limit: number): Promise<number>;
}

/** The parts of an endpoint that results change. */
export interface EndpointHealth {
  readonly circuit: Circuit;
  readonly disabled?: DisabledReason | undefined;
}

/** The effect of a result on its endpoint; adapters store it together with the result. */
export function applyResult(
  circuit: Circuit,
  result: DeliveryResult,
  { now, isProbe }: { readonly now: number; readonly isProbe: boolean },
): EndpointHealth {
  if (result.kind === 'delivered') return { circuit: CLOSED_CIRCUIT };
  if (result.kind === 'gone') return { circuit, disabled: 'gone' };
  if (result.kind !== 'failed') return { circuit };
  const failed = recordFailure(circuit, { now, isProbe, failures: result.failures });
  return { circuit: failed, ...(hasFailedTooLong(failed, now) ? { disabled: 'failing' } : {}) };
}

/** A delivery after a result. */
export function finishDelivery(
  delivery: WebhookDelivery,
  result: DeliveryResult,
  now: number,
): WebhookDelivery {
  const last =
    'attempt' in result ? { lastStatus: result.attempt.status, lastError: result.attempt.error } : {};
  switch (result.kind) {
    case 'delivered':
      return { ...delivery, ...last, state: 'delivered', endedAt: now };
    case 'gone':
      return { ...delivery, ...last, state: 'dead', endedAt: now };
    case 'skipped':
      return { ...delivery, state: 'skipped', skipReason: result.reason, endedAt: now };
    case 'released':
      return { ...delivery, state: 'pending', attempts: delivery.attempts - 1 };
    case 'failed': {
      const { nextAttemptAt } = result;
      if (nextAttemptAt === undefined) return { ...delivery, ...last, state: 'dead', endedAt: now };
      return { ...delivery, ...last, state: 'pending', nextAttemptAt };
    }
  }
}
