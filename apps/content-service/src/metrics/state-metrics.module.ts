import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { OperationsModule } from '../operations/operations.module.js';
import { SchedulerModule } from '../scheduler/scheduler.module.js';
import { HealthDetail } from './health-detail.js';
import { StateMetrics } from './state-metrics.js';

/** Metrics that need other modules. */
@Module({
  imports: [EventsModule, JobsModule, OperationsModule, SchedulerModule],
  providers: [HealthDetail, StateMetrics],
})
export class StateMetricsModule {}
