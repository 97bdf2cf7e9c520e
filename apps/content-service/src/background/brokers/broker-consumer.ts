import { Logger } from '@nestjs/common';
import type { EventLog } from '@content-service/events';
import { BROKER_CONSUMER, EventPublisher, getBrokerRetryDelayMs } from '@content-service/sink';
import { type ConsumerHost, ConsumerLifecycle, type OpenConsumer } from '../events/consumer-lifecycle.js';
import type { Metrics } from '../../platform/metrics/metrics.js';
import type { BrokerAccess } from './broker-access.js';

const LOG_CONTEXT = 'Broker';

/** Publishes events in a service with BROKER_URL. */
export function createBrokerConsumer(
  host: ConsumerHost,
  log: EventLog,
  access: BrokerAccess,
  { eventGaps }: Metrics,
): ConsumerLifecycle {
  const logger = new Logger(LOG_CONTEXT);
  const open = async (): Promise<OpenConsumer | undefined> => {
    const sink = await access.createSink();
    if (sink === undefined) return undefined;
    const publisher = new EventPublisher(log, host.consumers, sink, {
      isPublished: (event) => access.isPublished(event),
      toMessage: (event) => access.toMessage(event),
      onGap: (after, next) => {
        logger.error(
          `The broker does not get the events ${after + 1} to ${next - 1}, which were deleted before they were published.`,
        );
        eventGaps.inc({ consumer: BROKER_CONSUMER });
      },
    });
    return { task: (held) => publisher.process(held), close: () => publisher.close() };
  };
  return new ConsumerLifecycle(host, {
    name: BROKER_CONSUMER,
    logContext: LOG_CONTEXT,
    failure: 'Events could not be published',
    options: { getRetryDelayMs: getBrokerRetryDelayMs },
    open,
  });
}
