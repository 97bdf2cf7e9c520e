import { RedisEventSink } from './redis-event-sink.js';

/** @type {import('@content-service/sink').CreateEventSink} */
export function createEventSink(options) {
  if (!/^rediss?:$/.test(new URL(options.url).protocol))
    throw new Error('BROKER_URL must be redis://HOST:PORT, or rediss://… with TLS.');
  return new RedisEventSink(options);
}
