import { Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { BundlesModule, ContentModelService } from '@content-service/bundles';
import { EventConsumerStore, EventLog, EventSequencer } from '@content-service/events';
import { Config } from '../config/config.js';
import { EventsModule } from '../events/events.module.js';
import { BrokerLifecycle } from './broker-lifecycle.js';
import { BrokerMetrics } from './broker-metrics.js';

/** The message broker of BROKER_URL, which gets all events. */
@Module({
  imports: [BundlesModule, EventsModule],
  providers: [
    BrokerMetrics,
    {
      provide: BrokerLifecycle,
      inject: [
        ...[EventSequencer, EventLog, EventConsumerStore, ContentModelService],
        ...[BrokerMetrics, HttpAdapterHost, Config],
      ],
      useFactory: (...parts: ConstructorParameters<typeof BrokerLifecycle>) => new BrokerLifecycle(...parts),
    },
  ],
})
export class BrokersModule {}
