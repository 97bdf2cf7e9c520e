import { hostname } from 'node:os';
import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import {
  ConsumerRunner,
  type EventConsumerStore,
  type EventLog,
  type EventSequencer,
} from '@content-service/events';
import {
  BROKER_CONSUMER,
  EventPublisher,
  type EventSink,
  getBrokerRetryDelayMs,
} from '@content-service/sink';
import type { Config } from '../config/config.js';
import { hasHttpServer } from '../http/has-http-server.js';
import type { BrokerAccess } from './broker-access.js';

/** Publishes events from the start of a service with BROKER_URL to its end. Commands leave that to the services. */
export class BrokerLifecycle implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Broker');
  private publisher: EventPublisher | undefined;
  private runner: ConsumerRunner | undefined;

  constructor(
    private readonly sequencer: EventSequencer,
    private readonly log: EventLog,
    private readonly consumers: EventConsumerStore,
    private readonly access: BrokerAccess,
    private readonly host: HttpAdapterHost,
    private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { events } = this.config;
    if (!hasHttpServer(this.host)) return;
    const sink = await this.access.createSink();
    if (sink === undefined) return;
    const publisher = this.createPublisher(sink);
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

  private createPublisher(sink: EventSink): EventPublisher {
    return new EventPublisher(this.log, this.consumers, sink, {
      toMessage: (event) => this.access.toMessage(event),
      onGap: (after, next) => {
        this.logger.error(
          `The broker does not get the events ${after + 1} to ${next - 1}, which were deleted before they were published.`,
        );
      },
    });
  }
}
