import { Inject, Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { EntryRevisionStore } from '@content-service/entries';
import { DerivativeMaker, SWEEP_KIND } from '@content-service/files';
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

/** An embedded database has no statistics: it counts the rows, which takes longer than reading the other metrics. */
const ESTIMATE_SECONDS = 600;

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
    derivatives: DerivativeMaker,
    revisions: EntryRevisionStore,
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
    createStoredGauge(
      {
        name: 'content_service_files_without_bytes',
        help: 'Files whose bytes the last files.sweep did not find.',
        registers,
      },
      async () => {
        const { jobs: swept } = await jobs.page({ kind: SWEEP_KIND, state: 'succeeded' }, { limit: 1 });
        return [[{}, Number(swept[0]?.result?.['missing'] ?? 0)]];
      },
    );
    createStoredGauge(
      {
        name: 'content_service_revisions',
        help: 'About how many replaced and deleted states the history of entries keeps; estimated every ten minutes.',
        registers,
      },
      keepFor(ESTIMATE_SECONDS, clock, async () => {
        const estimate = await revisions.estimateCount?.();
        return estimate === undefined ? [] : [[{}, estimate]];
      }),
    );
    new Gauge({
      name: 'content_service_waiting_renderings',
      help: 'Pictures that wait until others are made.',
      registers,
      collect() {
        this.set(derivatives.waiting);
      },
    });
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

/** Reads a value again when the last one is older. */
function keepFor<T>(seconds: number, clock: Clock, read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly value: T; readonly at: number } | undefined;
  return async () => {
    const now = clock.now();
    if (kept === undefined || now - kept.at >= seconds) kept = { value: await read(), at: now };
    return kept.value;
  };
}
