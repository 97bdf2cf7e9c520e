export { NatsEventSink } from './nats-event-sink.js';
