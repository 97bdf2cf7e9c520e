import { hostname } from 'node:os';
import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import {
  type AcquiredLease,
  ConsumerRunner,
  type EventConsumerStore,
  type EventSequencer,
  type Position,
} from '@content-service/events';
import {
  type WebhookDispatcher,
  type WebhookFanOut,
  type WebhookService,
  WEBHOOK_CONSUMER,
} from '@content-service/webhooks';
import type { Config } from '../config/config.js';
import { hasHttpServer } from '../http/has-http-server.js';

/** What is left of SHUTDOWN_TIMEOUT_SECONDS for closing the database after the last attempt. */
const CLOSING_MS = 2000;

/** Creates and makes deliveries from the start of a service to its end. Commands leave both to the services. */
export class WebhookLifecycle implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Webhooks');
  private readonly runner: ConsumerRunner;
  private isStarted = false;

  constructor(
    private readonly sequencer: EventSequencer,
    consumers: EventConsumerStore,
    private readonly fanOut: WebhookFanOut,
    private readonly dispatcher: WebhookDispatcher,
    private readonly webhooks: WebhookService,
    private readonly host: HttpAdapterHost,
    private readonly config: Config,
  ) {
    this.runner = new ConsumerRunner(consumers, WEBHOOK_CONSUMER, (held) => this.createDeliveries(held), {
      holder: `${hostname()}:${process.pid}`,
      pollMs: config.events.pollMs,
      onError: (error) => {
        this.logger.warn(`Deliveries could not be created: ${String(error)}`);
      },
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.events.enabled || !hasHttpServer(this.host)) return;
    this.isStarted = true;
    await this.resealSecrets();
    this.sequencer.onSequenced(() => {
      this.runner.wake();
    });
    this.runner.start();
    this.dispatcher.start();
  }

  async onModuleDestroy(): Promise<void> {
    if (!this.isStarted) return;
    const limitMs = Math.max(this.config.shutdownTimeoutMs - CLOSING_MS, CLOSING_MS);
    await Promise.all([this.runner.stop(), this.dispatcher.stop(limitMs)]);
  }

  private async createDeliveries(held: AcquiredLease): Promise<Position> {
    const position = await this.fanOut.process(held);
    if (position !== held.position) this.dispatcher.wake();
    return position;
  }

  /** A secret that cannot be opened affects its endpoint, not the service. */
  private async resealSecrets(): Promise<void> {
    if (this.config.previousKeySecret === undefined) return;
    try {
      await this.webhooks.resealSecrets();
    } catch (error) {
      this.logger.error(`Secrets of webhooks could not be sealed again: ${String(error)}`);
    }
  }
}
