import { Injectable } from '@nestjs/common';
import { EventConsumerService } from '@content-service/events';
import { JobScheduleService } from '@content-service/jobs';
import { formatDateTime } from '@content-service/kernel';
import { Storage } from '@content-service/storage';
import { GenerationWatcher } from '../../platform/change-channel/generation-watcher.js';
import { FileStoreHealth } from '../../platform/files/file-store-health.js';
import { Readiness } from '../../platform/health/readiness.js';
import { readServiceVersion } from '../../platform/health/service-version.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { MetricsServer } from './metrics-server.js';

/** Time limit in milliseconds of each part that is read from the database. */
const READ_LIMIT_MS = 2000;

/**
 * The document of `/health/detail` on the listener of the metrics: what an operator looks at first. It is there also while
 * the database is not; parts that cannot be read are `null`.
 */
@Injectable()
export class HealthDetail {
  constructor(
    private readonly storage: Storage,
    private readonly readiness: Readiness,
    private readonly watcher: GenerationWatcher,
    private readonly consumers: EventConsumerService,
    private readonly schedules: JobScheduleService,
    private readonly metrics: Metrics,
    private readonly files: FileStoreHealth,
    server: MetricsServer,
  ) {
    server.readHealthDetail = () => this.read();
  }

  async read(): Promise<object> {
    const [checks, pingMs, files, consumers, schedules] = await Promise.all([
      this.readiness.check(),
      findWithin(this.measurePing()),
      findWithin(this.files.read()),
      findWithin(this.listConsumers()),
      findWithin(this.listSchedules()),
    ]);
    const { pollAgeMs } = this.watcher;
    return {
      ...{ version: readServiceVersion(), node: process.versions.node, pid: process.pid },
      uptimeSeconds: Math.floor(process.uptime()),
      checks,
      database: {
        pingMs,
        hosts: await this.readGauge('content_service_database_host_up'),
        pool: await this.readGauge('db_client_connection_count'),
        pending: await this.readGauge('db_client_connection_pending_requests'),
        replicas: this.storage.replicas.map(({ number, isUsed, lagMs, fault }) => ({
          ...{ number, used: isUsed, lagMs: lagMs ?? null, fault: fault ?? null },
        })),
      },
      files,
      changesAgeMs: Number.isFinite(pollAgeMs) ? Math.round(pollAgeMs) : null,
      consumers,
      schedules,
    };
  }

  private async measurePing(): Promise<number> {
    const start = performance.now();
    await this.storage.ping();
    return Math.round(1000 * (performance.now() - start)) / 1000;
  }

  private async listConsumers(): Promise<readonly object[]> {
    return (await this.consumers.list()).map(({ name, paused, position, events, holder, error }) => ({
      ...{ name, paused, position, events, holder: holder ?? null, error: error ?? null },
    }));
  }

  private async listSchedules(): Promise<readonly object[]> {
    return (await this.schedules.list()).map(({ name, enabled, lastRun, lastOutcome }) => ({
      ...{ name, enabled, lastOutcome: lastOutcome ?? null },
      lastRunAt: lastRun === undefined ? null : formatDateTime(lastRun),
    }));
  }

  /** The series of a gauge as `/metrics` shows them; none when it is not measured. */
  private async readGauge(name: string): Promise<readonly object[]> {
    const { values = [] } = (await this.metrics.registry.getSingleMetric(name)?.get()) ?? {};
    return values.map(({ labels, value }) => ({ ...labels, value }));
  }
}

/** The result of a read, `null` when it fails or takes too long. */
async function findWithin<T>(read: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, READ_LIMIT_MS, null).unref();
  });
  const result = await Promise.race([read.catch(() => null), timeout]);
  clearTimeout(timer);
  return result;
}
