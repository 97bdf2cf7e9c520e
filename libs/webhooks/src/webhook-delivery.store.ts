import type { AuditLinesOf, AuditLines } from '@content-service/audit';
import type { EventType } from '@content-service/events';
import type { Uuid } from '@content-service/kernel';
import { type Circuit, CLOSED_CIRCUIT, hasFailedTooLong, isUntouched, recordFailure } from './circuit.js';
import type { DeliveryAttempt, DeliveryState, SkipReason, WebhookDelivery } from './webhook-delivery.js';
import type { DisabledReason, WebhookEndpoint } from './webhook-endpoint.js';

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

/** A claim and how it ended. */
export interface DeliveryReport {
  readonly claimed: ClaimedDelivery;
  readonly result: DeliveryResult;
}

/** `opened`: no attempts at the endpoint are made any more, apart from single probes. `closed`: attempts are made again. */
export type CircuitChange = 'opened' | 'closed';

/** What an endpoint has after results were stored and deliveries were claimed. */
export interface DeliveryExchange {
  /** As of this moment; `undefined` when it was deleted. */
  readonly endpoint: WebhookEndpoint | undefined;
  /** The results that were stored. The others are dropped: another process has the lease of their deliveries, or the endpoint was deleted. */
  readonly stored: readonly DeliveryReport[];
  /** Why the results have disabled the endpoint. */
  readonly disabled?: DisabledReason | undefined;
  /** What the results have done to its circuit. */
  readonly circuit?: CircuitChange | undefined;
  readonly claimed: readonly ClaimedDelivery[];
}

export interface DeliveryFilter {
  readonly endpointId: Uuid;
  readonly state?: DeliveryState | undefined;
  readonly eventType?: EventType | undefined;
  readonly subjectId?: string | undefined;
  /** UNIX seconds of `createdAt`, inclusive. */
  readonly since?: number | undefined;
}

export interface DeliveryPage {
  /** The newest first. */
  readonly deliveries: readonly WebhookDelivery[];
  readonly more: boolean;
}

/** Numbers of deliveries; states without one are absent. */
export type DeliveryCounts = Readonly<Partial<Record<DeliveryState, number>>>;

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

  /** How many of some events have a delivery to an endpoint in each state. */
  abstract countByState(endpointId: Uuid, eventIds: readonly Uuid[]): Promise<DeliveryCounts>;

  /** The number of deliveries of an endpoint that are not finished, counted up to `limit`. */
  abstract countUnfinished(endpointId: Uuid, limit: number): Promise<number>;

  /** The enabled endpoints without an open circuit that have a delivery to be attempted now. */
  abstract findDueEndpoints(now: number, limit: number): Promise<readonly Uuid[]>;

  /**
   * Stores results of claims of one endpoint, with their attempts and their effect on the circuit and the endpoint
   * (`applyResults`); then takes deliveries of the endpoint whose time has come, or whose lease has expired. Both are one
   * act, so that a process that delivers much has few transactions.
   *
   * A result is dropped when another process has the lease of its delivery, or when the endpoint was deleted.
   *
   * Only one of several parallel callers gets a delivery. At most `maxConcurrency` of an enabled endpoint are under way, and at
   * most `maxPerSecond` are taken in a second; while its circuit is half-open, one. With the ordering `entry` a delivery waits until the earlier ones of the same subject are
   * finished. With `latestOnly`, deliveries that a later one of the same subject makes superfluous are skipped.
   *
   * @param claim `limit` 0 takes none
   * @param auditLines what is stored with the exchange, such as the audit event of a disabled endpoint
   */
  abstract exchange(
    reports: readonly DeliveryReport[],
    claim: DeliveryClaim,
    auditLines?: AuditLinesOf<DeliveryExchange>,
  ): Promise<DeliveryExchange>;

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
   * Starts a finished delivery again, with all its attempts. One that waits is attempted now, with the attempts that it
   * has left.
   *
   * @param auditLines are stored with the delivery
   * @returns false when it is under way, or there is none
   */
  abstract restart(id: Uuid, now: number, auditLines?: AuditLines): Promise<boolean>;

  /** Deletes deliveries of a deleted endpoint with their attempts, whatever their state. @returns how many */
  abstract removeByEndpoint(endpointId: Uuid, limit: number): Promise<number>;

  /**
   * Deletes deliveries that were created before (UNIX seconds) and are not under way.
   *
   * @returns how many were deleted; fewer than `limit` when none is left
   */
  abstract prune(before: number, limit: number): Promise<number>;
}

/** The effect of results on their endpoint, in their order; adapters store it together with the results. */
export function applyResults(
  endpoint: WebhookEndpoint,
  reports: readonly DeliveryReport[],
  now: number,
): Pick<DeliveryExchange, 'disabled' | 'circuit'> & { readonly endpoint: WebhookEndpoint } {
  let { circuit } = endpoint;
  let disabled: DisabledReason | undefined;
  for (const { result, claimed } of reports) {
    circuit = applyToCircuit(circuit, result, { now, isProbe: claimed.isProbe });
    if (result.kind === 'gone') disabled ??= 'gone';
    else if (result.kind === 'failed' && hasFailedTooLong(circuit, now)) disabled ??= 'failing';
  }
  const change = findCircuitChange(endpoint.circuit, circuit);
  if (disabled === undefined || !endpoint.definition.enabled)
    return { endpoint: { ...endpoint, circuit }, circuit: change };
  const definition = { ...endpoint.definition, enabled: false };
  const version = endpoint.version + 1;
  return {
    endpoint: { ...endpoint, circuit, definition, version, disabledReason: disabled },
    ...{ disabled, circuit: change },
  };
}

function findCircuitChange(before: Circuit, after: Circuit): CircuitChange | undefined {
  const [wasClosed, isClosed] = [before.openUntil === undefined, after.openUntil === undefined];
  if (wasClosed === isClosed) return undefined;
  return isClosed ? 'closed' : 'opened';
}

/** The circuit of an endpoint after a result. @returns the same object when the result changes nothing */
function applyToCircuit(
  circuit: Circuit,
  result: DeliveryResult,
  { now, isProbe }: { readonly now: number; readonly isProbe: boolean },
): Circuit {
  if (result.kind === 'delivered') return isUntouched(circuit) ? circuit : CLOSED_CIRCUIT;
  if (result.kind !== 'failed') return circuit;
  return recordFailure(circuit, { now, isProbe, failures: result.failures });
}

/** Whether the result makes its delivery `dead`. */
export function isLastAttempt(result: DeliveryResult): boolean {
  return result.kind === 'gone' || (result.kind === 'failed' && result.nextAttemptAt === undefined);
}

/** The delivery after a result: finished, or waiting again after a failure with further attempts or a release. */
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
