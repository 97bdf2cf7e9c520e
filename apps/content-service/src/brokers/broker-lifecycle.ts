import { hostname } from 'node:os';
import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import type { ContentModelService } from '@content-service/bundles';
import {
  ConsumerRunner,
  type EventConsumerStore,
  type EventLog,
  type EventSequencer,
} from '@content-service/events';
import { BROKER_CONSUMER, EventPublisher, getBrokerRetryDelayMs } from '@content-service/sink';
import type { Config } from '../config/config.js';
import { hasHttpServer } from '../http/has-http-server.js';
import type { BrokerOptions } from './broker-environment.js';
import type { BrokerMetrics } from './broker-metrics.js';
import { createEventSink } from './create-event-sink.js';
import { toEventMessage } from './to-event-message.js';

/** Publishes events from the start of a service with BROKER_URL to its end. Commands leave that to the services. */
export class BrokerLifecycle implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Broker');
  private publisher: EventPublisher | undefined;
  private runner: ConsumerRunner | undefined;

  constructor(
    private readonly sequencer: EventSequencer,
    private readonly log: EventLog,
    private readonly consumers: EventConsumerStore,
    private readonly models: ContentModelService,
    private readonly metrics: BrokerMetrics,
    private readonly host: HttpAdapterHost,
    private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { broker, events } = this.config;
    if (broker === undefined || !hasHttpServer(this.host)) return;
    const publisher = await this.createPublisher(broker);
    const runner = new ConsumerRunner(this.consumers, BROKER_CONSUMER, (held) => publisher.process(held), {
      holder: `${hostname()}:${process.pid}`,
      pollMs: events.pollMs,
      getRetryDelayMs: getBrokerRetryDelayMs,
      onError: (error) => {
        this.logger.warn(`Events could not be published: ${String(error)}`);
      },
    });
    this.sequencer.onSequenced(() => {
      runner.wake();
    });
    runner.start();
    [this.publisher, this.runner] = [publisher, runner];
  }

  async onModuleDestroy(): Promise<void> {
    await this.runner?.stop();
    await this.publisher?.close();
  }

  private async createPublisher(broker: BrokerOptions): Promise<EventPublisher> {
    const { baseUrl, jsonApiPrefix: prefix, events } = this.config;
    const sink = await createEventSink(broker, {
      retentionDays: events.retentionDays,
      onUnroutable: () => {
        this.metrics.unroutable.inc();
      },
    });
    const context = { apiRoot: { baseUrl, prefix }, adminUrl: `${baseUrl}/admin` };
    return new EventPublisher(this.log, this.consumers, sink, {
      toMessage: (event) => toEventMessage(event, { ...context, model: this.models.current() }),
      onGap: (after, next) => {
        this.logger.error(
          `The broker does not get the events ${after + 1} to ${next - 1}, which were deleted before they were published.`,
        );
      },
    });
  }
}
