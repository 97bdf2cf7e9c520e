import { Module } from '@nestjs/common';
import { AuditModule, AuditTrail } from '@content-service/audit';
import { EventConsumerService, EventLog } from '@content-service/events';
import { JobService } from '@content-service/jobs';
import { Config } from '../../platform/config/config.js';
import { ConsumerHost } from '../events/consumer-lifecycle.js';
import { EventsModule } from '../events/events.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { BrokerAccess } from './broker-access.js';
import { BrokerAccessModule } from './broker-access.module.js';
import { createBrokerConsumer } from './broker-consumer.js';
import { BrokerReplays } from './broker-replays.js';

/** Injection token of the `ConsumerLifecycle` that publishes events. */
const BROKER_LIFECYCLE = Symbol('BROKER_LIFECYCLE');

/** The message broker of BROKER_URL, which gets all events. */
@Module({
  imports: [AuditModule, BrokerAccessModule, EventsModule, JobsModule],
  providers: [
    {
      provide: BROKER_LIFECYCLE,
      inject: [ConsumerHost, EventLog, BrokerAccess, Metrics],
      useFactory: createBrokerConsumer,
    },
    {
      provide: BrokerReplays,
      inject: [EventLog, EventConsumerService, JobService, AuditTrail, Config],
      useFactory: (...parts: ConstructorParameters<typeof BrokerReplays>) => new BrokerReplays(...parts),
    },
  ],
  exports: [BrokerReplays],
})
export class BrokersModule {}
