import { provide } from '@content-service/kernel';
import { Logger, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AuditModule, AuditTrail } from '@content-service/audit';
import { EventConsumerService, EventConsumerStore, EventLog, EventSequencer } from '@content-service/events';
import { BackgroundWork } from '../lifecycle/background-work.js';
import { Config } from '../../platform/config/config.js';
import { Failure } from '../../platform/log/outage-log.js';
import { ConsumerHost, PROCESS_NAME } from './consumer-lifecycle.js';
import { EventMetrics } from './event-metrics.js';

/** Assigns positions from the start of a service to its end. */
class EventLifecycle implements OnApplicationBootstrap, OnModuleDestroy {
  private isStarted = false;

  constructor(private readonly host: ConsumerHost) {}

  onApplicationBootstrap(): void {
    this.isStarted = this.host.isActive;
    if (this.isStarted) this.host.sequencer.start();
  }

  async onModuleDestroy(): Promise<void> {
    if (this.isStarted) await this.host.sequencer.stop();
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
          holder: PROCESS_NAME,
          pollMs: events.pollMs,
          onError: (error) => {
            logger.warn(new Failure('Events could not be numbered', error));
          },
        });
      },
    },
    provide(EventConsumerService, [EventLog, EventConsumerStore, AuditTrail]),
    provide(ConsumerHost, [EventSequencer, EventConsumerStore, BackgroundWork, Config]),
    provide(EventLifecycle, [ConsumerHost]),
  ],
  exports: [ConsumerHost, EventSequencer, EventConsumerService],
})
export class EventsModule {}
