import type { AuditActor } from '@content-service/audit';
import type { EntryOperation, EventType, LoggedEvent, Position } from '@content-service/events';
import { getOperation } from '@content-service/events';
import type { Uuid } from '@content-service/kernel';
import { CONTENT_ADMINISTER, type ScopeSet } from '@content-service/scopes';
import type { AttemptRate } from './attempt-rate.js';
import type { Circuit } from './circuit.js';

/** `public`: what an anonymous reader sees. `content`: everything; the owner needs the scope content:administer. */
export const VISIBILITIES = ['public', 'content'] as const;
/** `thin`: without attributes and relationships. */
export const PAYLOADS = ['full', 'thin'] as const;
/** `json`: the document itself. `cloudevents`: within a CloudEvents 1.0 envelope. */
export const FORMATS = ['json', 'cloudevents'] as const;
/** `entry`: the events of an entry are delivered one after the other. `none`: in any order. */
export const ORDERINGS = ['entry', 'none'] as const;

export type WebhookVisibility = (typeof VISIBILITIES)[number];
export type WebhookPayload = (typeof PAYLOADS)[number];
export type WebhookFormat = (typeof FORMATS)[number];
export type WebhookOrdering = (typeof ORDERINGS)[number];

/** What an administrator decides about an endpoint. */
export interface WebhookDefinition {
  readonly label: string;
  readonly url: string;
  /** Empty: events of all types. */
  readonly types: readonly EventType[];
  /** Such as `node--article`; empty: all. */
  readonly resourceTypes: readonly string[];
  /** Empty: all. */
  readonly operations: readonly EntryOperation[];
  readonly visibility: WebhookVisibility;
  readonly payload: WebhookPayload;
  readonly format: WebhookFormat;
  readonly ordering: WebhookOrdering;
  /** Whether a delivery is left out when a later one of the same entry is waiting. */
  readonly latestOnly: boolean;
  /** The number of attempts at the same time, in all processes. */
  readonly maxConcurrency: number;
  /** The number of attempts that begin in a second, in all processes; `null` or absent: as many as possible. */
  readonly maxPerSecond?: number | null | undefined;
  readonly enabled: boolean;
}

/** `gone`: the receiver answered 410. `failing`: every attempt of 120 hours failed. */
export type DisabledReason = 'gone' | 'failing';

/** A registered receiver of events. */
export interface WebhookEndpoint {
  readonly id: Uuid;
  readonly definition: WebhookDefinition;
  /** The principal that created it; at every delivery its present scopes decide what may be sent. */
  readonly owner: AuditActor;
  /** The JSON of its `WebhookSecrets`, sealed under KEY_SECRET. */
  readonly sealedSecrets: string;
  /** The JSON of further headers that the administrator set, sealed as well; absent without any. */
  readonly sealedHeaders?: string | undefined;
  /** Why the service disabled it; absent when an administrator did, and while it is enabled. */
  readonly disabledReason?: DisabledReason | undefined;
  readonly circuit: Circuit;
  /** Absent before the first attempt with `maxPerSecond`. */
  readonly rate?: AttemptRate | undefined;
  /** UNIX seconds. */
  readonly createdAt: number;
  /** The newest position of the event log at the creation: deliveries begin behind it. */
  readonly startPosition: Position;
  /** Rises with every change by an administrator or the service, not with the circuit. */
  readonly version: number;
}

/** Whether an endpoint is to get an event, apart from its visibility, which is decided at each attempt. */
export function isSelected(
  { definition: { types, resourceTypes, operations } }: Pick<WebhookEndpoint, 'definition'>,
  event: Pick<LoggedEvent, 'type' | 'subject'>,
): boolean {
  const matches = <Value>(allowed: readonly Value[], value: Value): boolean =>
    allowed.length === 0 || allowed.includes(value);
  return (
    matches(types, event.type) &&
    matches(resourceTypes, event.subject.type) &&
    matches(operations, getOperation(event))
  );
}

/** `full`: the entry. `identity`: type and id alone. `none`: the delivery is skipped. */
export type Disclosure = 'full' | 'identity' | 'none';

/**
 * Decides how much of an event an endpoint may get. A `public` endpoint gets what an anonymous reader sees after the
 * change; of an entry that was public before, that it is gone.
 *
 * @param ownerScopes the present scopes of the owner; `undefined` when it was deleted or disabled
 */
export function decideDisclosure(
  visibility: WebhookVisibility,
  { visibility: required, published }: Pick<LoggedEvent, 'visibility' | 'published'>,
  ownerScopes: ScopeSet | undefined,
): Disclosure {
  if (ownerScopes === undefined) return 'none';
  if (visibility === 'content') return ownerScopes.has(CONTENT_ADMINISTER) ? 'full' : 'none';
  if (required !== 'public') return 'none';
  if (published.after) return 'full';
  return published.before ? 'identity' : 'none';
}
