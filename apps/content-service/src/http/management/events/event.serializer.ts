import { formatEventCursor, getOperation, isEntryEvent, type LoggedEvent } from '@content-service/events';
import type { Json } from '@content-service/kernel';
import type { Disclosure } from '@content-service/webhooks';

/** Serializes an event for the management API. */
export function serializeEvent(event: LoggedEvent): object {
  const { actor } = event;
  return {
    id: event.id,
    sequence: formatEventCursor(event),
    type: event.type,
    subject: { type: event.subject.type, id: event.subject.id },
    version: event.subject.version,
    at: new Date(event.recordedAt / 1000).toISOString(),
    visibility: event.visibility,
    ...getMembersOfKind(event),
    actor: actor
      ? { kind: actor.kind, userId: actor.userId ?? null, clientId: actor.clientId ?? null }
      : null,
  };
}

/** The members that only events of entries, or only those of management data, have. */
function getMembersOfKind(event: LoggedEvent): object {
  if (!isEntryEvent(event)) {
    const { action, details } = event;
    return { operation: null, published: null, changed: [], cause: null, requestId: null, action, details };
  }
  const { published, changed, cause, requestId = null } = event;
  const operation = getOperation(event);
  return { operation, published, changed, cause, requestId, action: null, details: null };
}

/** With the attributes and relationships of an entry after the change; `null` when they were too large, or are not disclosed. */
export function serializeEventWithSnapshot(event: LoggedEvent, disclosure: Disclosure): object {
  const snapshot = isEntryEvent(event) && disclosure === 'full' ? event.snapshot : undefined;
  return {
    ...serializeEvent(event),
    attributes: snapshot ? (JSON.parse(snapshot.attributes) as Json) : null,
    relationships: snapshot ? (JSON.parse(snapshot.relationships) as Json) : null,
  };
}
