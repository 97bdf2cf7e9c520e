import { Logger, Module } from '@nestjs/common';
import { Counter } from 'prom-client';
import { EventLog } from '@content-service/events';
import { Storage } from '@content-service/storage';
import { PURGE_CONSUMER } from '@content-service/site-jobs';
import { Config } from '../../platform/config/config.js';
import { ConsumerHost, ConsumerLifecycle, type OpenConsumer } from '../events/consumer-lifecycle.js';
import { EventsModule } from '../events/events.module.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { Failure } from '../../platform/log/outage-log.js';
import { type Fetch, FETCH } from '../../platform/tracing/traced-fetch.js';
import { CachePurge } from './cache-purge.js';
import { purge } from './purge-drivers.js';

/** Changes of this time are purged together. */
const BATCH_MS = 200;

const LOG_CONTEXT = 'EdgeCache';

/** Injection token of the `ConsumerLifecycle` that purges a shared cache. */
const PURGE_LIFECYCLE = Symbol('PURGE_LIFECYCLE');

function createPurgeConsumer(
  host: ConsumerHost,
  log: EventLog,
  storage: Storage,
  { edgeCache: { purge: options }, databaseReplicas: replicas }: Config,
  { registry }: Metrics,
  request: Fetch,
): ConsumerLifecycle {
  const logger = new Logger(LOG_CONTEXT);
  const purges = new Counter({
    name: 'content_service_cache_purges_total',
    help: 'Purges of the shared cache, by outcome.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  for (const outcome of ['success', 'failure']) purges.inc({ outcome }, 0);
  const open = (): OpenConsumer | undefined => {
    if (options === undefined) return undefined;
    const cache = new CachePurge(log, host.consumers, storage, {
      purge: (tags) => purge(tags, options, request),
      now: () => performance.now(),
      replicaLagMs: replicas?.maxLagMs,
      onPurged: () => {
        purges.inc({ outcome: 'success' });
      },
      onFailed: (error, retryInMs) => {
        purges.inc({ outcome: 'failure' });
        logger.warn(`${error.message} The purge is repeated in ${retryInMs} ms.`);
      },
    });
    const close = (): Promise<void> =>
      cache.finish().catch((error: unknown) => {
        logger.warn(new Failure('The last purges could not be repeated', error));
      });
    return { task: (held) => cache.process(held), close };
  };
  return new ConsumerLifecycle(host, {
    name: PURGE_CONSUMER,
    logContext: LOG_CONTEXT,
    failure: 'Changes could not be purged',
    options: { wakeDelayMs: BATCH_MS },
    open,
  });
}

/** Tells a shared cache in front of the service of changes (`PURGE_DRIVER`). */
@Module({
  imports: [EventsModule],
  providers: [
    {
      provide: PURGE_LIFECYCLE,
      inject: [ConsumerHost, EventLog, Storage, Config, Metrics, FETCH],
      useFactory: createPurgeConsumer,
    },
  ],
})
export class EdgeCacheModule {}
