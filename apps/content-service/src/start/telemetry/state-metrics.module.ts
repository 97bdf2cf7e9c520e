import { Module } from '@nestjs/common';
import { HealthModule } from '../../http/health/health.module.js';
import { FilesModule } from '../../platform/files/files.module.js';
import { MetricsServer } from './metrics-server.js';
import { HealthDetail } from './health-detail.js';
import { StateMetrics } from './state-metrics.js';

/** The listener for metrics, and metrics that need other modules. */
@Module({
  imports: [HealthModule, FilesModule],
  providers: [MetricsServer, HealthDetail, StateMetrics],
})
export class StateMetricsModule {}
