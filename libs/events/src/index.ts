export {
  type EntryOperation,
  EventNotFound,
  EventsDisabled,
  type EventSnapshot,
  type EventSubject,
  type EventVisibility,
  getOperation,
  type LoggedEvent,
  type Position,
  type RecordedEvent,
} from './event.js';
export {
  type EventCursor,
  EventCursorExpired,
  EventCursorReset,
  findPosition,
  formatEventCursor,
  getCursor,
  InvalidEventCursor,
  parseEventCursor,
  resolveCursor,
} from './event-cursor.js';
export {
  type EventRange,
  type EventRangeRequest,
  isRecordedWithin,
  resolveEventRange,
} from './event-range.js';
export { EventLog, type EventLogBounds, type EventSelection, type PruneRange } from './event-log.js';
export {
  type AcquiredLease,
  type ConsumerChange,
  type ConsumerLease,
  ConsumerLeaseLost,
  type EventConsumer,
  EventConsumerStore,
  SEQUENCER,
} from './event-consumer.store.js';
export { EventConsumerService } from './event-consumer.service.js';
export { type ConsumerLag, readConsumerLags } from './consumer-lag.js';
export { ConsumerRunner, type ConsumerRunnerOptions, type ConsumerTask } from './consumer-runner.js';
export { EventSequencer } from './event-sequencer.js';
export { EventRecorder, type EventRecorderOptions, type TransactionChanges } from './event-recorder.js';
export { orderEvents, type UnorderedEvent } from './order-events.js';
export { EVENT_TYPES, type EventType, type EventTypeDescription, isEventType } from './event-types.js';
