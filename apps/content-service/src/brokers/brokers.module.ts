import { Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { AuditModule, AuditTrail } from '@content-service/audit';
import { EventConsumerService, EventConsumerStore, EventLog, EventSequencer } from '@content-service/events';
import { JobService } from '@content-service/jobs';
import { Config } from '../config/config.js';
import { EventsModule } from '../events/events.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { BrokerAccess } from './broker-access.js';
import { BrokerAccessModule } from './broker-access.module.js';
import { BrokerLifecycle } from './broker-lifecycle.js';
import { BrokerReplays } from './broker-replays.js';

/** The message broker of BROKER_URL, which gets all events. */
@Module({
  imports: [AuditModule, BrokerAccessModule, EventsModule, JobsModule],
  providers: [
    {
      provide: BrokerLifecycle,
      inject: [EventSequencer, EventLog, EventConsumerStore, BrokerAccess, HttpAdapterHost, Config],
      useFactory: (...parts: ConstructorParameters<typeof BrokerLifecycle>) => new BrokerLifecycle(...parts),
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
