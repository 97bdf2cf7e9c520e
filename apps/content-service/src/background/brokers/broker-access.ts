import type { ContentModelService } from '@content-service/bundles';
import { isEntryEvent, type LoggedEvent } from '@content-service/events';
import type { Uuid } from '@content-service/kernel';
import type { EventMessage, EventSink } from '@content-service/sink';
import type { Config } from '../../platform/config/config.js';
import { TracedEventSink } from '../../platform/tracing/traced-event-sink.js';
import type { Tracing } from '../../platform/tracing/tracing.js';
import type { BrokerMetrics } from './broker-metrics.js';
import { createEventSink } from './create-event-sink.js';
import { createMessageContext, toEventMessage } from './to-event-message.js';

/** The broker of BROKER_URL: sinks that are not open yet, and what they publish. */
export class BrokerAccess {
  constructor(
    private readonly models: ContentModelService,
    private readonly metrics: BrokerMetrics,
    private readonly config: Config,
    private readonly tracing: Tracing | undefined,
  ) {}

  /** @returns `undefined` without BROKER_URL */
  async createSink(): Promise<EventSink | undefined> {
    const { broker, events } = this.config;
    if (broker === undefined) return undefined;
    const sink = await createEventSink(broker, {
      retentionDays: events.retentionDays,
      onUnroutable: () => {
        this.metrics.unroutable.inc();
      },
    });
    return this.tracing === undefined
      ? sink
      : new TracedEventSink(sink, this.tracing, new URL(broker.url).hostname);
  }

  /** Whether the broker gets an event. */
  isPublished(event: LoggedEvent): boolean {
    return isEntryEvent(event) || this.config.broker?.publishesManagement === true;
  }

  toMessage(event: LoggedEvent): EventMessage {
    return toEventMessage(event, this.documentContext);
  }

  /** Brokers that drop repeated messages take it once for each replay, however soon after the event. */
  toReplayedMessage(event: LoggedEvent, replayJobId: Uuid): EventMessage {
    const message = toEventMessage(event, this.documentContext, true);
    return { ...message, deduplicationId: `${event.id}.${replayJobId}` };
  }

  private get documentContext(): Parameters<typeof toEventMessage>[1] {
    return createMessageContext(this.config, this.models.current());
  }
}
