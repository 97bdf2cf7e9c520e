import { formatEventCursor, getOperation, type LoggedEvent } from '@content-service/events';
import type { Json } from '@content-service/kernel';

/** Serializes an event for the management API. */
export function serializeEvent(event: LoggedEvent): object {
  const { actor } = event;
  return {
    id: event.id,
    sequence: formatEventCursor(event),
    type: event.type,
    operation: getOperation(event),
    subject: { type: event.subject.type, id: event.subject.id },
    version: event.subject.version,
    at: new Date(event.recordedAt / 1000).toISOString(),
    visibility: event.visibility,
    published: event.published,
    changed: event.changed,
    cause: event.cause,
    actor: actor
      ? { kind: actor.kind, userId: actor.userId ?? null, clientId: actor.clientId ?? null }
      : null,
    requestId: event.requestId ?? null,
  };
}

/** With the attributes and relationships after the change; `null` when they were too large. */
export function serializeEventWithSnapshot(event: LoggedEvent): object {
  const { snapshot } = event;
  return {
    ...serializeEvent(event),
    attributes: snapshot ? (JSON.parse(snapshot.attributes) as Json) : null,
    relationships: snapshot ? (JSON.parse(snapshot.relationships) as Json) : null,
  };
}
