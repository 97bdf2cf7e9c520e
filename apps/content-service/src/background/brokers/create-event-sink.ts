import { type EventSink, type EventSinkAdapterOptions, findMissingMethods } from '@content-service/sink';
import { type AdapterKind, createWithAdapter } from '../../platform/adapters/load-adapter.js';
import type { BrokerOptions } from '../../platform/config/broker-environment.js';

const KIND: AdapterKind = {
  variable: 'EVENT_SINK_ADAPTER',
  factory: 'createEventSink',
  type: 'an EventSink',
  noun: 'an event sink',
  findMissingMembers: findMissingMethods,
};

/**
 * Creates the sink of the adapter or of the URL; only that one is loaded.
 *
 * @throws AdapterUnusable
 */
export async function createEventSink(
  { url, prefix, manage, adapter }: BrokerOptions,
  context: Pick<EventSinkAdapterOptions, 'retentionDays' | 'onUnroutable'>,
): Promise<EventSink> {
  const options = { url, prefix, manage, ...context };
  if (adapter !== undefined)
    return createWithAdapter<EventSink>(KIND, adapter.module, {
      ...options,
      environment: adapter.environment,
    });
  if (['amqp:', 'amqps:'].includes(new URL(url).protocol)) {
    const { AmqpEventSink } = await import('@content-service/sink-amqp');
    return new AmqpEventSink(options);
  }
  const { NatsEventSink } = await import('@content-service/sink-nats');
  return new NatsEventSink(options);
}
