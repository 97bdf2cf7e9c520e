import { Inject, Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { type JobHandler, JobStore } from '@content-service/jobs';
import { Clock } from '@content-service/kernel';
import { getCircuitState, WebhookEndpointStore } from '@content-service/webhooks';
import { JOB_HANDLERS } from '../../background/jobs/jobs.module.js';
import { GenerationWatcher } from '../../platform/change-channel/generation-watcher.js';
import { readServiceVersion } from '../../platform/health/service-version.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { createStoredGauge } from '../../platform/metrics/stored-gauge.js';

/** Failed jobs are counted for this long. */
const FAILED_SECONDS = 3600;

const JOB_STATES = ['queued', 'running', 'failed'] as const;

/** Gauges of the state of the site and of this process, which are read when the metrics are. */
@Injectable()
export class StateMetrics {
  constructor(
    jobs: JobStore,
    @Inject(JOB_HANDLERS) handlers: readonly JobHandler[],
    webhooks: WebhookEndpointStore,
    clock: Clock,
    watcher: GenerationWatcher,
    { registry }: Metrics,
  ) {
    const registers = [registry];
    const counted = handlers.flatMap(({ kind }) => JOB_STATES.map((state) => ({ kind, state })));
    createStoredGauge(
      {
        name: 'content_service_jobs',
        help: 'Jobs by kind and state: queued (due, waits for a process), running, failed (within the last hour).',
        labelNames: ['kind', 'state'] as const,
        registers,
      },
      async () => {
        const counts = await jobs.count(clock.now(), clock.now() - FAILED_SECONDS);
        return counted.map(({ kind, state }) => [
          { kind, state },
          counts.find((found) => found.kind === kind && found.state === state)?.count ?? 0,
        ]);
      },
    );
    createStoredGauge(
      {
        name: 'content_service_webhooks_open_circuits',
        help: 'Whether a webhook is not called at the moment, because its last attempts failed: 1, else 0.',
        labelNames: ['webhook', 'label'] as const,
        registers,
      },
      async () =>
        (await webhooks.list()).map(({ id, definition: { label, enabled }, circuit }) => [
          { webhook: id, label },
          enabled && getCircuitState(circuit, clock.now()) !== 'closed' ? 1 : 0,
        ]),
    );
    new Gauge({
      name: 'content_service_generation_age_seconds',
      help: 'Time since this process last asked the database what other processes have changed; usually below 2.',
      registers,
      aggregator: 'max',
      collect() {
        // Before the first poll there is no age.
        if (Number.isFinite(watcher.pollAgeMs)) this.set(watcher.pollAgeMs / 1000);
      },
    });
    new Gauge({
      name: 'content_service_build_info',
      help: 'Always 1; the versions of the service and of Node.js.',
      labelNames: ['version', 'node'] as const,
      registers,
      aggregator: 'max',
    }).set({ version: readServiceVersion(), node: process.versions.node }, 1);
  }
}
