export { type EventMessage, EventSink, type EventSinkOptions } from './event-sink.js';
export {
  BROKER_CONSUMER,
  EventPublisher,
  type EventPublisherOptions,
  getBrokerRetryDelayMs,
} from './event-publisher.js';
export { publishInOrder } from './publish-in-order.js';
export { BrokerDestinationMissing, BrokerUnavailable } from './sink.errors.js';
export {
  type CreateEventSink,
  type EventSinkAdapterOptions,
  findMissingMethods,
} from './event-sink-adapter.js';
