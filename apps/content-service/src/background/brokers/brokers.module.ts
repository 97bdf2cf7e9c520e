import { Module } from '@nestjs/common';
import { EventLog } from '@content-service/events';
import { ConsumerHost } from '../events/consumer-lifecycle.js';
import { EventsModule } from '../events/events.module.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { BrokerAccess } from './broker-access.js';
import { BrokerAccessModule } from './broker-access.module.js';
import { createBrokerConsumer } from './broker-consumer.js';

/** Injection token of the `ConsumerLifecycle` that publishes events. */
const BROKER_LIFECYCLE = Symbol('BROKER_LIFECYCLE');

/** The message broker of BROKER_URL, which gets all events. */
@Module({
  imports: [BrokerAccessModule, EventsModule],
  providers: [
    {
      provide: BROKER_LIFECYCLE,
      inject: [ConsumerHost, EventLog, BrokerAccess, Metrics],
      useFactory: createBrokerConsumer,
    },
  ],
})
export class BrokersModule {}
