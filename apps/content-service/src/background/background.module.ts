import { provide } from '@content-service/kernel';
import { Global, Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Config } from '../platform/config/config.js';
import { BackgroundWork } from './lifecycle/background-work.js';
import { BrokersModule } from './brokers/brokers.module.js';
import { EdgeCacheModule } from './edge-cache/edge-cache.module.js';
import { EventsModule } from './events/events.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { SchedulerModule } from './scheduler/scheduler.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/**
 * All background work. Its use cases, such as `JobService` and `WebhookService`, are classes of the libraries; they are
 * provided in every module, so that controllers get them without importing this layer.
 */
@Global()
@Module({
  imports: [JobsModule, SchedulerModule, EventsModule, WebhooksModule, EdgeCacheModule, BrokersModule],
  providers: [provide(BackgroundWork, [HttpAdapterHost, Config])],
  exports: [BackgroundWork, JobsModule, SchedulerModule, EventsModule, WebhooksModule],
})
export class BackgroundModule {}
