import { type DynamicModule, Module } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { AccountsModule } from '@content-service/accounts';
import { BundlesModule } from '@content-service/bundles';
import { EventRecorder } from '@content-service/events';
import { type Clock, SystemClock, UuidV7Generator } from '@content-service/kernel';
import { OAuthClientsModule } from '@content-service/oauth-clients';
import { SiteSettingsModule } from '@content-service/site-settings';
import { type Storage, StorageModule } from '@content-service/storage';
import { AuditExportModule } from '../platform/audit/audit-export.module.js';
import { AdminModule } from '../http/admin/admin.module.js';
import { BrokersModule } from '../background/brokers/brokers.module.js';
import { announceChanges } from '../platform/change-channel/announce-changes.js';
import { ChangeChannel } from '../platform/change-channel/change-channel.js';
import type { Config } from '../platform/config/config.js';
import { DemoContent } from './first-run/demo-content.js';
import { DemoPicturesController } from './first-run/demo-pictures.controller.js';
import { SiteBootstrap } from './first-run/site-bootstrap.js';
import { EdgeCacheModule } from '../background/edge-cache/edge-cache.module.js';
import { EventsModule } from '../background/events/events.module.js';
import { JobsModule } from '../background/jobs/jobs.module.js';
import { JsonApiModule, RouterPathsModule } from '../http/jsonapi/jsonapi.module.js';
import { LoadModule } from '../platform/load/load.module.js';
import type { DatabaseObserver } from '../platform/metrics/database-metrics.js';
import { StateMetricsModule } from './telemetry/state-metrics.module.js';
import type { ReplicaOptions } from '../platform/metrics/replica-metrics.js';
import { ManagementModule } from '../http/management/management.module.js';
import { OAuthModule } from '../http/oauth/oauth.module.js';
import { PagesModule } from '../http/oauth/pages.module.js';
import { OpenApiModule } from '../http/openapi/openapi.module.js';
import { OperationsModule } from '../http/health/operations.module.js';
import { loadStorageAdapter } from './bootstrap/load-storage-adapter.js';
import { PlatformModule, type Telemetry } from './bootstrap/platform.module.js';
import { SchedulerModule } from '../background/scheduler/scheduler.module.js';
import { SitePackageModule } from '../site-package/site-package.module.js';
import { WebhooksModule } from '../background/webhooks/webhooks.module.js';

@Module({})
export class AppModule {
  /** @param storage opened, with its schema up to date */
  static forConfig(
    config: Config,
    storage: Storage,
    clock: Clock,
    telemetry: Telemetry,
    roles = config.roles,
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [
        // First: Nest matches routes in the order of registration, and content has the most requests.
        ...(roles.api ? getContentModules(config) : []),
        PlatformModule.forConfig(config, clock, telemetry),
        StorageModule.of(storage),
        AccountsModule,
        BundlesModule,
        OAuthClientsModule,
        SiteSettingsModule,
        AuditExportModule,
        SitePackageModule,
        OperationsModule,
        JobsModule,
        SchedulerModule,
        EventsModule,
        WebhooksModule,
        EdgeCacheModule,
        BrokersModule,
        LoadModule,
        StateMetricsModule,
        ...(roles.api ? getFurtherModules(config) : []),
      ],
      controllers: roles.api ? [DemoPicturesController] : [],
      providers: [SiteBootstrap, DemoContent],
    };
  }
}

type Modules = NonNullable<DynamicModule['imports']>;

/** The routes of the content API. */
function getContentModules({ jsonApiPrefix: path }: Config): Modules {
  return [RouterModule.register([{ path, module: JsonApiModule }]), JsonApiModule, RouterPathsModule];
}

/** The other routes; a headless deployment has no authorization server and no administration. */
function getFurtherModules({ jsonApiPrefix }: Config): Modules {
  const isHeadless = jsonApiPrefix === '/jsonapi';
  return [OpenApiModule, ...(isHeadless ? [] : [OAuthModule, PagesModule, ManagementModule, AdminModule])];
}

/** The part of the configuration that a storage needs. */
export type StorageConfig = Pick<
  Config,
  | 'databaseUrl'
  | 'databaseLimits'
  | 'databaseWaitMs'
  | 'embeddedDatabase'
  | 'events'
  | 'storageAdapter'
  | 'clockOffsetSeconds'
> &
  Partial<Pick<Config, 'databaseHosts' | 'redisUrl' | 'baseUrl'>>;

/** How a storage is used. */
export interface CreateStorageOptions {
  /** Default: those of the configuration. */
  readonly limits?: StorageConfig['databaseLimits'] | undefined;
  readonly observer?: DatabaseObserver | undefined;
  readonly clock?: Clock | undefined;
  /** Only for a process that answers requests. */
  readonly replicas?: ReplicaOptions | undefined;
}

/** Creates the storage of `storageAdapter` or `databaseUrl`; only its adapter is loaded. */
export async function createStorage(
  config: StorageConfig,
  options: CreateStorageOptions = {},
): Promise<Storage> {
  const storage = await loadStorage(config, options);
  const { redisUrl, baseUrl } = config;
  if (redisUrl !== undefined && baseUrl !== undefined)
    announceChanges(storage, new ChangeChannel({ redisUrl, baseUrl }));
  return storage;
}

async function loadStorage(
  config: StorageConfig,
  { limits = config.databaseLimits, observer, clock, replicas }: CreateStorageOptions,
): Promise<Storage> {
  const { databaseUrl, databaseHosts: hostOrder, events, storageAdapter } = config;
  const recorder = new EventRecorder({ ...events, clock });
  if (storageAdapter !== undefined) {
    const { module, url, environment } = storageAdapter;
    const ids = new UuidV7Generator();
    return loadStorageAdapter(module, {
      ...{ url, environment, recorder, limits, ids },
      clock: clock ?? new SystemClock(config.clockOffsetSeconds),
    });
  }
  if (databaseUrl === 'memory:') {
    const { MemoryRecordStore, RecordStorage } = await import('@content-service/storage-records');
    return new RecordStorage(new MemoryRecordStore(), recorder);
  }
  const { TypeOrmStorage } = await import('@content-service/storage-typeorm');
  return new TypeOrmStorage(databaseUrl, { limits, hostOrder, observer, recorder, replicas });
}
