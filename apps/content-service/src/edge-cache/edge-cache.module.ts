import { hostname } from 'node:os';
import { Logger, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Counter } from 'prom-client';
import { ConsumerRunner, EventConsumerStore, EventLog, EventSequencer } from '@content-service/events';
import { Storage } from '@content-service/storage';
import { Config } from '../config/config.js';
import { hasHttpServer } from '../http/has-http-server.js';
import { EventsModule } from '../events/events.module.js';
import { Metrics } from '../metrics/metrics.js';
import { CachePurge, PURGE_CONSUMER } from './cache-purge.js';
import { purge, type PurgeOptions } from './purge-drivers.js';

/** Changes of this time are purged together. */
const BATCH_MS = 200;

/** Purges a shared cache from the start of a service to its end. Commands leave that to the services. */
class PurgeLifecycle implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('EdgeCache');
  private readonly purges: Counter<'outcome'>;
  private running: { readonly runner: ConsumerRunner; readonly cache: CachePurge } | undefined;

  constructor(
    private readonly sequencer: EventSequencer,
    private readonly log: EventLog,
    private readonly consumers: EventConsumerStore,
    private readonly storage: Storage,
    private readonly host: HttpAdapterHost,
    private readonly config: Config,
    { registry }: Metrics,
  ) {
    this.purges = new Counter({
      name: 'content_service_cache_purges_total',
      help: 'Purges of the shared cache, by outcome.',
      labelNames: ['outcome'] as const,
      registers: [registry],
    });
    for (const outcome of ['success', 'failure']) this.purges.inc({ outcome }, 0);
  }

  onApplicationBootstrap(): void {
    const options = this.config.edgeCache.purge;
    if (options === undefined || !hasHttpServer(this.host)) return;
    const cache = this.createCachePurge(options);
    const runner = new ConsumerRunner(this.consumers, PURGE_CONSUMER, (held) => cache.process(held), {
      holder: `${hostname()}:${process.pid}`,
      pollMs: this.config.events.pollMs,
      wakeDelayMs: BATCH_MS,
      onError: (error) => {
        this.logger.warn(`Changes could not be purged: ${String(error)}`);
      },
    });
    this.running = { runner, cache };
    this.sequencer.onSequenced(() => {
      runner.wake();
    });
    runner.start();
  }

  async onModuleDestroy(): Promise<void> {
    if (this.running === undefined) return;
    await this.running.runner.stop();
    await this.running.cache.finish().catch((error: unknown) => {
      this.logger.warn(`The last purges could not be repeated: ${String(error)}`);
    });
  }

  private createCachePurge(options: PurgeOptions): CachePurge {
    return new CachePurge(this.log, this.consumers, this.storage, {
      purge: (tags) => purge(tags, options),
      now: () => performance.now(),
      onPurged: () => {
        this.purges.inc({ outcome: 'success' });
      },
      onFailed: (error, retryInMs) => {
        this.purges.inc({ outcome: 'failure' });
        this.logger.warn(`${error.message} The purge is repeated in ${retryInMs} ms.`);
      },
    });
  }
}

/** Tells a shared cache in front of the service of changes (`PURGE_DRIVER`). */
@Module({
  imports: [EventsModule],
  providers: [
    {
      provide: PurgeLifecycle,
      inject: [EventSequencer, EventLog, EventConsumerStore, Storage, HttpAdapterHost, Config, Metrics],
      useFactory: (...parts: ConstructorParameters<typeof PurgeLifecycle>) => new PurgeLifecycle(...parts),
    },
  ],
})
export class EdgeCacheModule {}
