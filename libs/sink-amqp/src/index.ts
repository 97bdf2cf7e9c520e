export { AmqpEventSink } from './amqp-event-sink.js';
