import type { JsonObject } from '@content-service/kernel';
import { createEventExample, createEventSchema, type EventTypeFacts } from './event-document-schema.js';

/** All types of events. Names are stable, because receivers select by them. */
const ENTRY_EVENT_TYPES = {
  'entry.created': { sentence: 'An entry was created.', operation: 'create' },
  'entry.updated': {
    sentence: 'An entry was changed and stayed published or unpublished.',
    operation: 'update',
  },
  'entry.published': { sentence: 'An unpublished entry was published.', operation: 'update' },
  'entry.unpublished': { sentence: 'A published entry was unpublished.', operation: 'update' },
  'entry.deleted': { sentence: 'An entry was deleted.', operation: 'delete' },
} as const satisfies Readonly<Record<string, EventTypeFacts>>;

export type EventType = keyof typeof ENTRY_EVENT_TYPES;

/** A type of events, with the JSON Schema of the documents that receivers get and an example of one. */
export interface EventTypeDescription extends EventTypeFacts {
  readonly type: EventType;
  readonly schema: JsonObject;
  readonly example: JsonObject;
}

export const EVENT_TYPES: readonly EventTypeDescription[] = Object.entries(ENTRY_EVENT_TYPES).map(
  ([type, definition]) => ({
    type: type as EventType,
    ...definition,
    schema: createEventSchema(type, definition),
    example: createEventExample(type, definition),
  }),
);

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(ENTRY_EVENT_TYPES, text);
}
