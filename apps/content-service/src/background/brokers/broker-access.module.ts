import { Module } from '@nestjs/common';
import { BundlesModule, ContentModelService } from '@content-service/bundles';
import { Config } from '../../platform/config/config.js';
import { Tracing } from '../../platform/tracing/tracing.js';
import { BrokerAccess } from './broker-access.js';
import { BrokerMetrics } from './broker-metrics.js';

/** How the parts of the service reach the message broker of BROKER_URL. */
@Module({
  imports: [BundlesModule],
  providers: [
    BrokerMetrics,
    {
      provide: BrokerAccess,
      inject: [ContentModelService, BrokerMetrics, Config, { token: Tracing, optional: true }],
      useFactory: (...parts: ConstructorParameters<typeof BrokerAccess>) => new BrokerAccess(...parts),
    },
  ],
  exports: [BrokerAccess],
})
export class BrokerAccessModule {}
