import type { AuditActor } from '@content-service/audit';
import {
  getOperation,
  isEntryEvent,
  type LoggedEntryEvent,
  type LoggedEvent,
  type LoggedManagementEvent,
  type Position,
} from '@content-service/events';
import type { Uuid } from '@content-service/kernel';
import { CONTENT_ADMINISTER, type ScopeSet, SITE_SETTINGS_ADMINISTER } from '@content-service/scopes';
import type { AttemptRate } from './attempt-rate.js';
import type { Circuit } from './circuit.js';
import type { WebhookDefinition, WebhookVisibility } from './webhook-members.js';

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

/** Whether an endpoint is to get an event, apart from what is decided at each attempt (`decideDisclosure`). */
export function isSelected({ definition }: Pick<WebhookEndpoint, 'definition'>, event: LoggedEvent): boolean {
  const { types, resourceTypes, operations, visibility, includeDerived = true } = definition;
  if (!matches(types, event.type)) return false;
  if (!isEntryEvent(event)) return visibility === 'management';
  return (
    visibility !== 'management' &&
    (includeDerived || event.cause !== 'target_deleted') &&
    matches(resourceTypes, event.subject.type) &&
    matches(operations, getOperation(event))
  );
}

function matches<Value>(allowed: readonly Value[], value: Value): boolean {
  return allowed.length === 0 || allowed.includes(value);
}

/** `full`: the whole event. `identity`: type and id alone. `none`: the delivery is skipped. */
export type Disclosure = 'full' | 'identity' | 'none';

/**
 * Decides how much of an event an endpoint may get: one of entries nothing of management data, and the other way round. A `public`
 * endpoint gets what an anonymous reader sees after the
 * change; of an entry that was public before, that it is gone.
 *
 * @param ownerScopes the present scopes of the owner; `undefined` when it was deleted or disabled
 */
export function decideDisclosure(
  visibility: WebhookVisibility,
  event: DisclosedEvent,
  ownerScopes: ScopeSet | undefined,
): Disclosure {
  if (ownerScopes === undefined) return 'none';
  if (event.visibility === 'management')
    return visibility === 'management' && ownerScopes.has(SITE_SETTINGS_ADMINISTER) ? 'full' : 'none';
  if (visibility === 'management') return 'none';
  if (visibility === 'content') return ownerScopes.has(CONTENT_ADMINISTER) ? 'full' : 'none';
  if (event.visibility !== 'public') return 'none';
  if (event.published.after) return 'full';
  return event.published.before ? 'identity' : 'none';
}

/** The members of an event by which its disclosure is decided. */
type DisclosedEvent =
  | Pick<LoggedEntryEvent, 'visibility' | 'published'>
  | Pick<LoggedManagementEvent, 'visibility'>;
