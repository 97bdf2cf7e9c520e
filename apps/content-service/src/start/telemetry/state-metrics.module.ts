import { Module } from '@nestjs/common';
import { EventsModule } from '../../background/events/events.module.js';
import { JobsModule } from '../../background/jobs/jobs.module.js';
import { OperationsModule } from '../../http/health/operations.module.js';
import { SchedulerModule } from '../../background/scheduler/scheduler.module.js';
import { HealthDetail } from './health-detail.js';
import { StateMetrics } from './state-metrics.js';

/** Metrics that need other modules. */
@Module({
  imports: [EventsModule, JobsModule, OperationsModule, SchedulerModule],
  providers: [HealthDetail, StateMetrics],
})
export class StateMetricsModule {}
