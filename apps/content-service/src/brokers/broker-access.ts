import type { ContentModelService } from '@content-service/bundles';
import type { LoggedEvent } from '@content-service/events';
import type { Uuid } from '@content-service/kernel';
import type { EventMessage, EventSink } from '@content-service/sink';
import type { Config } from '../config/config.js';
import type { BrokerMetrics } from './broker-metrics.js';
import { createEventSink } from './create-event-sink.js';
import { toEventMessage } from './to-event-message.js';

/** The broker of BROKER_URL: sinks that are not open yet, and what they publish. */
export class BrokerAccess {
  constructor(
    private readonly models: ContentModelService,
    private readonly metrics: BrokerMetrics,
    private readonly config: Config,
  ) {}

  /** @returns `undefined` without BROKER_URL */
  async createSink(): Promise<EventSink | undefined> {
    const { broker, events } = this.config;
    if (broker === undefined) return undefined;
    return createEventSink(broker, {
      retentionDays: events.retentionDays,
      onUnroutable: () => {
        this.metrics.unroutable.inc();
      },
    });
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
    const { baseUrl, jsonApiPrefix: prefix } = this.config;
    return { apiRoot: { baseUrl, prefix }, adminUrl: `${baseUrl}/admin`, model: this.models.current() };
  }
}
