import { hostname } from 'node:os';
import { Logger, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { AuditModule, AuditTrail } from '@content-service/audit';
import { EventConsumerService, EventConsumerStore, EventLog, EventSequencer } from '@content-service/events';
import { Config } from '../config/config.js';
import { hasHttpServer } from '../http/has-http-server.js';
import { EventMetrics } from './event-metrics.js';

/** Assigns positions from the start of a service to its end. Commands leave that to the services. */
class EventLifecycle implements OnApplicationBootstrap, OnModuleDestroy {
  private isStarted = false;

  constructor(
    private readonly sequencer: EventSequencer,
    private readonly host: HttpAdapterHost,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.isStarted = this.config.events.enabled && hasHttpServer(this.host);
    if (this.isStarted) this.sequencer.start();
  }

  async onModuleDestroy(): Promise<void> {
    if (this.isStarted) await this.sequencer.stop();
  }
}

/** The event log of this process: the sequencer and its metrics. */
@Module({
  imports: [AuditModule],
  providers: [
    EventMetrics,
    {
      provide: EventSequencer,
      inject: [EventLog, EventConsumerStore, Config],
      useFactory: (log: EventLog, consumers: EventConsumerStore, { events }: Config) => {
        const logger = new Logger('Events');
        return new EventSequencer(log, consumers, {
          holder: `${hostname()}:${process.pid}`,
          pollMs: events.pollMs,
          onError: (error) => {
            logger.warn(`Events could not be numbered: ${String(error)}`);
          },
        });
      },
    },
    {
      provide: EventConsumerService,
      inject: [EventLog, EventConsumerStore, AuditTrail],
      useFactory: (...parts: ConstructorParameters<typeof EventConsumerService>) =>
        new EventConsumerService(...parts),
    },
    {
      provide: EventLifecycle,
      inject: [EventSequencer, HttpAdapterHost, Config],
      useFactory: (...parts: ConstructorParameters<typeof EventLifecycle>) => new EventLifecycle(...parts),
    },
  ],
  exports: [EventSequencer, EventConsumerService],
})
export class EventsModule {}
