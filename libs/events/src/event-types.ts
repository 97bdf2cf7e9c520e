import {
  AUDIT_ACTIONS,
  EMITTED_EVENTS,
  type EmittedEvent,
  type EmittedEventType,
} from '@content-service/audit';
import type { JsonObject } from '@content-service/kernel';
import { createEventExample, createEventSchema, type EventTypeFacts } from './event-document-schema.js';
import { createManagementEventExample, createManagementEventSchema } from './management-event-schema.js';
import {
  createTestEventDocument,
  TEST_EVENT_SCHEMA,
  TEST_EVENT_SENTENCE,
  TEST_EVENT_TYPE,
} from './test-event.js';

/** The types of events of entries. Names are stable, because receivers select by them. */
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

export type EntryEventType = keyof typeof ENTRY_EVENT_TYPES;

/** The types of events of management data: those of `AUDIT_ACTIONS`. */
export type ManagementEventType = EmittedEventType;

export type EventType = EntryEventType | ManagementEventType;

/** A type of events, with the JSON Schema of the documents that receivers get and an example of one. */
export interface EventTypeDescription<Type extends string = EventType | typeof TEST_EVENT_TYPE> {
  readonly type: Type;
  readonly category: 'entry' | 'management' | 'test';
  /** When the event occurs, for display. */
  readonly sentence: string;
  /** What happened to the entry; `null` for management data. */
  readonly operation: EventTypeFacts['operation'] | null;
  readonly schema: JsonObject;
  readonly example: JsonObject;
}

/** All types of events in the log, by which receivers select. */
export const EVENT_TYPES: readonly EventTypeDescription<EventType>[] = [
  ...Object.entries(ENTRY_EVENT_TYPES).map(([type, definition]) => describeEntryEvent(type, definition)),
  ...EMITTED_EVENTS.map(describeManagementEvent),
];

export const EVENT_TYPE_NAMES: readonly EventType[] = EVENT_TYPES.map(({ type }) => type);

/** The types of all events that receivers get. */
export const EVENT_CATALOGUE: readonly EventTypeDescription[] = [
  ...EVENT_TYPES,
  {
    ...{ type: TEST_EVENT_TYPE, category: 'test', sentence: TEST_EVENT_SENTENCE, operation: null },
    schema: TEST_EVENT_SCHEMA,
    example: createTestEventDocument('018bcfe5-687b-7c3e-9d2a-1f0c5a7b3e44', 1_700_000_000),
  },
];

const TYPES: ReadonlySet<string> = new Set(EVENT_TYPE_NAMES);

export function isEventType(text: string): text is EventType {
  return TYPES.has(text);
}

export function isEntryEventType(text: string): text is EntryEventType {
  return Object.hasOwn(ENTRY_EVENT_TYPES, text);
}

function describeEntryEvent(type: string, facts: EventTypeFacts): EventTypeDescription<EventType> {
  return {
    type: type as EntryEventType,
    category: 'entry',
    ...facts,
    schema: createEventSchema(type, facts),
    example: createEventExample(type, facts),
  };
}

function describeManagementEvent({ type, action, subject }: EmittedEvent): EventTypeDescription<EventType> {
  const { description, details } = AUDIT_ACTIONS[action];
  const sentence = `An actor ${description}.`;
  const facts = { type, action, sentence, subject, details };
  return {
    ...{ type, sentence, category: 'management', operation: null },
    schema: createManagementEventSchema(facts),
    example: createManagementEventExample(facts),
  };
}
