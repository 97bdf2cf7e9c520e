export {
  ENTRY_EVENT_OPERATIONS,
  type EntryEventOperation,
  EventNotFound,
  EventsDisabled,
  type EventSnapshot,
  type EventSubject,
  type EventVisibility,
  getOperation,
  isEntryEvent,
  type LoggedEntryEvent,
  type LoggedEvent,
  type LoggedManagementEvent,
  type Position,
  type RecordedEntryEvent,
  type RecordedEvent,
  type RecordedManagementEvent,
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
export { countEvents, type EventCount } from './count-events.js';
export {
  type CreateRangeProblem,
  type EventRange,
  type EventRangeRequest,
  isRecordedWithin,
  findRangeProblems,
  resolveEventRange,
} from './event-range.js';
export {
  EventLog,
  type EventLogBounds,
  type EventSelection,
  type PruneRange,
  UNSEQUENCED_MAXIMUM,
} from './event-log.js';
export {
  type AcquiredLease,
  CONSUMER_MEMBERS,
  type ConsumerChange,
  type ConsumerLease,
  ConsumerLeaseLost,
  type EventConsumer,
  EventConsumerStore,
  SEQUENCER,
} from './event-consumer.store.js';
export { registerConsumer } from './register-consumer.js';
export { EventConsumerService } from './event-consumer.service.js';
export { type ConsumerLag, getAgeSeconds, readConsumerLags } from './consumer-lag.js';
export {
  ConsumerRunner,
  type ConsumerRunnerOptions,
  type ConsumerTask,
  EVENTS_POLL_MS,
} from './consumer-runner.js';
export { EventSequencer } from './event-sequencer.js';
export {
  EventRecorder,
  type EventRecorderOptions,
  getEventSubject,
  type TransactionChanges,
} from './event-recorder.js';
export { orderEvents, type UnorderedEvent } from './order-events.js';
export {
  type EntryEventType,
  EVENT_CATALOGUE,
  EVENT_TYPE_NAMES,
  EVENT_TYPES,
  type EventType,
  type EventTypeDescription,
  isEntryEventType,
  isEventType,
  type ManagementEventType,
} from './event-types.js';
export { formatSubject } from './format-subject.js';
export { createTestEventDocument, TEST_EVENT_TYPE } from './test-event.js';
export {
  BROKER_REPLAY_KIND,
  type BrokerReplayRange,
  type BrokerReplayRequest,
  BrokerReplays,
  findBrokerReplayProblems,
} from './broker-replays.js';
export { BROKER_REPLAY_MEMBERS, REPLAY_MEMBERS, RESOURCE_TYPE_RULE } from './replay-members.js';
