import cluster from 'node:cluster';
import { Gauge, Registry } from 'prom-client';
import type { Config } from '../../platform/config/config.js';
import { serveMetrics } from '../telemetry/metrics-server.js';
import { createLog, NestLog } from '../../platform/log/log.js';
import { endOnUncaughtErrors } from '../../platform/log/uncaught-errors.js';
import { WorkerMetricSum } from '../telemetry/worker-metric-sum.js';
import { WorkerSupervisor } from './worker-supervisor.js';

/**
 * Runs WORKERS processes of `serve` and serves the sum of their metrics.
 *
 * @returns the exit code, when all have ended
 */
export async function serveWithWorkers(config: Config): Promise<number> {
  const log = createLog(config.logLevel, 'out');
  for (const { sentence } of config.retiredVariables) log.warn(sentence);
  const supervisor = new WorkerSupervisor(config.workers, log);
  endOnUncaughtErrors(log, () => void supervisor.stop(1));
  const workerMetrics = new WorkerMetricSum();
  const registry = new Registry();
  measureWorkers(registry, () => supervisor.serving.size);
  const collect = async (): Promise<string> =>
    `${await workerMetrics.collect(supervisor.serving)}\n${await registry.metrics()}`;
  const server =
    config.metricsPort === undefined ? undefined : await serveMetrics(config, collect, new NestLog(log));
  const exitCode = await supervisor.run(() => {
    // The first worker has loaded the demo content.
    cluster.setupPrimary({ args: process.argv.slice(2).filter((argument) => argument !== '--demo') });
  });
  server?.close();
  server?.closeAllConnections();
  return exitCode;
}

/** Adds the number of worker processes that accept connections to the metrics of their supervisor. */
export function measureWorkers(registry: Registry, count: () => number): void {
  new Gauge({
    name: 'content_service_workers',
    help: 'Worker processes that accept connections, when WORKERS is above 1.',
    registers: [registry],
    collect() {
      this.set(count());
    },
  });
}
