import type { EventSink } from '@content-service/sink';
import type { BrokerOptions } from './broker-environment.js';

export interface EventSinkContext {
  /** How long events are kept, in the log and in what the sink creates. */
  readonly retentionDays: number;
  /** Called for each message that the broker accepted although no queue takes it. */
  readonly onUnroutable: () => void;
}

/** Creates the sink of the URL; only its adapter is loaded. */
export async function createEventSink(
  broker: BrokerOptions,
  { retentionDays, onUnroutable }: EventSinkContext,
): Promise<EventSink> {
  if (['amqp:', 'amqps:'].includes(new URL(broker.url).protocol)) {
    const { AmqpEventSink } = await import('@content-service/sink-amqp');
    return new AmqpEventSink({ ...broker, onUnroutable });
  }
  const { NatsEventSink } = await import('@content-service/sink-nats');
  return new NatsEventSink({ ...broker, retentionDays });
}
