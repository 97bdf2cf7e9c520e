import { Module } from '@nestjs/common';
import { OperationsModule } from '../../http/health/operations.module.js';
import { MetricsServer } from './metrics-server.js';
import { HealthDetail } from './health-detail.js';
import { StateMetrics } from './state-metrics.js';

/** The listener for metrics, and metrics that need other modules. */
@Module({
  imports: [OperationsModule],
  providers: [MetricsServer, HealthDetail, StateMetrics],
})
export class StateMetricsModule {}
